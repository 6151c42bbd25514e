/** Recognizes distributions among the values of parameters. */
import { isRecord } from './path';
import type { Distribution } from './types';

/** Whether a value of the scenario is a distribution. */
export function isDistribution(value: unknown): value is Distribution {
  if (typeof value === 'number') return true;
  if (!isRecord(value)) return false;
  if (typeof value.exponential === 'number') return true;
  return [value.uniform, value.pareto, value.bimodal, value.list].some(Array.isArray);
}
