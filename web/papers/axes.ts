/**
 * Axes of a study with their values, and the x value of a run in a chart. The rules are the same as in the engine
 * (`engine/papers/src/plan.rs`).
 */
import { isRecord } from '../scenario/path';
import type { StudyDocument } from '../types/engine';
import type { Chart, Series } from './paperFigure';

/** Fields that vary together along one axis. */
export type StudyAxis = readonly Field[];

/** Varied field of an axis. */
export interface Field {
  path: string;
  /** Values in order; null for a range of numbers. */
  values: readonly unknown[] | null;
}

/** Returns the axes of a study in order, without those that cannot be read. */
export function axesOf(over: StudyDocument['over']): StudyAxis[] {
  const axes = (over ?? []).map(fieldsOf);
  return axes.filter((fields) => fields.length > 0);
}

function fieldsOf(over: unknown): Field[] {
  if (typeof over === 'string') return fieldOfText(over);
  if (!isRecord(over)) return [];
  if (Array.isArray(over.together)) return over.together.flatMap(fieldsOf);
  if (typeof over.path !== 'string') return [];
  return [{ path: over.path, values: Array.isArray(over.values) ? (over.values as unknown[]) : null }];
}

/** Parses `path=1kB,2kB` or `path=1kB:50kB:25`. */
function fieldOfText(text: string): Field[] {
  const split = text.indexOf('=');
  if (split < 1) return [];
  const [path, values] = [text.slice(0, split).trim(), text.slice(split + 1).trim()];
  return [{ path, values: values.includes(':') ? null : values.split(',').map((value) => value.trim()) }];
}

/** Returns the path of x: the series' own, the chart's, or the first varied field; null if no field varies. */
export function xPathOf(chart: Chart, series: Series, axes: readonly StudyAxis[]): string | null {
  const named = series.x ?? chart.x.path;
  const paths = axes.flat().map(({ path }) => path);
  return named !== null && paths.includes(named) ? named : (paths[0] ?? null);
}

/** Returns the x value of a run: its number, or the index of its value from 1; 0 if no field varies. */
export function xOf(
  point: Readonly<Record<string, unknown>>,
  path: string | null,
  axes: readonly StudyAxis[],
): number {
  const value = path === null ? undefined : point[path];
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const values = axes.flat().find((field) => field.path === path)?.values ?? [];
  return 1 + values.findIndex((known) => isSame(known, value));
}

/** Whether a run has the fixed values of a series. */
export function matchesSeries({ where }: Series, point: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where).every(([path, value]) => isSame(value, point[path]));
}

/** Compares values: numbers with a tolerance for rounding; a word equals an object of that kind. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= 1e-9 * (Math.abs(a) + Math.abs(b));
  }
  if (a === b) return true;
  if (isRecord(b) && b.kind === a) return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
