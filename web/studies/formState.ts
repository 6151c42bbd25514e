/**
 * State of the study form, and the conversion between it and a study document.
 *
 * The form keeps values as text with units, as people type them; the engine reads them. Parts of a study that the form
 * cannot edit, such as parameters that vary together, are kept unchanged.
 */
import { readBuffer } from '../controls/bufferText';
import { formatQuantity, parseQuantity } from '../controls/quantity';
import { toWholePackets } from '../controls/wholePackets';
import { sectionOf, type Catalog, type Unit } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { patchesOfProfile } from '../lab/profile';
import { applyPatches, PatchError } from '../scenario/patch';
import { isRecord, valueAt } from '../scenario/path';
import type { Patch, Problem, Scenario } from '../scenario/types';
import type { CaseLine, Over, Seeds, StudyDocument } from '../types/engine';
import { rangeFromText, textFromRange, type Range } from './axisRange';
import type { Field } from './fields';
import { FORM } from './strings';

/** A parameter with its values as a list, separated by commas. */
export interface ListAxis {
  kind: 'list';
  path: string;
  values: string;
}

/** A parameter with the ends of a range; `multiple` rounds each value to a multiple of so many bytes. */
export interface RangeAxis extends Range {
  kind: 'range';
  path: string;
  multiple?: number;
}

/** An axis of a study: editable, or (`other`) shown as it is written in the document. */
export type AxisFormState = ListAxis | RangeAxis | { kind: 'other'; over: Over };

/** Rule that ends the replications of a point early. */
export interface StopFormState {
  /** Path of the measure. */
  measure: string;
  /** Half-width of the 95 % interval as a share of the mean, such as `10 %`. */
  width: string;
  /** Least number of replications. */
  atLeast: string;
}

/** Values of all fields of the study form. */
export interface StudyFormState {
  /** Scenario with all defaults filled in. */
  scenario: Scenario;
  axes: readonly AxisFormState[];
  replications: string;
  seeds: Seeds;
  duration: string;
  warmup: string;
  /** Null: all replications are run. */
  stop: StopFormState | null;
  /** Paths of the measures that are shown, at least one. */
  measures: readonly string[];
  /** Changes of the scenario that all runs share, besides duration and warm-up. */
  set: readonly Patch[];
  /** Conditions that points must meet. */
  where: readonly string[];
}

/**
 * Returns the study of a form, or its problems by path; axis `i` has the paths `over.i`, `over.i.from`, `over.i.to` and
 * `over.i.points`. `fields` give units, and say which parameters are buffers, whose values can be times or BDP.
 */
export function studyOf(
  form: StudyFormState,
  fields: readonly Field[] = [],
): { study: StudyDocument } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const set: Patch[] = [...form.set];
  for (const [path, text] of [
    ['duration_s', form.duration],
    ['warmup_s', form.warmup],
  ] as const) {
    const read = parseQuantity(text, 's');
    if (!read.ok) problems.push({ path, message: read.message });
    else if (read.value !== form.scenario[path]) set.push({ path, value: read.value });
  }
  const whole = (path: string, text: string, least: number): number => {
    const value = Number(text.trim() || NaN);
    if (Number.isSafeInteger(value) && value >= least) return value;
    problems.push({ path, message: FORM.wholeNumber(least) });
    return least;
  };
  const replications = whole('replications', form.replications, 1);
  const stop = form.stop && {
    measure: form.stop.measure,
    half_width: shareOf(form.stop.width, problems),
    at_least: whole('stop.at_least', form.stop.atLeast, 2),
  };
  const over = form.axes.map((axis, i): Over => {
    if (axis.kind === 'other') return axis.over;
    if (axis.kind === 'range') whole(`over.${i}.points`, axis.points, 1);
    return overOf(axis, fields, `over.${i}`, problems);
  });
  if (problems.length > 0) return { problems };
  const study: StudyDocument = {
    scenario: form.scenario,
    over,
    replications,
    measure: [...form.measures],
  };
  if (set.length > 0) study.set = set;
  if (form.where.length > 0) study.where = [...form.where];
  if (form.seeds !== 'common') study.seeds = form.seeds;
  if (stop) study.stop = stop;
  return { study };
}

