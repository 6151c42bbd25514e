/** Study documents of a figure for the engine, and the scenario of one point of a curve. */
import { applyPatches } from '../scenario/patch';
import { indexOf, isRecord, segmentsOf } from '../scenario/path';
import type { Patch, StudyDocument } from '../types/engine';
import type { PaperFigure, Chart, Series } from './paperFigure';
import { axesOf, xPathOf } from './axes';
import { measuresOfStudy } from './measures';

/** Presets with their scenarios, as studies name them. */
export type Presets = readonly { id: string; scenario: unknown }[];

/** Returns a study that can be run; null if its scenario is a preset that is unknown or not loaded yet. */
export function studyOf(
  figure: PaperFigure,
  name: string,
  extent: 'full' | 'quick',
  presets: Presets,
): StudyDocument | null {
  const study = figure.studies[name];
  if (!study) return null;
  const scenario = scenarioOf(study.scenario, presets);
  if (scenario === undefined) return null;
  const full = { ...study, scenario };
  const quick = extent === 'quick' ? (figure.quick[name] ?? {}) : {};
  return {
    ...full,
    // In the Studies view the user chooses the measures.
    ...(extent === 'quick' ? { measure: measuresOfStudy(figure, name) } : {}),
    ...(quick.over === undefined ? {} : { over: quick.over }),
    ...(quick.replications === undefined ? {} : { replications: quick.replications }),
    set: [...(study.set ?? []), ...(quick.set ?? [])],
  };
}

/** Returns the names of the studies that the quick run includes. */
export function studiesToRun({ studies, quick }: PaperFigure): string[] {
  return Object.keys(studies).filter((name) => quick[name]?.skip !== true);
}

/** Returns the scenario of a series at x for the Lab; null if there is none. */
export function scenarioAt(
  figure: PaperFigure,
  chart: Chart,
  series: Series,
  x: number,
  presets: Presets,
): unknown {
  const study = series.study === null ? null : studyOf(figure, series.study, 'full', presets);
  if (!study) return null;
  const set = [...(study.set ?? []), ...differencesAt(chart, series, x, study)];
  try {
    return set.reduce(
      (scenario, patch) => applyPatches(withField(scenario, patch.path), [patch]),
      study.scenario,
    );
  } catch {
    return null;
  }
}

/** Returns the patches that set x and the fixed values of the series. */
function differencesAt(chart: Chart, series: Series, x: number, study: StudyDocument): Patch[] {
  const axes = axesOf(study.over);
  const path = xPathOf(chart, series, axes);
  const others = Object.entries(series.where).map(([path, value]) => ({ path, value }));
  if (series.along.length > 0) return others;
  const axis = axes.find((fields) => fields.some((field) => field.path === path));
  const field = axis?.find((one) => one.path === path);
  if (path === null || !axis || !field) return others;
  const index = valueIndexOf(field.values, x, chart);
  const together = axis
    .filter((one) => one !== field && one.values !== null && index >= 0)
    .map((one) => ({ path: one.path, value: plain(one.values![index]) }));
  const isName = chart.x.categories.length > 0 || typeof plain(field.values?.[index]) === 'boolean';
  const value = isName && field.values ? plain(field.values[index]) : x * chart.x.per;
  return [...others.filter((patch) => patch.path !== path), { path, value }, ...together];
}

/** Returns the index of x in the listed values; −1 for a range or an unlisted value. */
function valueIndexOf(values: readonly unknown[] | null, x: number, chart: Chart): number {
  if (!values) return -1;
  if (chart.x.categories.length > 0) return Math.round(x) - 1;
  return values.findIndex((value) => Number(value) === x * chart.x.per);
}

/** Converts a written value to a number or a boolean where it is one. */
function plain(value: unknown): unknown {
  if (typeof value !== 'string' || value.trim() === '') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Returns the scenario of a preset by its id, or the given scenario itself. */
function scenarioOf(scenario: unknown, presets: Presets): unknown {
  return typeof scenario === 'string' ? presets.find(({ id }) => id === scenario)?.scenario : scenario;
}

/** Returns the scenario with a field added that had its default; the engine fills in the rest. */
function withField(scenario: unknown, path: string): unknown {
  const make = (at: unknown, [segment, ...rest]: readonly string[]): unknown => {
    if (segment === undefined) return at === undefined ? null : at;
    if (Array.isArray(at)) {
      const index = indexOf(at, segment);
      return index < 0 ? at : at.with(index, make(at[index], rest));
    }
    // A word is short for an object with this kind.
    const fields = typeof at === 'string' ? { kind: at } : isRecord(at) ? at : {};
    return { ...fields, [segment]: make(fields[segment], rest) };
  };
  return make(scenario, segmentsOf(path));
}
