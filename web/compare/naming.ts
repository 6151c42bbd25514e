/**
 * Names of compared runs, by the parameters in which they differ.
 *
 * The names are `11 kB` and `30 kB` if only the buffer differs, and `buffer 11 kB, 10 flows` if more differs. An edit
 * during the run is part of the name: `11 kB → 30 kB at 60 s`.
 */
import { figure } from '../controls/quantity';
import { sectionOf, type Catalog, type Param } from '../engine/catalog';
import { titleOf } from '../lab/keeping';
import { paramAt } from '../lab/live';
import { differencesBetween } from '../scenario/differ';
import { applyPatches, PatchError } from '../scenario/patch';
import { valueAt, wordsOfPath } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import { RUN_NAME } from './strings';

/** Number of parameters in a name. */
const MAX_FIELDS = 2;

/** Returns a name for each document; null for one that has none of the differing parameters. */
export function namesOf(catalog: Catalog, documents: readonly Scenario[]): (string | null)[] {
  const timelines = documents.map(stagesOf);
  const fields = fieldsOf(timelines);
  if (fields.length > MAX_FIELDS && differ(documents.map(({ title }) => title))) {
    return documents.map(titleOf);
  }
  const named = fields.slice(0, MAX_FIELDS);
  const more = fields.length - named.length;
  return timelines.map((timeline) => {
    const words = named.map((path) => valuesText(catalog, timeline, path, fields.length > 1)).filter(Boolean);
    if (more > 0) words.push(RUN_NAME.more(more));
    return words.length > 0 ? words.join(', ') : null;
  });
}

/** Scenario from a time on, in seconds. */
interface Stage {
  from_s: number;
  scenario: Scenario;
}

/** Returns the scenario at time 0 and after each edit. */
function stagesOf(document: Scenario): Stage[] {
  const timeline: Stage[] = [{ from_s: 0, scenario: document }];
  let scenario = document;
  for (const { at_s, set } of document.edits) {
    try {
      scenario = applyPatches(scenario, set);
    } catch (error) {
      // The engine has accepted these edits; one that cannot be applied here ends the list.
      if (error instanceof PatchError) break;
      throw error;
    }
    timeline.push({ from_s: at_s, scenario });
  }
  return timeline;
}

/** Returns the paths at which any two documents differ, in the order of the documents. */
function fieldsOf(timelines: readonly Stage[][]): string[] {
  const first = timelines[0]?.[0]?.scenario;
  const stages = timelines.flat().map(({ scenario }) => scenario);
  const differing = stages.flatMap((one) => differencesBetween(first, one).map(({ path }) => path));
  const paths = [...new Set(differing)].filter((path) =>
    differ(
      timelines.map((timeline) => JSON.stringify(timeline.map(({ scenario }) => valueAt(scenario, path)))),
    ),
  );
  // A kind names its own parameters too, so that these are left out.
  const kinds = paths.filter((path) => path.endsWith('.kind')).map((path) => path.slice(0, -'kind'.length));
  const own = paths.filter((path) => path.endsWith('.kind') || !kinds.some((kind) => path.startsWith(kind)));
  return own.filter((path) => stages.some((one) => hasValue(valueAt(one, path))));
}

function hasValue(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** Returns the values of a parameter over time: `11 kB`, `11 kB → 30 kB at 60 s`; empty without any. */
function valuesText(catalog: Catalog, timeline: readonly Stage[], path: string, withLabel: boolean): string {
  let text = '';
  let before: string | null = null;
  for (const { from_s, scenario } of timeline) {
    const words = valueText(catalog, scenario, path, withLabel && text === '');
    if (words === before || words === '') continue;
    if (text === '') text = from_s === 0 ? words : RUN_NAME.from(words, figure(from_s, 's', 4));
    else text = RUN_NAME.changed(text, words, figure(from_s, 's', 4));
    before = valueText(catalog, scenario, path, false);
  }
  return text;
}

function valueText(catalog: Catalog, scenario: Scenario, path: string, withLabel: boolean): string {
  const value = valueAt(scenario, path);
  const [, part] = /^(?:bottlenecks|edges|groups)\.([^.]+)$/.exec(path) ?? [];
  if (part !== undefined) return value === undefined ? RUN_NAME.without(part) : RUN_NAME.with(part);
  if (!hasValue(value)) return '';
  const param = paramAt(catalog, scenario, path);
  const text = plainText(catalog, param, value);
  // A number without a unit needs its label.
  const bare = typeof value === 'number' ? (param?.unit ?? '') === '' : typeof value !== 'string';
  const label = labelOf(param, path);
  // `1,000 flows` needs no label.
  return (withLabel || bare) && !text.endsWith(label) ? RUN_NAME.labeled(label, text) : text;
}

/** Returns a label without its unit, which the value has. */
function labelOf(param: Param | null, path: string): string {
  return param
    ? param.label.replace(/, .*/, '').toLowerCase()
    : wordsOfPath(path.slice(path.lastIndexOf('.') + 1)).toLowerCase();
}

function plainText(catalog: Catalog, param: Param | null, value: unknown): string {
  if (typeof value === 'number') return figure(value, param?.unit ?? '', 4);
  if (typeof value === 'boolean') return value ? RUN_NAME.on : RUN_NAME.off;
  if (typeof value !== 'string') return JSON.stringify(value);
  if (param?.kind.type === 'one_of') {
    return sectionOf(catalog, param.kind.registry, value)?.label ?? value.replaceAll('_', ' ');
  }
  return value.replaceAll('_', ' ');
}

function differ(texts: readonly (string | undefined)[]): boolean {
  return new Set(texts).size > 1;
}
