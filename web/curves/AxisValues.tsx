/** What may be written for an axis, how a range is divided, and what is wrong with limits between whole packets. */
import { figure, parseQuantity } from '../controls/quantity';
import { hasRemainder, remainderText, toWholePackets, type PacketSizes } from '../controls/wholePackets';
import type { Field } from './fields';
import { isRangeText, type AxisFormState } from './formState';

type Axis = Exclude<AxisFormState, { other: unknown }>;

interface Props {
  axis: Axis;
  field: Field | undefined;
  onChange(axis: Axis): void;
}

export function Spacing({ axis, field, onChange }: Props) {
  const { path, values } = axis;
  const sizes = field?.buffer?.counted === 'bytes' ? field.buffer.sizes : null;
  if (field?.words) return <p className="note">A list of: {field.words.join(', ')}.</p>;
  const match = /^([^,]*:[^,]*:\s*\d+)\s*(:\s*log)?\s*$/.exec(values);
  const [, range = '', log] = match ?? [];
  return (
    <>
      {match ? (
        <label className="box">
          <input
            type="checkbox"
            checked={log !== undefined}
            onChange={(event) =>
              onChange({ ...axis, values: event.currentTarget.checked ? `${range}:log` : range })
            }
          />
          Log spacing
        </label>
      ) : (
        <p className="note">A list, or from:to:how many{field?.buffer ? '; also as 2 ms or 0.1 BDP' : ''}.</p>
      )}
      {match && sizes && (
        <label className="box">
          <input
            type="checkbox"
            checked={axis.multiple !== undefined}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? { ...axis, multiple: sizes.largest } : { path, values })
            }
          />
          in whole packets of {figure(axis.multiple ?? sizes.largest, 'B', 5)}
        </label>
      )}
      <Remainders axis={axis} sizes={sizes} onChange={onChange} />
    </>
  );
}

/** Limits that leave room for small packets only: what that means, and a button that rounds them. */
function Remainders({
  axis,
  sizes,
  onChange,
}: {
  axis: Axis;
  sizes: PacketSizes | null;
  onChange(axis: Axis): void;
}) {
  if (!sizes?.mixed || axis.multiple === sizes.largest) return null;
  const isRange = isRangeText(axis.values);
  if (isRange) {
    return (
      <p className="problem">
        Limits between whole packets of {figure(sizes.largest, 'B', 5)} have room that only smaller packets
        can use: the curve then shows that room and not the buffer.{' '}
        <button type="button" className="link" onClick={() => onChange({ ...axis, multiple: sizes.largest })}>
          Take whole packets
        </button>
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
      <button
        type="button"
        className="link"
        onClick={() => onChange({ ...axis, values: [...new Set(rounded)].join(', ') })}
      >
        Round to whole packets
      </button>
    </p>
  );
}
