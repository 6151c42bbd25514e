/**
 * What varies in a study: its axes, with the values where they are listed, and where a run stands on the axis of a
 * chart. The rules are those by which the engine makes curves (`engine/artefacts/src/plan.rs`).
 */
import { isRecord } from '../scenario/path';
import type { StudyDocument } from '../types/engine';
import type { Chart, Series } from './artefact';

/** Fields that vary together. */
export type StudyAxis = readonly Field[];

export interface Field {
  path: string;
  /** One after another; null of a range of numbers. */
  values: readonly unknown[] | null;
}

/** In the order of the study. What is not understood is left out. */
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

/** `path=1kB,2kB` or `path=1kB:50kB:25`. */
function fieldOfText(text: string): Field[] {
  const split = text.indexOf('=');
  if (split < 1) return [];
  const [path, values] = [text.slice(0, split).trim(), text.slice(split + 1).trim()];
  return [{ path, values: values.includes(':') ? null : values.split(',').map((value) => value.trim()) }];
}

/** The field that is x: the series' own, the chart's, or the first that varies; null where nothing does. */
export function xPathOf(chart: Chart, series: Series, axes: readonly StudyAxis[]): string | null {
  const named = series.x ?? chart.x.path;
  const paths = axes.flat().map(({ path }) => path);
  return named !== null && paths.includes(named) ? named : (paths[0] ?? null);
}

/** Where a run stands: the number, or which of the values it has, from 1; 0 where nothing varies. */
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

/** Whether a run has the values of the other fields that a series is about. */
export function isMeant({ where }: Series, point: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(where).every(([path, value]) => isSame(value, point[path]));
}

/** Numbers apart from rounding; words that are short for an object of that kind. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Math.abs(a - b) <= 1e-9 * (Math.abs(a) + Math.abs(b));
  }
  if (a === b) return true;
  if (isRecord(b) && b.kind === a) return true;
  return JSON.stringify(a) === JSON.stringify(b);
}
