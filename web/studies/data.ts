/**
 * Curves of a measure, from the result lines of a study: one curve for each combination of the parameters that are not on
 * the x axis.
 */
import { intervalOf, type Interval } from '../sweep/interval';
import type { CaseLine } from '../types/engine';
import { measured } from './measures';

/** One run at a point, with the value of the measure. */
export interface Run {
  line: CaseLine;
  y: number;
}

/** Point of a curve: position on the x axis, the runs there, and their mean with its interval. */
export interface CurvePoint extends Interval {
  x: number;
  runs: readonly Run[];
}

/** One curve of a chart. */
export interface Curve {
  /** Values of the other parameters by path; empty if there is only one curve. */
  of: Readonly<Record<string, unknown>>;
  /** From left to right. */
  points: readonly CurvePoint[];
}

/** Values of the x axis: numbers, or words at equal distances. */
export type XValues = { kind: 'numbers' } | { kind: 'words'; words: readonly string[] };

/** All curves of a chart. */
export interface CurveSet {
  x: XValues;
  curves: readonly Curve[];
}

/** Panel of small multiples: the lines with one value of the third parameter. */
export interface LinePanel {
  /** Value of the third parameter; undefined if there is only one panel. */
  value: unknown;
  lines: readonly CaseLine[];
}

/** Number of panels that are drawn for a measure. */
export const MAX_PANELS = 12;

/** Returns the lines by value of the parameter `path`, numbers in ascending order; one panel without a parameter. */
export function panelsOf(lines: readonly CaseLine[], path: string | null): LinePanel[] {
  if (path === null) return [{ value: undefined, lines }];
  const panels = new Map<string, { value: unknown; lines: CaseLine[] }>();
  for (const line of lines) {
    const value = line.point[path];
    const key = JSON.stringify(value);
    const panel = panels.get(key);
    if (panel) panel.lines.push(line);
    else panels.set(key, { value, lines: [line] });
  }
  const found = [...panels.values()];
  const areNumbers = found.every(({ value }) => typeof value === 'number');
  return areNumbers ? found.sort((a, b) => Number(a.value) - Number(b.value)) : found;
}

/**
 * Returns the curves against the parameter `path`; runs that failed or do not have the measure are left out. `labelOf`
 * gives the text of a word on the x axis. The parameter `panel` has one value and names no curve.
 */
export function curvesOf(
  lines: readonly CaseLine[],
  path: string,
  measure: string,
  labelOf: (word: string) => string = (word) => word,
  panel: string | null = null,
): CurveSet {
  const words = wordsOf(lines, path);
  const place = (value: unknown): number =>
    typeof value === 'number' && !words ? value : (words?.indexOf(text(value)) ?? -1);
  const curves = new Map<string, { of: Curve['of']; at: Map<number, Run[]> }>();
  for (const line of lines) {
    const y = measured(line, measure);
    if (y === null || !(path in line.point)) continue;
    const others = Object.entries(line.point).filter(([name]) => name !== path && name !== panel);
    const key = JSON.stringify(others);
    let curve = curves.get(key);
    if (!curve) curves.set(key, (curve = { of: Object.fromEntries(others), at: new Map() }));
    const x = place(line.point[path]);
    const runs = curve.at.get(x);
    if (runs) runs.push({ line, y });
    else curve.at.set(x, [{ line, y }]);
  }
  return {
    x: words ? { kind: 'words', words: words.map(labelOf) } : { kind: 'numbers' },
    curves: [...curves.values()].map(({ of, at }) => ({ of, points: pointsOf(at) })),
  };
}

/** Returns the numbers among the values of a parameter, in ascending order. */
export function numericValues(lines: readonly CaseLine[], path: string): number[] {
  const values = new Set(lines.map(({ point }) => point[path]));
  return [...values].filter((value) => typeof value === 'number').sort((a, b) => a - b);
}

function pointsOf(at: ReadonlyMap<number, Run[]>): CurvePoint[] {
  return [...at]
    .sort(([a], [b]) => a - b)
    .map(([x, runs]) => ({ x, runs, ...intervalOf(runs.map(({ y }) => y)) }));
}

/** Returns all values in order of first occurrence if one of them is not a number; else null. */
function wordsOf(lines: readonly CaseLine[], path: string): string[] | null {
  const values = lines.filter(({ point }) => path in point).map(({ point }) => point[path]);
  return values.every((value) => typeof value === 'number') ? null : [...new Set(values.map(text))];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
