/** Form of the axes of a study's charts: the part that is shown, a title, and the unit BDP. */
import { useId, useState } from 'react';
import { formatQuantity, type Parsed } from '../controls/quantity';
import type { Unit } from '../engine/catalog';
import { Button } from '../ui/Button';
import { CheckBox } from '../ui/CheckBox';
import { Popover } from '../ui/Popover';
import {
  axisOf,
  readOfField,
  readOfMeasure,
  TITLE_LENGTH,
  unitOfQuantity,
  WHOLE_AXES,
  withAxis,
  type AxesSettings,
  type AxisSettings,
} from './axisSettings';
import type { Field } from './fields';
import type { Measure } from './measures';
import { AXES } from './strings';
import { bareLabel } from './studyText';

interface Props {
  axes: AxesSettings;
  /** Whether the axes are logarithmic. */
  log: { x: boolean; y: boolean };
  x: Field;
  measures: readonly Measure[];
  /** Whether the x axis can be in BDP. */
  hasBdp: boolean;
  onChange(axes: AxesSettings): void;
}

/** Button with the form of all axes. */
export function AxisOptions({ axes, log, x, measures, hasBdp, onChange }: Props) {
  // A new key clears what was typed.
  const [round, setRound] = useState(0);
  return (
    <Popover className="button" button={AXES.button}>
      <div className="axis-options column" key={round}>
        {!x.words && (
          <AxisFields
            name={AXES.x(bareLabel(x.label))}
            label={bareLabel(x.label)}
            axis={axes.x}
            isLog={log.x}
            unit={x.unit}
            read={(text) => readOfField(text, x)}
            onChange={(change) => onChange(withAxis(axes, 'x', change))}
          />
        )}
        {hasBdp && (
          <CheckBox label={AXES.bdp} checked={axes.bdp} onChoose={(bdp) => onChange({ ...axes, bdp })} />
        )}
        {measures.map((measure) => (
          <AxisFields
            key={measure.path}
            name={AXES.y(bareLabel(measure.label))}
            label={bareLabel(measure.label)}
            axis={axisOf(axes, measure.path)}
            isLog={log.y}
            unit={unitOfQuantity(measure.quantity)}
            read={(text) => readOfMeasure(text, measure)}
            onChange={(change) => onChange(withAxis(axes, measure.path, change))}
          />
        ))}
        <Button
          onClick={() => {
            setRound(round + 1);
            onChange(WHOLE_AXES);
          }}
          text={AXES.reset}
        />
      </div>
    </Popover>
  );
}

interface FieldsProps {
  name: string;
  /** Title of the axis if none is typed. */
  label: string;
  axis: AxisSettings;
  isLog: boolean;
  unit: Unit;
  read(text: string): Parsed;
  onChange(change: Partial<AxisSettings>): void;
}

function AxisFields({ name, label, axis, isLog, unit, read, onChange }: FieldsProps) {
  const [problem, setProblem] = useState('');
  const id = useId();
  const isCut = isLog && [axis.from, axis.to].some((value) => value !== null && value <= 0);
  const end = (which: 'from' | 'to') => (text: string) => {
    const result = text.trim() === '' ? ({ ok: true, value: null } as const) : read(text);
    const next = { ...axis, ...(result.ok && { [which]: result.value }) };
    const isEmpty = next.from !== null && next.to !== null && next.from >= next.to;
    setProblem(result.ok ? (isEmpty ? AXES.empty : '') : result.message);
    if (result.ok && !isEmpty) onChange({ [which]: result.value });
  };
  const shown = (value: number | null): string => (value === null ? '' : formatQuantity(value, unit));
  return (
    <fieldset className="axis-fields" aria-describedby={id}>
      <legend>{name}</legend>
      <div className="study-pair">
        <EndField label={AXES.from} start={shown(axis.from)} onText={end('from')} />
        <EndField label={AXES.to} start={shown(axis.to)} onText={end('to')} />
      </div>
      <label className="study-field">
        <span className="study-label">{AXES.title}</span>
        <input
          className="input"
          maxLength={TITLE_LENGTH}
          placeholder={label}
          value={axis.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
        />
      </label>
      <p id={id} className="problem" aria-live="polite">
        {problem || (isCut ? AXES.positive : '')}
      </p>
    </fieldset>
  );
}

/** Text field of one end; each text is read at once, and one that cannot be read stays. */
function EndField({ label, start, onText }: { label: string; start: string; onText(text: string): void }) {
  const [text, setText] = useState(start);
  return (
    <label className="study-field">
      <span className="study-label">{label}</span>
      <input
        className="input"
        placeholder={AXES.automatic}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          onText(event.currentTarget.value);
        }}
      />
    </label>
  );
}
