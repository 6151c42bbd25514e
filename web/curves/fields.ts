/**
 * What of a scenario can be varied: every number in it, and every kind that others can stand for, by its path, with
 * label, unit and values to begin with.
 */
import { bufferContext } from '../controls/buffer';
import type { BufferPlace } from '../controls/bufferText';
import { formatQuantity } from '../controls/quantity';
import { packetSizes, toWholePackets } from '../controls/wholePackets';
import {
  kindOf,
  kindsOf,
  type Catalog,
  type Param,
  type ParamKind,
  type Section,
  type Unit,
} from '../engine/catalog';
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';

export interface Field {
  /** As in `bottlenecks.r0.queue.limit_bytes`. */
  path: string;
  label: string;
  /** What it belongs to: `Bottleneck r0`, `Group udp`, `Experiment`. */
  owner: string;
  unit: Unit;
  /** Null where the scenario has something else than a number there. */
  value: number | null;
  min: number;
  max: number;
  /** Whether only whole numbers are accepted, as of flows. */
  whole: boolean;
  /** What the field accepts, if these are words: the present one first. Null of a number. */
  words: readonly string[] | null;
  /** Of a buffer's limit, what its other names (time, BDP) depend on; null of any other field. */
  buffer: BufferPlace | null;
}

/** A field of which nothing more is known. */
export const NO_FIELD: Field = {
  path: '',
  label: '',
  owner: '',
  unit: '',
  value: null,
  min: -Infinity,
  max: Infinity,
  whole: false,
  words: null,
  buffer: null,
};

/** All fields of `scenario`, in the order of the path a packet takes, the narrow places first. */
export function fieldsOf(catalog: Catalog, scenario: Scenario): Field[] {
  const { sections } = catalog;
  const inside = (owner: string, path: string, section: Section | undefined, value: unknown): Field[] => {
    if (!section || !isRecord(value)) return [];
    return section.params.flatMap((param): Field[] => {
      const { name, label, unit, kind } = param;
      const at = value[name];
      const here = `${path}${name}`;
      const words = wordsOf(catalog, param, at);
      const ofWords = words
        ? [{ ...NO_FIELD, path: kind.type === 'one_of' ? `${here}.kind` : here, label, owner, words }]
        : [];
      if (kind.type === 'number' || kind.type === 'integer' || kind.type === 'distribution') {
        if (ALWAYS_VARIED.has(here)) return [];
        const { min, max } = kind;
        const number = typeof at === 'number' ? at : null;
        const whole = kind.type === 'integer';
        const buffer = bufferAt(catalog, scenario, here);
        return [{ ...NO_FIELD, path: here, label, owner, unit, value: number, min, max, whole, buffer }];
      }
      return [...ofWords, ...inside(owner, `${here}.`, sections[sectionOf(kind, at)], at)];
    });
  };
  return [
    ...scenario.bottlenecks.flatMap((one) =>
      inside(`Bottleneck ${one.id}`, `bottlenecks.${one.id}.`, sections.bottleneck, one),
    ),
    ...scenario.groups.flatMap((one) =>
      inside(`Group ${one.label || one.id}`, `groups.${one.id}.`, sections.group, one),
    ),
    ...scenario.edges.flatMap((one) =>
      inside(`Edge router ${one.id}`, `edges.${one.id}.`, sections.edge, one),
    ),
    ...inside('Experiment', '', sections.scenario, scenario),
  ];
}

/** What is varied unless something else is chosen: the limit of the first buffer. */
export function firstField(fields: readonly Field[]): Field | undefined {
  return fields.find(({ path, value }) => /\.queue\.limit_\w+$/.test(path) && value !== null) ?? fields[0];
}

/**
 * The values that an axis starts with: logarithmic around the present value, for a limit in bytes in whole packets; all
 * kinds, for a field that names one; none, for a field without a value.
 */
export function axisAround(field: Field, steps = 10): { path: string; values: string; multiple?: number } {
  const { path, buffer } = field;
  const values = valuesAround(field, steps);
  const sizes = buffer?.counted === 'bytes' ? buffer.sizes : null;
  return sizes ? { path, values, multiple: sizes.largest } : { path, values };
}

/** The values of such an axis as text. */
export function valuesAround(field: Field, steps = 10): string {
  const { value, unit, min, max, whole, words, buffer } = field;
  if (words) return words.slice(0, FIRST_WORDS).join(', ');
  // In a list a comma separates values, not thousands.
  const written = (quantity: number): string => formatQuantity(quantity, unit).replaceAll(',', '');
  if (value === null || value <= 0) return value === null ? '' : written(value);
  const sizes = buffer?.counted === 'bytes' ? buffer.sizes : null;
  const end = (factor: number): string => {
    const near = Number((value * factor).toPrecision(2));
    const to = sizes ? toWholePackets(near, sizes.largest) : whole ? Math.round(near) : near;
    return written(Math.min(max, Math.max(min, to)));
  };
  const [lo, hi] = [end(1 / 4), end(4)];
  return lo === hi ? lo : `${lo}:${hi}:${steps}:log`;
}

/** So many kinds stand in an axis before anybody has chosen. */
const FIRST_WORDS = 4;

/** Replications vary the seed; the length of the runs has fields of its own. */
const ALWAYS_VARIED = new Set(['seed', 'version', 'duration_s', 'warmup_s']);

/** Sources are no alternatives of each other: most need rates or files that others have not. */
const NO_AXIS = new Set(['traffic', 'workload', 'router']);

/** The words that a field accepts, the present one first; null where it accepts none, or only one. */
function wordsOf(catalog: Catalog, { kind }: Param, value: unknown): string[] | null {
  if (kind.type === 'one_of' && !NO_AXIS.has(kind.registry) && isRecord(value)) {
    return ordered(kindsOf(catalog, kind.registry).map(kindOf), value.kind);
  }
  if (kind.type === 'choice')
    return ordered(
      kind.options.map(({ id }) => id),
      value,
    );
  return null;
}

function ordered(words: readonly string[], first: unknown): string[] | null {
  if (words.length < 2 || typeof first !== 'string') return null;
  return [first, ...words.filter((word) => word !== first)];
}

/** What the names of a buffer depend on, of the limit at `path`; null of any other field. */
function bufferAt(catalog: Catalog, scenario: Scenario, path: string): BufferPlace | null {
  const match = /^(.*queue)\.limit_(packets|bytes)$/.exec(path);
  const context = match && bufferContext(scenario, match[1]!, catalog);
  if (!context) return null;
  const counted = match[2] as 'packets' | 'bytes';
  return { context, counted, sizes: packetSizes(scenario, `${match[1]}.limit_bytes`, catalog) };
}

function sectionOf(kind: ParamKind, value: unknown): string {
  if (kind.type === 'section') return kind.section;
  return kind.type === 'one_of' && isRecord(value) ? `${kind.registry}.${String(value.kind)}` : '';
}
