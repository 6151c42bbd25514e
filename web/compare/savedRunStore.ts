/**
 * Runs that were kept, in the browser: documents and the figures of the time, not what was recorded, for a run can be
 * simulated again. Bounded in number and size; the oldest give way. Where the browser keeps nothing they last as long
 * as the page.
 */
import type { Storage } from '../lab/work';
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';

export interface SavedRun {
  /** Names it in this browser. */
  id: string;
  /** ms since 1970. */
  keptAt: number;
  document: Scenario;
  /** How far it had come, seconds. */
  t_s: number;
  /** Figures of its summary then, by path. */
  figures: Readonly<Record<string, number>>;
}

/** Runs kept at most. */
export const MAX_SAVED_RUNS = 12;

/** Characters of all of them together. */
const MOST_TEXT = 400_000;

const KEY = 'bufferlab.kept';

/** The runs that fit, of these, newest first. */
export function fitting(runs: readonly SavedRun[]): SavedRun[] {
  let room = MOST_TEXT;
  return runs.slice(0, MAX_SAVED_RUNS).filter((run, i) => {
    room -= JSON.stringify(run).length;
    return i === 0 || room >= 0;
  });
}

/** Newest first; what cannot be read is passed over, and documents are the engine's to judge. */
export function readSavedRuns(storage: Storage | null): SavedRun[] {
  try {
    const value: unknown = JSON.parse(storage?.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? fitting(value.filter(isKept)) : [];
  } catch {
    return [];
  }
}

/** False where the browser would not have them. */
export function writeSavedRuns(storage: Storage | null, runs: readonly SavedRun[]): boolean {
  try {
    if (!storage) return false;
    if (runs.length === 0) storage.removeItem(KEY);
    else storage.setItem(KEY, JSON.stringify(runs));
    return true;
  } catch {
    return false;
  }
}

function isKept(value: unknown): value is SavedRun {
  if (!isRecord(value) || !isRecord(value.document) || !isRecord(value.figures)) return false;
  const { id, keptAt, t_s, figures } = value;
  return (
    typeof id === 'string' &&
    typeof keptAt === 'number' &&
    typeof t_s === 'number' &&
    t_s >= 0 &&
    Object.values(figures).every((figure) => typeof figure === 'number')
  );
}
