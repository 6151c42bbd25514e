/**
 * From lines to curves: what a measure comes to at each point, one curve for each combination of the fields
 * that are not on the x axis.
 */
import { intervalOf, type Interval } from '../study/interval';
import type { CaseLine } from '../types/engine';
import { measured } from './measures';

/** A run at a point. */
export interface Run {
  line: CaseLine;
  y: number;
}

/** A value on the x axis: its place there, and the runs of one curve. */
export interface CurvePoint extends Interval {
  x: number;
  runs: readonly Run[];
}

export interface Curve {
  /** The values of the fields that tell it from others, by path; empty where it is the only one. */
  of: Readonly<Record<string, unknown>>;
  /** From left to right. */
  points: readonly CurvePoint[];
}

/** The x axis: numbers, or words that stand in a row. */
export type XValues = { kind: 'numbers' } | { kind: 'words'; words: readonly string[] };

export interface CurveSet {
  x: XValues;
  curves: readonly Curve[];
}

/** Curves against the field `path`; runs without a figure, or that failed, are in none. */
export function curvesOf(lines: readonly CaseLine[], path: string, measure: string): CurveSet {
  const words = wordsOf(lines, path);
  const place = (value: unknown): number =>
    typeof value === 'number' && !words ? value : (words?.indexOf(text(value)) ?? -1);
  const curves = new Map<string, { of: Curve['of']; at: Map<number, Run[]> }>();
  for (const line of lines) {
    const y = measured(line, measure);
    if (y === null || !(path in line.point)) continue;
    const others = Object.entries(line.point).filter(([name]) => name !== path);
    const key = JSON.stringify(others);
    let curve = curves.get(key);
    if (!curve) curves.set(key, (curve = { of: Object.fromEntries(others), at: new Map() }));
    const x = place(line.point[path]);
    const runs = curve.at.get(x);
    if (runs) runs.push({ line, y });
    else curve.at.set(x, [{ line, y }]);
  }
  return {
    x: words ? { kind: 'words', words } : { kind: 'numbers' },
    curves: [...curves.values()].map(({ of, at }) => ({ of, points: pointsOf(at) })),
  };
}

/** The numbers among the values of this field, from the least. */
export function numericValues(lines: readonly CaseLine[], path: string): number[] {
  const values = new Set(lines.map(({ point }) => point[path]));
  return [...values].filter((value) => typeof value === 'number').sort((a, b) => a - b);
}

function pointsOf(at: ReadonlyMap<number, Run[]>): CurvePoint[] {
  return [...at]
    .sort(([a], [b]) => a - b)
    .map(([x, runs]) => ({ x, runs, ...intervalOf(runs.map(({ y }) => y)) }));
}

/** All values in the order in which they come, where one of them is no number. */
function wordsOf(lines: readonly CaseLine[], path: string): string[] | null {
  const values = lines.filter(({ point }) => path in point).map(({ point }) => point[path]);
  return values.every((value) => typeof value === 'number') ? null : [...new Set(values.map(text))];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
