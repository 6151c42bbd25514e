/** The field of a distribution: one value for all, one of four random distributions, or a list that is used in turn. */
import { useId, useState } from 'react';
import type { Param, Unit } from '../engine/catalog';
import type { Distribution } from '../scenario/types';
import { Select } from '../ui/Select';
import { DISTRIBUTION } from './lazyStrings';
import { Field, messageId, useMessages } from './Field';
import { ListArea, type ReadList } from './ListArea';
import { formatQuantity } from './quantity';
import { QuantityInput, readNumber } from './QuantityInput';
import { dragged, type NumberKind } from './steps';
import { useEdit } from './useEdit';
import { useScrub } from './useScrub';

type Shape = 'fixed' | 'uniform' | 'exponential' | 'pareto' | 'bimodal' | 'list';

/** Pareto shapes that the field accepts. The engine accepts all above 1, but near 1 no run is long enough to show the mean. */
const PARETO_SHAPES: NumberKind = { type: 'number', min: 1.01, max: 1000, log: true, nullable: false };

/** Default shape: that measured for files and web pages (vishwanath-2011, Section VI). */
const PARETO_SHAPE = 1.5;

const SHARES: NumberKind = { type: 'number', min: 0, max: 1, log: false, nullable: false };

interface Props {
  param: Param;
  kind: { min: number; max: number };
  path: string;
  value: Distribution;
}

/** Field of a distribution of `param`. */
export function DistributionField({ param, kind, path, value }: Props) {
  const id = useId();
  const edit = useEdit(path);
  const [message, setMessage] = useState<string | null>(null);
  const invalid = useMessages(path, message).length > 0;
  const numbers: NumberKind = { type: 'number', min: kind.min, max: kind.max, log: true, nullable: false };
  const common = {
    unit: param.unit,
    kind: numbers,
    invalid,
    describedBy: messageId(id),
    onMessage: setMessage,
  };

  /** Input of one number of the distribution; the first input has the id of the field. */
  const part = (
    name: keyof typeof DISTRIBUTION.parts,
    number: number,
    made: (next: number) => Distribution,
    { first = false, ...others }: { first?: boolean; unit?: Unit; kind?: NumberKind } = {},
  ) => (
    <QuantityInput
      {...common}
      {...others}
      id={first ? id : `${id}-${name}`}
      label={DISTRIBUTION.part(param.label, DISTRIBUTION.parts[name])}
      value={number}
      onSet={(next) => next !== null && edit.set(made(next))}
      onSlide={(next) => edit.slide(made(next))}
      onFinish={edit.finish}
    />
  );
  const fixed = typeof value === 'number' ? value : null;
  const scrub = useScrub({
    from: () => fixed,
    move: (start, pixels) => edit.slide(dragged(start, pixels, numbers, param.unit)),
    end: edit.finish,
  });

  return (
    <Field
      param={param}
      path={path}
      controlId={id}
      message={message}
      scrub={fixed === null ? undefined : scrub}
    >
      <Select
        className="input shape"
        aria-label={DISTRIBUTION.shape(param.label)}
        value={shapeOf(value)}
        onChoose={(shape) => edit.set(reshaped(value, shape))}
        texts={DISTRIBUTION.shapes}
      />
      {fixed !== null && (
        <QuantityInput
          {...common}
          id={id}
          value={fixed}
          onSet={(next) => next !== null && edit.set(next)}
          onSlide={edit.slide}
          onFinish={edit.finish}
        />
      )}
      {typeof value === 'object' && 'uniform' in value && (
        <div className="ends">
          {part('lowest', value.uniform[0], (low) => ({ uniform: [low, value.uniform[1]] }), { first: true })}
          {part('highest', value.uniform[1], (high) => ({ uniform: [value.uniform[0], high] }))}
        </div>
      )}
      {typeof value === 'object' &&
        'exponential' in value &&
        part('mean', value.exponential, (exponential) => ({ exponential }), { first: true })}
      {typeof value === 'object' && 'pareto' in value && (
        <div className="ends">
          {part('mean', value.pareto[0], (mean) => ({ pareto: [mean, value.pareto[1]] }), { first: true })}
          {part('shape', value.pareto[1], (shape) => ({ pareto: [value.pareto[0], shape] }), {
            unit: '',
            kind: PARETO_SHAPES,
          })}
        </div>
      )}
      {typeof value === 'object' && 'bimodal' in value && (
        <div className="ends">
          {part(
            'first',
            value.bimodal[0],
            (one) => ({ bimodal: [one, value.bimodal[1], value.bimodal[2]] }),
            {
              first: true,
            },
          )}
          {part('second', value.bimodal[1], (other) => ({
            bimodal: [value.bimodal[0], other, value.bimodal[2]],
          }))}
          {part(
            'share',
            value.bimodal[2],
            (share) => ({ bimodal: [value.bimodal[0], value.bimodal[1], share] }),
            { unit: 'ratio', kind: SHARES },
          )}
        </div>
      )}
      {typeof value === 'object' && 'list' in value && (
        <ListInput {...common} id={id} list={value.list} onSet={(list) => edit.set({ list })} />
      )}
    </Field>
  );
}

