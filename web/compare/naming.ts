/**
 * What runs are called beside each other: by the fields in which they differ.
 *
 * `11 kB` and `30 kB` where only the buffer differs; `buffer 11 kB, 10 flows` where more does. A field that was changed
 * on the way says so: `11 kB → 30 kB at 60 s`.
 */
import { figure } from '../controls/quantity';
import { sectionOf, type Catalog, type Param } from '../engine/catalog';
import { titleOf } from '../lab/keeping';
import { paramAt } from '../lab/live';
import { differencesBetween } from '../scenario/differ';
import { applyPatches, PatchError } from '../scenario/patch';
import { valueAt } from '../scenario/path';
import type { Scenario } from '../scenario/types';

/** Fields that a name lists at most. */
const MOST_FIELDS = 2;

/** A name for each of these documents, in their order; null for one of which no field says how it differs. */
export function namesOf(catalog: Catalog, documents: readonly Scenario[]): (string | null)[] {
  const ways = documents.map(wayOf);
  const fields = fieldsOf(ways);
  if (fields.length > MOST_FIELDS && differ(documents.map(({ title }) => title))) {
    return documents.map(titleOf);
  }
  const named = fields.slice(0, MOST_FIELDS);
  const more = fields.length - named.length;
  return ways.map((way) => {
    const words = named.map((path) => wordsOf(catalog, way, path, fields.length > 1)).filter(Boolean);
    if (more > 0) words.push(`and ${more} more`);
    return words.length > 0 ? words.join(', ') : null;
  });
}

/** A scenario as it stands from a moment on. */
interface Stage {
  from_s: number;
  scenario: Scenario;
}

/** How the document's run goes: at 0, and after each of its edits. */
function wayOf(document: Scenario): Stage[] {
  const way: Stage[] = [{ from_s: 0, scenario: document }];
  let scenario = document;
  for (const { at_s, set } of document.edits) {
    try {
      scenario = applyPatches(scenario, set);
    } catch (error) {
      // The engine has accepted these edits; one that our own rules cannot follow ends the replay.
      if (error instanceof PatchError) break;
      throw error;
    }
    way.push({ from_s: at_s, scenario });
  }
  return way;
}

/** Paths at which any two of the ways differ, in the order of the documents. */
function fieldsOf(ways: readonly Stage[][]): string[] {
  const first = ways[0]?.[0]?.scenario;
  const stages = ways.flat().map(({ scenario }) => scenario);
  const differing = stages.flatMap((one) => differencesBetween(first, one).map(({ path }) => path));
  const paths = [...new Set(differing)].filter((path) =>
    differ(ways.map((way) => JSON.stringify(way.map(({ scenario }) => valueAt(scenario, path))))),
  );
  // What belongs to another kind is said by the kind, and of two ways to say the same only one is used.
  const kinds = paths.filter((path) => path.endsWith('.kind')).map((path) => path.slice(0, -'kind'.length));
  const own = paths.filter((path) => path.endsWith('.kind') || !kinds.some((kind) => path.startsWith(kind)));
  return own.filter((path) => stages.some((one) => isSaid(valueAt(one, path))));
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined;
}

/** The values of a field along a way: `11 kB`, `11 kB → 30 kB at 60 s`; empty where it never has one. */
function wordsOf(catalog: Catalog, way: readonly Stage[], path: string, withLabel: boolean): string {
  let text = '';
  let before: string | null = null;
  for (const { from_s, scenario } of way) {
    const words = valueText(catalog, scenario, path, withLabel && text === '');
    if (words === before || words === '') continue;
    if (text === '') text = from_s === 0 ? words : `${words} from ${figure(from_s, 's', 4)}`;
    else text += ` → ${words} at ${figure(from_s, 's', 4)}`;
    before = valueText(catalog, scenario, path, false);
  }
  return text;
}

function valueText(catalog: Catalog, scenario: Scenario, path: string, withLabel: boolean): string {
  const value = valueAt(scenario, path);
  const [, thing] = /^(?:bottlenecks|edges|groups)\.([^.]+)$/.exec(path) ?? [];
  if (thing !== undefined) return value === undefined ? `without ${thing}` : `with ${thing}`;
  if (!isSaid(value)) return '';
  const param = paramAt(catalog, scenario, path);
  const text = plainText(catalog, param, value);
  // A number without a unit says nothing by itself.
  const bare = typeof value === 'number' ? (param?.unit ?? '') === '' : typeof value !== 'string';
  const label = labelOf(param, path);
  // `1,000 flows` says what it is.
  return (withLabel || bare) && !text.endsWith(label) ? `${label} ${text}` : text;
}

/** `Buffer, packets`: the figure brings its unit. */
function labelOf(param: Param | null, path: string): string {
  return param ? param.label.replace(/, .*/, '').toLowerCase() : path.slice(path.lastIndexOf('.') + 1);
}

function plainText(catalog: Catalog, param: Param | null, value: unknown): string {
  if (typeof value === 'number') return figure(value, param?.unit ?? '', 4);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string') return JSON.stringify(value);
  if (param?.kind.type === 'one_of') {
    return sectionOf(catalog, param.kind.registry, value)?.label ?? value.replaceAll('_', ' ');
  }
  return value.replaceAll('_', ' ');
}

function differ(texts: readonly (string | undefined)[]): boolean {
  return new Set(texts).size > 1;
}
