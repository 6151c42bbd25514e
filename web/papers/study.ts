/** From an artefact's studies to documents that the engine takes, and from a point of a curve to one scenario. */
import { applyPatches } from '../scenario/patch';
import { indexOf, isRecord, segmentsOf } from '../scenario/path';
import type { Patch, StudyDocument } from '../types/engine';
import type { Artefact, Chart, Series } from './artefact';
import { axesOf, xPathOf } from './axes';
import { measuresOfStudy } from './measures';

/** What is known of presets. */
export type Presets = readonly { id: string; scenario: unknown }[];

/** A study that can be run; null where its scenario is a preset that is not known (yet). */
export function studyOf(
  artefact: Artefact,
  name: string,
  how: 'full' | 'quick',
  presets: Presets,
): StudyDocument | null {
  const study = artefact.studies[name];
  if (!study) return null;
  const scenario = scenarioOf(study.scenario, presets);
  if (scenario === undefined) return null;
  const whole = { ...study, scenario };
  const quick = how === 'quick' ? (artefact.quick[name] ?? {}) : {};
  return {
    ...whole,
    // What is only looked at elsewhere shows the figures that people choose there.
    ...(how === 'quick' ? { measure: measuresOfStudy(artefact, name) } : {}),
    ...(quick.over === undefined ? {} : { over: quick.over }),
    ...(quick.replications === undefined ? {} : { replications: quick.replications }),
    set: [...(study.set ?? []), ...(quick.set ?? [])],
  };
}

/** Names of the studies that are run here: those that a quick look does not leave out. */
export function studiesToRun({ studies, quick }: Artefact): string[] {
  return Object.keys(studies).filter((name) => quick[name]?.skip !== true);
}

/** The scenario of a series at x, to be opened in the Lab; null where there is none. */
export function scenarioAt(
  artefact: Artefact,
  chart: Chart,
  series: Series,
  x: number,
  presets: Presets,
): unknown {
  const study = series.study === null ? null : studyOf(artefact, series.study, 'full', presets);
  if (!study) return null;
  const set = [...(study.set ?? []), ...differencesAt(chart, series, x, study)];
  try {
    return set.reduce(
      (scenario, patch) => applyPatches(withPlace(scenario, patch.path), [patch]),
      study.scenario,
    );
  } catch {
    return null;
  }
}

/** What the run at x has that others have not. */
function differencesAt(chart: Chart, series: Series, x: number, study: StudyDocument): Patch[] {
  const axes = axesOf(study.over);
  const path = xPathOf(chart, series, axes);
  const others = Object.entries(series.where).map(([path, value]) => ({ path, value }));
  if (series.along.length > 0) return others;
  const axis = axes.find((fields) => fields.some((field) => field.path === path));
  const field = axis?.find((one) => one.path === path);
  if (path === null || !axis || !field) return others;
  const place = placeOf(field.values, x, chart);
  const together = axis
    .filter((one) => one !== field && one.values !== null && place >= 0)
    .map((one) => ({ path: one.path, value: plain(one.values![place]) }));
  const isName = chart.x.categories.length > 0 || typeof plain(field.values?.[place]) === 'boolean';
  const value = isName && field.values ? plain(field.values[place]) : x * chart.x.per;
  return [...others.filter((patch) => patch.path !== path), { path, value }, ...together];
}

/** Which of the listed values x is; −1 of a range. */
function placeOf(values: readonly unknown[] | null, x: number, chart: Chart): number {
  if (!values) return -1;
  if (chart.x.categories.length > 0) return Math.round(x) - 1;
  return values.findIndex((value) => Number(value) === x * chart.x.per);
}

/** A value as people write it, as a number or a truth where it is one. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** A preset by its id, or the scenario itself. */
function scenarioOf(scenario: unknown, presets: Presets): unknown {
  return typeof scenario === 'string' ? presets.find(({ id }) => id === scenario)?.scenario : scenario;
}

/** A scenario in which a field has a place that was left to its default; the engine fills in the rest. */
function withPlace(scenario: unknown, path: string): unknown {
  const make = (at: unknown, [segment, ...rest]: readonly string[]): unknown => {
    if (segment === undefined) return at === undefined ? null : at;
    if (Array.isArray(at)) {
      const index = indexOf(at, segment);
      return index < 0 ? at : at.with(index, make(at[index], rest));
    }
    // A bare word is short for the kind of that name.
    const fields = typeof at === 'string' ? { kind: at } : isRecord(at) ? at : {};
    return { ...fields, [segment]: make(fields[segment], rest) };
  };
  return make(scenario, segmentsOf(path));
}