interface ListProps {
  id: string;
  list: number[];
  unit: Unit;
  kind: NumberKind;
  invalid: boolean;
  describedBy: string;
  onSet(list: number[]): void;
  onMessage(message: string | null): void;
}

/** Input of a list: values separated by semicolons, new lines, or a comma and a space. */
export function ListInput({ id, list, unit, kind, invalid, describedBy, onSet, onMessage }: ListProps) {
  return (
    <ListArea
      id={id}
      text={list.map((value) => formatQuantity(value, unit)).join('; ')}
      rows={2}
      invalid={invalid}
      describedBy={describedBy}
      read={(draft) => readList(draft, unit, kind)}
      onSet={onSet}
      onMessage={onMessage}
    />
  );
}

/** Reads a list of quantities in `unit`, each within the range of `kind`. */
export function readList(text: string, unit: Unit, kind: NumberKind): ReadList<number> {
  const values: number[] = [];
  for (const part of text.split(/[;\n]|,\s+/)) {
    if (part.trim() === '') continue;
    const read = readNumber(part, unit, kind);
    if (!read.ok) return read;
    if (read.value !== null) values.push(read.value);
  }
  if (values.length === 0) return { ok: false, message: DISTRIBUTION.emptyList };
  return { ok: true, list: values };
}

function shapeOf(value: Distribution): Shape {
  if (typeof value === 'number') return 'fixed';
  if ('uniform' in value) return 'uniform';
  if ('exponential' in value) return 'exponential';
  if ('bimodal' in value) return 'bimodal';
  return 'pareto' in value ? 'pareto' : 'list';
}

/** Returns the distribution in another shape, with the same ends or the same mean if the shape allows it. */
export function reshaped(value: Distribution, shape: Shape): Distribution {
  const values = valuesOf(value);
  const low = values.reduce((a, b) => Math.min(a, b), Infinity);
  const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
  if (!Number.isFinite(low)) return 0;
  const middle = Number(((low + high) / 2).toPrecision(6));
  switch (shape) {
    case 'fixed':
      return middle;
    case 'uniform':
      return { uniform: [low, high] };
    case 'exponential':
      return { exponential: middle };
    case 'pareto':
      return { pareto: [middle, PARETO_SHAPE] };
    case 'bimodal':
      return { bimodal: [low, high, 0.5] };
    case 'list':
      return { list: [...values] };
  }
}

/** Returns the numbers that describe a distribution: its values, its ends, or its mean. */
function valuesOf(value: Distribution): readonly number[] {
  if (typeof value === 'number') return [value];
  if ('uniform' in value) return value.uniform;
  if ('exponential' in value) return [value.exponential];
  if ('bimodal' in value) return value.bimodal.slice(0, 2);
  return 'pareto' in value ? [value.pareto[0]] : value.list;
}
