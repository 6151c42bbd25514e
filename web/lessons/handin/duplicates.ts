/**
 * Finds what two students hand in alike although it is hardly alike by chance: a drawn curve, a run that stopped at the same odd
 * moment, or a whole receipt. Runs to the end of the same scene are alike anyway, since the lesson fixes their seeds.
 */
import type { Receipt } from './receipt';

/** Kind of equality, from the strongest to the weakest. */
export type Likeness = 'all' | 'curve' | 'moment';

/** Another receipt with an equal part. */
export interface Duplicate {
  /** Position of the other receipt in the list. */
  other: number;
  likeness: Likeness;
}

/** Returns for each receipt the others with an equal part, with the strongest kind of equality. */
export function duplicatesIn(receipts: readonly Receipt[]): Duplicate[][] {
  const owners = new Map<string, number[]>();
  const traces = receipts.map(knownTraces);
  traces.forEach((list, index) => {
    for (const trace of list) owners.set(trace, [...(owners.get(trace) ?? []), index]);
  });
  return traces.map((list, index) => {
    const found = new Map<number, Likeness>();
    for (const trace of list)
      for (const other of owners.get(trace) ?? [])
        if (other !== index && !found.has(other)) found.set(other, trace.split(' ', 1)[0] as Likeness);
    return [...found].map(([other, likeness]) => ({ other, likeness }));
  });
}

const known = new WeakMap<Receipt, string[]>();

function knownTraces(receipt: Receipt): string[] {
  const traces = known.get(receipt) ?? tracesOf(receipt);
  known.set(receipt, traces);
  return traces;
}

/** Returns texts that are equal for equal parts, the strongest kind first. */
function tracesOf({ answers, tasks, tables, runs }: Receipt): string[] {
  const curves = answers.flatMap(({ id, given }) =>
    given.kind === 'curve' ? [`curve ${id} ${JSON.stringify(given.points)}`] : [],
  );
  const moments = runs
    .filter(({ t_s }) => isOdd(t_s))
    .map(({ link, t_s, digest }) => `moment ${link} ${t_s} ${digest}`);
  const parts = answers.length + tasks.length + tables.length;
  const all = parts >= ENOUGH_PARTS && curves.length + moments.length > 0;
  const whole = all ? [`all ${JSON.stringify([answers, tasks, tables, runs])}`] : [];
  return [...new Set([...whole, ...curves, ...moments])];
}

/** Parts from which on a whole receipt is hardly equal by chance. */
const ENOUGH_PARTS = 3;

/** Whether a time is no whole number of milliseconds, as when a student pauses a run or a task is met on the way. */
function isOdd(t_s: number): boolean {
  return Math.abs(t_s * 1000 - Math.round(t_s * 1000)) > 1e-6;
}