/** Returns the form of a study. `scenario` is its scenario with all defaults; `unitOf` gives the unit of a parameter. */
export function formStateOf(
  study: StudyDocument,
  scenario: Scenario,
  unitOf: (path: string) => Unit,
): Omit<StudyFormState, 'measures'> & { measures: string[] } {
  const { set = [], over = [], where = [], stop } = study;
  const valueOf = (path: string): unknown =>
    set.findLast((patch) => patch.path === path)?.value ?? valueAt(scenario, path);
  const time = (path: string): string => {
    const value = valueOf(path);
    return typeof value === 'number' ? formatQuantity(value, 's') : String(value);
  };
  return {
    scenario,
    axes: over.map((axis) => axisOf(axis, unitOf)),
    replications: String(study.replications ?? 1),
    seeds: study.seeds ?? 'common',
    duration: time('duration_s'),
    warmup: time('warmup_s'),
    stop: stop
      ? {
          measure: stop.measure,
          width: `${Number((100 * stop.half_width).toPrecision(12))} %`,
          atLeast: String(stop.at_least ?? 10),
        }
      : null,
    measures: [...(study.measure ?? [])],
    set: set.filter(({ path }) => path !== 'duration_s' && path !== 'warmup_s'),
    where,
  };
}

/** Returns the paths of the parameters that the study varies, by axis. */
export function pathsOf(study: StudyDocument): string[][] {
  return (study.over ?? []).map(fieldsOfAxis);
}

/** Returns the scenario with its edits applied, for runs that begin at time 0 with the present values. */
export function presentScenario(document: Scenario, current: Scenario): Scenario {
  return document.edits.length === 0 ? document : { ...current, edits: [] };
}

/** Returns the scenario of one run, to be opened in the Lab. */
export function scenarioOf(
  { scenario, set = [] }: StudyDocument,
  { point, seed }: CaseLine,
  catalog: Catalog | null = null,
): unknown {
  const differences = Object.entries(point).map(([path, value]) => ({ path, value }));
  return patched(scenario, [...set, ...differences, { path: 'seed', value: seed }], catalog);
}

/**
 * Applies patches as the engine does: a profile sets its fields; a new kind keeps the fields that it has too, and the engine
 * fills in the others.
 */
function patched(scenario: unknown, set: readonly Patch[], catalog: Catalog | null): unknown {
  return set.reduce((at: unknown, patch) => {
    const ofProfile = catalog && patchesOfProfile(catalog, at, patch);
    if (ofProfile) return applyPatches(at, ofProfile);
    const place = patch.path.endsWith('.kind') ? patch.path.slice(0, -'.kind'.length) : null;
    const param = place !== null && catalog ? paramAt(catalog, at, place) : null;
    const before = place === null ? null : valueAt(at, place);
    if (place === null || param?.kind.type !== 'one_of' || !isRecord(before))
      return applyPatches(at, [patch]);
    const section = sectionOf(catalog, param.kind.registry, patch.value);
    const has = (name: string): boolean => section?.params.some((one) => one.name === name) ?? false;
    const shared = Object.entries(before).filter(([name]) => has(name));
    return applyPatches(at, [{ path: place, value: { ...Object.fromEntries(shared), kind: patch.value } }]);
  }, scenario);
}

