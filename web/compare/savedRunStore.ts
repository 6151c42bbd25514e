/**
 * Store of saved runs in the browser: their documents and results, without samples, since a run can be simulated again.
 * Number and size are limited; the oldest runs are removed first. Without storage the runs last until the page is closed.
 */
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import { BrowserStore, type Storage } from '../storage/browserStore';

/** Run that a user saved for comparison. */
export interface SavedRun {
  /** Unique in this browser. */
  id: string;
  /** Time at which it was saved, in ms since 1970. */
  keptAt: number;
  document: Scenario;
  /** Simulated time at which it was saved, in seconds. */
  t_s: number;
  /** Measures of its summary at that time, by path. */
  figures: Readonly<Record<string, number>>;
}

/** Number of saved runs. */
export const MAX_SAVED_RUNS = 12;

/** Number of characters of all saved runs together. */
const MAX_TEXT = 400_000;

const KEY = 'bufferlab.kept';

/** Returns the newest runs that fit within the limits. */
export function fitting(runs: readonly SavedRun[]): SavedRun[] {
  let room = MAX_TEXT;
  return runs.slice(0, MAX_SAVED_RUNS).filter((run, i) => {
    room -= JSON.stringify(run).length;
    return i === 0 || room >= 0;
  });
}

/** Reads the saved runs, newest first; unreadable ones are skipped. The engine checks the documents later. */
export function readSavedRuns(storage: Storage | null): SavedRun[] {
  const value = new BrowserStore(storage).json(KEY);
  return Array.isArray(value) ? fitting(value.filter(isSavedRun)) : [];
}

/** Writes the saved runs; false if the browser refuses. */
export function writeSavedRuns(storage: Storage | null, runs: readonly SavedRun[]): boolean {
  const store = new BrowserStore(storage);
  return runs.length === 0 ? store.remove(KEY) : store.write(KEY, JSON.stringify(runs)) === null;
}

function isSavedRun(value: unknown): value is SavedRun {
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
