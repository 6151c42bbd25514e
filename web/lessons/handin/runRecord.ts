/**
 * A run at a moment that counts: when it met a task, gave a row of a table, or was compared with an answer. Its link, seed and
 * simulated time allow a replay, and its digest tells whether the replay is the same run.
 */
import { isPath } from '../format/paths';
import { LINK_LENGTH, MEASURES, POINTS, SERIES } from './limits';
import { ACCEPTED } from './strings';
import { integer, list, number, object, orNull, pair, text, type Reader } from '../../url/untrusted';

/** Run of a lesson at a moment that counts. */
export interface RunRecord {
  /** Fragment of a link to the experiment, without `#`. */
  link: string;
  seed: number;
  /** Simulated time of the record, seconds. */
  t_s: number;
  /** Number of events until then. */
  events: number;
  /** Digest of the engine's state, 16 hexadecimal digits. */
  digest: string;
  /** Version of the engine. */
  engine: string;
  /** Measures of the run by path, in base units; null if one has no value. */
  measures: readonly (readonly [path: string, value: number | null])[];
  series: readonly RecordedSeries[];
}

/** A recorded series of a run: values at equal distances, in base units. */
export interface RecordedSeries {
  /** Id of the series, such as `link.r0.queue_packets`. */
  id: string;
  unit: string;
  /** Interval of the values, in seconds. */
  t0_s: number;
  t1_s: number;
  /** Null where nothing was recorded. */
  values: readonly (number | null)[];
}

const LONGEST_S = 1e9;

const series: Reader<RecordedSeries> = object<RecordedSeries>({
  id: text(200),
  unit: text(40),
  t0_s: number(0, LONGEST_S),
  t1_s: number(0, LONGEST_S),
  values: list(orNull(number()), POINTS),
});

/** Reads a path of a measure. */
export const path: Reader<string> = text(200, isPath, ACCEPTED.path);

/** Reads one recorded run. */
export const runRecord: Reader<RunRecord> = object<RunRecord>({
  link: text(LINK_LENGTH, (value) => /^\d\.[\w.&=%-]*$/.test(value), ACCEPTED.link(LINK_LENGTH)),
  seed: integer(0),
  t_s: number(0, LONGEST_S),
  events: integer(0),
  digest: text(16, (value) => /^[0-9a-f]{16}$/.test(value), ACCEPTED.digest),
  engine: text(40),
  measures: list(pair(path, orNull(number())), MEASURES),
  series: list(series, SERIES),
});

/** Name of a run among those of a lesson: equal runs have equal names. */
export function nameOfRun({ digest, t_s, seed }: RunRecord): string {
  return `${digest}-${seed}-${t_s}`;
}

/** Returns the value of a measure; undefined if it was not recorded. */
export function measureOf({ measures }: RunRecord, wanted: string): number | null | undefined {
  return measures.find(([one]) => one === wanted)?.[1];
}
