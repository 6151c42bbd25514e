/**
 * Parameters of a scenario that a study can vary: all numbers, and all kinds that have alternatives, by path, with label,
 * unit and first values.
 */
import { bufferContext } from '../controls/buffer';
import type { BufferPlace } from '../controls/bufferText';
import { packetSizes } from '../controls/wholePackets';
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
import { OWNER } from './strings';

/** A parameter that can be varied. */
export interface Field {
  /** Path in the scenario, such as `bottlenecks.r0.queue.limit_bytes`. */
  path: string;
  label: string;
  /** Name of the part to which it belongs: `Bottleneck r0`, `Group udp`, `Experiment`. */
  owner: string;
  unit: Unit;
  /** Present value in the scenario; null if it is not a number. */
  value: number | null;
  min: number;
  max: number;
  /** Whether only whole numbers are accepted, for example of flows. */
  whole: boolean;
  /** Accepted values that are words, the present one first; null for a number. */
  words: readonly string[] | null;
  /** Labels of the words in the catalog, by word. */
  labels?: Readonly<Record<string, string>>;
  /** For the limit of a buffer, the data that its other units (time, BDP) depend on; null for any other parameter. */
  buffer: BufferPlace | null;
}

/** Defaults of a parameter about which nothing is known. */
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

/** Returns all parameters of `scenario`: bottlenecks, then groups, edge routers, and the experiment as a whole. */
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
        ? [
            {
              ...NO_FIELD,
              path: kind.type === 'one_of' ? `${here}.kind` : here,
              ...{ label, owner, words, labels: labelsOf(catalog, param) },
            },
          ]
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
      inside(OWNER.bottleneck(one.id), `bottlenecks.${one.id}.`, sections.bottleneck, one),
    ),
    ...scenario.groups.flatMap((one) =>
      inside(OWNER.group(one.label || one.id), `groups.${one.id}.`, sections.group, one),
    ),
    ...scenario.edges.flatMap((one) => inside(OWNER.edge(one.id), `edges.${one.id}.`, sections.edge, one)),
    ...inside(OWNER.experiment, '', sections.scenario, scenario),
  ];
}

/** Returns the parameter that a new study varies: the limit of the first buffer, or the first parameter of all. */
export function firstField(fields: readonly Field[]): Field | undefined {
  return fields.find(({ path, value }) => /\.queue\.limit_\w+$/.test(path) && value !== null) ?? fields[0];
}

/** Paths without an axis: replications vary the seed, and the form has fields for duration and warm-up. */
const ALWAYS_VARIED = new Set(['seed', 'version', 'duration_s', 'warmup_s']);

/** Registries whose kinds are not alternatives: most sources need rates or files that the others do not have. */
const NO_AXIS = new Set(['traffic', 'workload', 'router']);

/** Returns the words that a parameter accepts, the present one first; null for fewer than two words. */
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

/** Returns the labels of the kinds or choices of a parameter, by id. */
function labelsOf(catalog: Catalog, { kind }: Param): Record<string, string> {
  if (kind.type === 'choice') return Object.fromEntries(kind.options.map(({ id, label }) => [id, label]));
  if (kind.type !== 'one_of') return {};
  return Object.fromEntries(kindsOf(catalog, kind.registry).map((one) => [kindOf(one), one.label]));
}

/** Returns the label of a word of a parameter; the word itself if the catalog has none. */
export function wordLabel(word: string, field: Pick<Field, 'labels'> | undefined): string {
  return field?.labels?.[word] ?? word;
}

function ordered(words: readonly string[], first: unknown): string[] | null {
  if (words.length < 2 || typeof first !== 'string') return null;
  return [first, ...words.filter((word) => word !== first)];
}

/** Returns the data that the units of a buffer depend on, for the limit at `path`; null for any other parameter. */
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
