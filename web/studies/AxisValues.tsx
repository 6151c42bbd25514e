/** Values of a varied parameter: a range with its ends, or a list; warns of limits between whole packets. */
import { figure, parseQuantity } from '../controls/quantity';
import { hasRemainder, remainderText, toWholePackets, type PacketSizes } from '../controls/wholePackets';
import type { Problem } from '../scenario/types';
import { CheckBox } from '../ui/CheckBox';
import { Select } from '../ui/Select';
import { Button } from '../ui/Button';
import { listFromRange, rangeFromList, rangeFromText, valuesOfRange, type Range } from './axisRange';
import { NO_FIELD, type Field } from './fields';
import { Labeled, problemAt, TextField } from './FormRows';
import type { ListAxis, RangeAxis } from './formState';
import { VALUES } from './strings';
import { bareLabel } from './studyText';

type Axis = ListAxis | RangeAxis;

interface Props {
  axis: Axis;
  /** Paths of the axis in problems begin with this: `over.0`. */
  at: string;
  /** The parameter; undefined if the scenario has no such parameter. */
  field: Field | undefined;
  problems: readonly Problem[];
  onChange(axis: Axis): void;
}

/** Fields for the values of one axis. */
export function AxisValues({ axis, at, field, problems, onChange }: Props) {
  const sizes = field?.buffer?.counted === 'bytes' ? field.buffer.sizes : null;
  return (
    <div
      className="study-fields column"
      role="group"
      aria-label={VALUES.group(field ? bareLabel(field.label) : axis.path)}
    >
      {!field?.words && (
        <Labeled label={VALUES.kind} hidden>
          <Select
            value={axis.kind}
            onChoose={(kind) => onChange(changedKind(axis, kind, field, sizes))}
            texts={{ range: VALUES.range, list: VALUES.list }}
          />
        </Labeled>
      )}
      {axis.kind === 'range' ? (
        <RangeFields {...{ axis, at, problems, sizes, onChange }} />
      ) : (
        <ListField {...{ axis, at, field, problems, onChange }} />
      )}
      <RemainderWarning axis={axis} sizes={sizes} onChange={onChange} />
    </div>
  );
}

/** Returns the axis with the other kind of values, as close to the present values as possible. */
function changedKind(
  axis: Axis,
  kind: Axis['kind'],
  field: Field | undefined,
  sizes: PacketSizes | null,
): Axis {
  if (axis.kind === kind) return axis;
  const { path } = axis;
  if (axis.kind === 'range') {
    return { kind: 'list', path, values: listFromRange(axis, field ?? NO_FIELD, axis.multiple) };
  }
  return withRange(path, rangeFromText(axis.values) ?? rangeFromList(axis.values), sizes);
}

function withRange(path: string, range: Range, sizes: PacketSizes | null): RangeAxis {
  return { kind: 'range', path, ...range, ...(sizes ? { multiple: sizes.largest } : {}) };
}

interface RangeFieldsProps extends Pick<Props, 'at' | 'problems' | 'onChange'> {
  axis: RangeAxis;
  sizes: PacketSizes | null;
}

function RangeFields({ axis, at, problems, sizes, onChange }: RangeFieldsProps) {
  const { multiple, ...exact } = axis;
  const text = (label: string, name: 'from' | 'to' | 'points') => (
    <TextField
      label={label}
      value={axis[name]}
      problem={problemAt(problems, `${at}.${name}`)}
      onChange={(value) => onChange({ ...axis, [name]: value })}
    />
  );
  return (
    <>
      <div className="study-pair">
        {text(VALUES.from, 'from')}
        {text(VALUES.to, 'to')}
      </div>
      <div className="study-pair">
        {text(VALUES.points, 'points')}
        <Labeled label={VALUES.spacing}>
          <Select
            value={axis.spacing}
            onChoose={(spacing) => onChange({ ...axis, spacing })}
            texts={{ linear: VALUES.linear, log: VALUES.log }}
          />
        </Labeled>
      </div>
      <AxisProblem axis={axis} at={at} problems={problems} />
      {sizes && (
        <CheckBox
          label={VALUES.wholePackets(figure(multiple ?? sizes.largest, 'B', 5))}
          checked={multiple !== undefined}
          onChoose={(on) => onChange(on ? { ...axis, multiple: sizes.largest } : exact)}
        />
      )}
    </>
  );
}

/** Problem of the whole range, such as one that the engine finds. */
function AxisProblem({ axis, at, problems }: Pick<Props, 'axis' | 'at' | 'problems'>) {
  const problem = problemAt(problems, at, axis.path);
  return problem === undefined ? null : (
    <p className="problem" role="alert">
      {problem}
    </p>
  );
}

interface ListFieldProps extends Pick<Props, 'at' | 'field' | 'problems' | 'onChange'> {
  axis: ListAxis;
}

function ListField({ axis, at, field, problems, onChange }: ListFieldProps) {
  const { path, values } = axis;
  return (
    <>
      <TextField
        label={VALUES.list}
        hidden
        value={values}
        problem={problemAt(problems, at, path)}
        onChange={(text) => onChange({ ...axis, values: text })}
        onBlur={() => {
          // A range pasted as text, as in links and on the command line.
          const range = field?.words ? null : rangeFromText(values);
          if (range) onChange({ kind: 'range', path, ...range });
        }}
      />
      <p className="note">
        {field?.words ? VALUES.kindsHelp(field.words) : VALUES.listHelp}
        {field?.buffer && ` ${VALUES.bufferHelp}`}
      </p>
    </>
  );
}

interface RemainderProps {
  axis: Axis;
  sizes: PacketSizes | null;
  onChange(axis: Axis): void;
}

/** Warns of limits that leave room for small packets only, with a button that rounds them to whole packets. */
function RemainderWarning({ axis, sizes, onChange }: RemainderProps) {
  if (!sizes?.mixed) return null;
  if (axis.kind === 'range') {
    if (axis.multiple === sizes.largest) return null;
    // Values need no rounding where the points of the range are whole packets already.
    if (valuesOfRange(axis, 'B')?.every((value) => !hasRemainder(value, sizes))) return null;
    return (
      <p className="problem">
        {VALUES.remainder(figure(sizes.largest, 'B', 5))}{' '}
        <Button
          kind="link"
          onClick={() => onChange({ ...axis, multiple: sizes.largest })}
          text={VALUES.useWholePackets}
        />
      </p>
    );
  }
  const parts = axis.values.split(',');
  const numbers = parts.map((part) => parseQuantity(part, 'B'));
  const first = numbers.find((read) => read.ok && hasRemainder(read.value, sizes));
  if (!first?.ok) return null;
  const rounded = numbers.map((read, i) =>
    read.ok
      ? figure(toWholePackets(read.value, sizes.largest), 'B', 9).replaceAll(',', '')
      : parts[i]!.trim(),
  );
  return (
    <p className="problem">
      {remainderText(first.value, sizes)}{' '}
      <Button
        kind="link"
        onClick={() => onChange({ ...axis, values: [...new Set(rounded)].join(', ') })}
        text={VALUES.roundToWholePackets}
      />
    </p>
  );
}