/** Returns the scenario at a point without validating it; null if a path of the point does not exist. */
export function scenarioAt(
  { scenario, set = [] }: StudyDocument,
  point: Readonly<Record<string, unknown>>,
): Scenario | null {
  try {
    const differences = Object.entries(point).map(([path, value]) => ({ path, value }));
    return applyPatches(scenario as Scenario, [...set, ...differences]);
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
}

/** Returns the scenario as a function of the parameter `path`; the other parameters are those of `line`. */
export function scenarioAlong(
  study: StudyDocument,
  path: string,
  line: CaseLine | undefined,
): (value: number) => Scenario | null {
  return (value) => scenarioAt(study, { ...line?.point, [path]: value });
}

/** Writes an axis as the engine reads it; problems are added under the path `at`. */
function overOf(
  axis: ListAxis | RangeAxis,
  fields: readonly Field[],
  at: string,
  problems: Problem[],
): string {
  const field = fields.find(({ path }) => path === axis.path);
  const problem = (path: string, message: string): void => {
    problems.push({ path, message });
  };
  if (axis.kind === 'list') return `${axis.path}=${listText(axis.values, field, (why) => problem(at, why))}`;
  const end = (name: 'from' | 'to'): string =>
    endText(axis[name], field, (why) => problem(`${at}.${name}`, why));
  const multiple = axis.multiple === undefined ? '' : `:multiple=${axis.multiple}`;
  return `${axis.path}=${textFromRange({ ...axis, from: end('from'), to: end('to') })}${multiple}`;
}

/** Writes values of a list. A range written as text, as links and the command line have it, is accepted as well. */
function listText(values: string, field: Field | undefined, refuse: (message: string) => void): string {
  const range = rangeFromText(values);
  if (range) {
    const ends = { from: endText(range.from, field, refuse), to: endText(range.to, field, refuse) };
    return textFromRange({ ...range, ...ends });
  }
  const { buffer = null } = field ?? {};
  if (!buffer) return values;
  const parts = values.split(',').map((part) => bufferText(part, buffer, refuse));
  return parts.join(',');
}

/** Writes one end of a range. */
function endText(text: string, field: Field | undefined, refuse: (message: string) => void): string {
  if (!field || field.words) return text;
  if (field.buffer) return bufferText(text, field.buffer, refuse);
  const read = parseQuantity(text, field.unit);
  if (!read.ok) refuse(read.message);
  return text;
}

/** Writes a buffer: a time or a BDP, which depend on the network, becomes a limit; the engine reads the rest. */
function bufferText(
  text: string,
  buffer: NonNullable<Field['buffer']>,
  refuse: (message: string) => void,
): string {
  if (parseQuantity(text, buffer.counted === 'bytes' ? 'B' : 'packets').ok) return text;
  const read = readBuffer(text, buffer);
  if (!read.ok) refuse(read.message);
  return read.ok ? String(read.value) : text;
}

function shareOf(text: string, problems: Problem[]): number {
  const read = parseQuantity(text, 'ratio');
  if (read.ok) return read.value;
  problems.push({ path: 'stop.half_width', message: read.message });
  return 1;
}

function axisOf(over: Over, unitOf: (path: string) => Unit): AxisFormState {
  if (typeof over === 'string') return axisFromText(over, unitOf);
  // In a list a comma separates values, not thousands.
  const written = (path: string, value: number | string): string =>
    typeof value === 'string' ? value : formatQuantity(value, unitOf(path)).replaceAll(',', '');
  if ('together' in over) return { kind: 'other', over };
  if ('values' in over) {
    const { path, values } = over;
    const areNumbers = values.every((value): value is number => typeof value === 'number');
    return areNumbers
      ? { kind: 'list', path, values: values.map((value) => written(path, value)).join(', ') }
      : { kind: 'other', over };
  }
  const { path, from, to, steps, log } = over;
  const spacing = log ? 'log' : 'linear';
  return {
    kind: 'range',
    path,
    from: written(path, from),
    to: written(path, to),
    points: `${steps}`,
    spacing,
  };
}

/** Reads `path=values`. Parameters that vary together are written with & between them. */
function axisFromText(over: string, unitOf: (path: string) => Unit): AxisFormState {
  const [name = '', ...rest] = over.split('=');
  const path = name.trim();
  const text = rest.join('=').trim();
  if (rest.length === 0 || over.includes('&')) return { kind: 'other', over };
  const [, values, unit] = /^(.*?)\s*:\s*multiple=(.*)$/.exec(text) ?? [];
  const range = rangeFromText(values ?? text);
  if (unit === undefined)
    return range ? { kind: 'range', path, ...range } : { kind: 'list', path, values: text };
  const multiple = parseQuantity(unit, unitOf(path));
  return range && multiple.ok
    ? { kind: 'range', path, ...range, multiple: multiple.value }
    : { kind: 'other', over };
}

function fieldsOfAxis(over: Over): string[] {
  if (typeof over === 'string') return over.split('&').map((part) => (part.split('=')[0] ?? '').trim());
  if (isRecord(over) && 'together' in over) return over.together.flatMap(fieldsOfAxis);
  return [over.path];
}

/**
 * Returns the first values of an axis: a logarithmic range from a quarter of the present value to four times it, for a
 * limit in bytes in whole packets; a list of kinds for a parameter that names a kind; an empty list without a value.
 */
export function axisAround(field: Field, points = 10): AxisFormState {
  const { path, value, unit, min, max, whole, words, buffer } = field;
  const list = (values: string): AxisFormState => ({ kind: 'list', path, values });
  if (words) return list(words.slice(0, FIRST_KINDS).join(', '));
  // In a list a comma separates values, not thousands.
  const written = (quantity: number): string => formatQuantity(quantity, unit).replaceAll(',', '');
  if (value === null || value <= 0) return list(value === null ? '' : written(value));
  const sizes = buffer?.counted === 'bytes' ? buffer.sizes : null;
  const end = (factor: number): string => {
    const near = Number((value * factor).toPrecision(2));
    const fitting = sizes
      ? toWholePackets(near, sizes.largest)
      : whole
        ? Math.max(1, Math.round(near))
        : near;
    return written(Math.min(max, Math.max(min, fitting)));
  };
  const [from, to] = [end(1 / 4), end(4)];
  if (from === to) return list(from);
  const range: RangeAxis = { kind: 'range', path, from, to, points: String(points), spacing: 'log' };
  return sizes ? { ...range, multiple: sizes.largest } : range;
}

/** Number of kinds that a new axis lists. */
const FIRST_KINDS = 4;
