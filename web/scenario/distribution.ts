/** Recognizes distributions among the values of parameters. */
import { isRecord } from './path';
import type { Distribution } from './types';

/** Returns the numbers of a list; none if the value is no list. */
export function numbersOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'number') : [];
}

/** Pair of a time in seconds and a number. */
export type Point = [time: number, value: number];

/** Returns the points of a course over time; none if the value is no list. */
export function pointsOf(value: unknown): Point[] {
  const isPoint = (item: unknown): item is Point =>
    Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'number');
  return Array.isArray(value) ? value.filter(isPoint) : [];
}

/** Whether a value of the scenario is a distribution. */
export function isDistribution(value: unknown): value is Distribution {
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  if (typeof value.exponential === 'number') return true;
  return [value.uniform, value.pareto, value.bimodal, value.list].some(Array.isArray);
}
