/**
 * What the form asks for, and the study that is asked for: from one to the other and back.
 *
 * Fields are kept as people write them; the engine reads the values. What of a study the form cannot show, such as
 * fields that move together, is kept as it is.
 */
import { readBuffer } from '../controls/bufferText';
import { formatQuantity, parseQuantity } from '../controls/quantity';
import { sectionOf, type Catalog, type Unit } from '../engine/catalog';
import { paramAt } from '../lab/live';
import { applyPatches, PatchError } from '../scenario/patch';
import { isRecord, valueAt } from '../scenario/path';
import type { Patch, Problem, Scenario } from '../scenario/types';
import type { CaseLine, Over, Seeds, StudyDocument } from '../types/engine';
import type { Field } from './fields';

/**
 * A field and its values as they are written, or an axis that the form shows but does not edit. With `multiple` a range
 * goes in whole multiples of so many bytes.
 */
export type AxisFormState = { path: string; values: string; multiple?: number } | { other: Over };

export interface StopFormState {
  measure: string;
  /** Half-width as a share of the mean: `10 %`. */
  width: string;
  atLeast: string;
}

export interface StudyFormState {
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
  /** Changes that all runs share, beside length and warm-up. */
  set: readonly Patch[];
  where: readonly string[];
}

/**
 * The study that is wished for; what cannot be read, by path. `fields` say which are buffers, whose values may be
 * written as time or BDP.
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
    problems.push({ path, message: `takes a whole number from ${least}` });
    return least;
  };
  const replications = whole('replications', form.replications, 1);
  const stop = form.stop && {
    measure: form.stop.measure,
    half_width: shareOf(form.stop.width, problems),
    at_least: whole('stop.at_least', form.stop.atLeast, 2),
  };
  const over = form.axes.map((axis) => ('other' in axis ? axis.other : overOf(axis, fields, problems)));
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

/** The form of a study, whose `scenario` is complete; `unitOf` says in which unit a field is. */
export function formStateOf(
  study: StudyDocument,
  scenario: Scenario,
  unitOf: (path: string) => Unit,
): Omit<StudyFormState, 'measures'> & { measures: string[] } {
  const { set = [], over = [], where = [], stop } = study;
  const own = (path: string): unknown =>
    set.findLast((patch) => patch.path === path)?.value ?? valueAt(scenario, path);
  const time = (path: string): string => {
    const value = own(path);
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

/** Fields that the study varies, by axis. */
export function pathsOf(study: StudyDocument): string[][] {
  return (study.over ?? []).map(fieldsOfAxis);
}

/** The scenario as it stands now, for runs from time 0: what was changed on the way is part of it. */
export function presentScenario(document: Scenario, current: Scenario): Scenario {
  return document.edits.length === 0 ? document : { ...current, edits: [] };
}

/** The scenario of one run, to be opened in the lab. */
export function scenarioOf(
  { scenario, set = [] }: StudyDocument,
  { point, seed }: CaseLine,
  catalog: Catalog | null = null,
): unknown {
  const differences = Object.entries(point).map(([path, value]) => ({ path, value }));
  return patched(scenario, [...set, ...differences, { path: 'seed', value: seed }], catalog);
}

/** Like the engine: another kind keeps the fields that it has too, and the engine fills in the others. */
function patched(scenario: unknown, set: readonly Patch[], catalog: Catalog | null): unknown {
  return set.reduce((at: unknown, patch) => {
    const place = patch.path.endsWith('.kind') ? patch.path.slice(0, -'.kind'.length) : null;
    const param = place !== null && catalog ? paramAt(catalog, at, place) : null;
    const before = place === null ? null : valueAt(at, place);
    if (place === null || param?.kind.type !== 'one_of' || !isRecord(before))
      return applyPatches(at, [patch]);
    const section = sectionOf(catalog, param.kind.registry, patch.value);
    const has = (name: string): boolean => section?.params.some((one) => one.name === name) ?? false;
    const kept = Object.entries(before).filter(([name]) => has(name));
    return applyPatches(at, [{ path: place, value: { ...Object.fromEntries(kept), kind: patch.value } }]);
  }, scenario);
}

/** The scenario at a point, for what can be said of it without running it; null where it cannot be. */
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

/** The scenario along the field `path`, the other fields as in `line`. */
export function scenarioAlong(
  study: StudyDocument,
  path: string,
  line: CaseLine | undefined,
): (value: number) => Scenario | null {
  return (value) => scenarioAt(study, { ...line?.point, [path]: value });
}

/** An axis as the engine reads it. */
function overOf(
  { path, values, multiple }: Exclude<AxisFormState, { other: Over }>,
  fields: readonly Field[],
  problems: Problem[],
): string {
  const isRange = isRangeText(values);
  const buffer = fields.find((field) => field.path === path)?.buffer ?? null;
  const behind = isRange && multiple !== undefined ? `:multiple=${multiple}` : '';
  if (!buffer) return `${path}=${values}${behind}`;
  const parts = values.split(isRange ? ':' : ',').map((part, i) => {
    // The engine reads what it can: only the names that depend on the network are turned into a limit here.
    if ((isRange && i > 1) || parseQuantity(part, buffer.counted === 'bytes' ? 'B' : 'packets').ok)
      return part;
    const read = readBuffer(part, buffer);
    if (!read.ok) problems.push({ path, message: read.message });
    return read.ok ? String(read.value) : part;
  });
  return `${path}=${parts.join(isRange ? ':' : ',')}${behind}`;
}

/** Whether values are written as `from:to:steps`. */
export function isRangeText(values: string): boolean {
  return /^[^,:]+:[^,:]+:\s*\d+\s*(:\s*log\s*)?$/.test(values);
}

function shareOf(text: string, problems: Problem[]): number {
  const read = parseQuantity(text, 'ratio');
  if (read.ok) return read.value;
  problems.push({ path: 'stop.half_width', message: read.message });
  return 1;
}

function axisOf(over: Over, unitOf: (path: string) => Unit): AxisFormState {
  if (typeof over === 'string') {
    const [path = '', ...rest] = over.split('=');
    const values = rest.join('=').trim();
    // Several fields that move together are written with & between them.
    if (rest.length === 0 || over.includes('&')) return { other: over };
    const [, range, text] = /^(.*?)\s*:\s*multiple=(.*)$/.exec(values) ?? [];
    if (range === undefined || text === undefined) return { path: path.trim(), values };
    const multiple = parseQuantity(text, unitOf(path.trim()));
    return multiple.ok ? { path: path.trim(), values: range, multiple: multiple.value } : { other: over };
  }
  const written = (path: string, value: number): string =>
    // In a list a comma separates values, not thousands.
    formatQuantity(value, unitOf(path)).replaceAll(',', '');
  if ('together' in over) return { other: over };
  if ('values' in over) {
    const { path, values } = over;
    const isPlain = values.every((value): value is number => typeof value === 'number');
    return isPlain
      ? { path, values: values.map((value) => written(path, value)).join(', ') }
      : { other: over };
  }
  const { path, from, to, steps, log } = over;
  const ends = [from, to].map((end) => written(path, end)).join(':');
  return { path, values: `${ends}:${steps}${log ? ':log' : ''}` };
}

function fieldsOfAxis(over: Over): string[] {
  if (typeof over === 'string') return over.split('&').map((part) => (part.split('=')[0] ?? '').trim());
  if (isRecord(over) && 'together' in over) return over.together.flatMap(fieldsOfAxis);
  return [over.path];
}
