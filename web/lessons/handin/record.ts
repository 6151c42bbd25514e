/** Records the run that is open in a lesson, with the measures and series that an answer, a task or a table asks for. */
import { PARTS, type Layout } from '../../engine/protocol';
import type { Summary } from '../../engine/summary';
import type { Lab } from '../../lab/lab';
import type { Scenario } from '../../scenario/types';
import { runValue } from '../session/judge';
import { LINK_LENGTH, MEASURES, SERIES } from './limits';
import type { RecordedSeries, RunRecord } from './runRecord';

/** Parts of a run that a record contains. */
export interface RecordRequest {
  /** Paths of measures, or of fields of the scenario. */
  paths: readonly string[];
  /** Interval of a series that an answer is compared with; null for none. */
  series: SeriesInterval | null;
}

/** Interval of a series, seconds. */
export interface SeriesInterval {
  id: string;
  t0_s: number;
  t1_s: number;
}

/** A record, with the run that it describes. */
export interface Recorded {
  run: RunRecord;
  summary: Summary;
  current: Scenario;
}

/** Number of values of a recorded series. */
export const COLUMNS = 200;

/** Returns a record of the run; null if there is none yet, if it moves to another time, or if it changes meanwhile. */
export async function recordRun(lab: Lab, wanted: RecordRequest): Promise<Recorded | null> {
  const { document, current, layout, run } = lab.store.getState();
  if (!document || !current || !layout || run.seeking || run.t_s === 0) return null;
  const summary = await settledSummary(lab);
  const link = (await lab.sharing.linkTo(document))?.replace(/^[^#]*#/, '') ?? '';
  if (link === '' || link.length > LINK_LENGTH || summary.now_s === 0) return null;
  const paths = [...new Set(wanted.paths)].slice(0, MEASURES);
  const record: RunRecord = {
    link,
    seed: summary.seed,
    t_s: summary.now_s,
    events: summary.events,
    digest: summary.digest,
    engine: summary.engine,
    measures: await measuresOf(paths, summary, current),
    series: await seriesOf(lab, layout, current, wanted.series, summary.now_s),
  };
  const after = lab.store.getState();
  const isSame = after.document === document && after.run.run === run.run;
  return isSame ? { run: record, summary, current } : null;
}

/** Returns the values of measures; null for those that the run does not have. */
export async function measuresOf(
  paths: readonly string[],
  summary: Summary,
  current: Scenario,
): Promise<[string, number | null][]> {
  return Promise.all(
    paths.map(async (path): Promise<[string, number | null]> => {
      const read = await runValue(path, summary, current);
      return [path, read.ok ? read.value : null];
    }),
  );
}

/**
 * Returns the summary at a moment that a replay reaches: a run is paused and resumed, since only a paused run has processed
 * all events of its instant. The worker answers the three calls one after another.
 */
async function settledSummary({ store, actions }: Lab): Promise<Summary> {
  const { playing, ended } = store.getState().run;
  const goesOn = playing && !ended;
  if (goesOn) actions.pause();
  const summary = actions.summary();
  if (goesOn) actions.play();
  return summary;
}

async function seriesOf(
  lab: Lab,
  layout: Layout,
  { bottlenecks }: Scenario,
  wanted: SeriesInterval | null,
  now_s: number,
): Promise<RecordedSeries[]> {
  const links = bottlenecks.map(({ id }) => `link.${id}.queue_packets`);
  const queues = layout.series.filter(({ id }) => links.includes(id)).slice(0, SERIES - 1);
  const all = [
    ...(wanted && wanted.t1_s <= now_s * 1.001 ? [wanted] : []),
    ...queues.map(({ id }) => ({ id, t0_s: 0, t1_s: now_s })),
  ];
  const read = await Promise.all(
    all.map(async ({ id, t0_s, t1_s }) => {
      const info = layout.series.find((one) => one.id === id);
      if (!info) return null;
      const data = await lab.actions
        .recordedOf({ series: [id], t0_s, t1_s, columns: COLUMNS })
        .catch(() => null);
      return data && { id, unit: info.unit, t0_s, t1_s, values: valuesOf(data) };
    }),
  );
  return read.filter((one) => one !== null);
}

/** Returns the values of columns, whose parts stand one after another: the mean of a level, the middle of a band. */
export function valuesOf(data: Float32Array): (number | null)[] {
  const parts = data.length / COLUMNS;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const part = (index: number): number => data[index * COLUMNS + column] ?? NaN;
    const value = parts === PARTS.level ? part(2) : parts === PARTS.band ? (part(0) + part(1)) / 2 : part(0);
    return Number.isFinite(value) ? Number(value.toPrecision(5)) : null;
  });
}
