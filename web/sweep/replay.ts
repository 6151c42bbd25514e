/** Repeats a run to a time, so that its state can be compared with a record of it. */
import { Refusal, type Engine, type Simulation } from '../engine/wasm';
import type { Summary } from '../engine/summary';
import type { Scenario } from '../scenario/types';

/** Run that is repeated, with the values to read at its end. */
export interface ReplayRequest {
  /** Scenario at time 0 with its edits; untrusted. */
  scenario: unknown;
  /** Time at which the state is read, seconds. */
  t_s: number;
  /** Number of events after which the run is given up. */
  most_events: number;
  /** Intervals of series to read, and the number of their columns. */
  series: readonly ReplayInterval[];
  columns: number;
}

/** Interval of a series, seconds. */
export interface ReplayInterval {
  id: string;
  t0_s: number;
  t1_s: number;
}

/** Reason why a run cannot be repeated: an invalid scenario, a missing file, too many events, or a failed thread. */
export type ReplayFault = 'refused' | 'files' | 'long' | 'failed';

/** State of a repeated run, or why there is none. Columns are null for series that the run does not have. */
export type Replayed =
  | { ok: true; summary: Summary; current: Scenario; columns: (Float32Array | null)[] }
  | { ok: false; fault: ReplayFault; message: string };

/** Functions of the thread; its events are the share of the simulated time, 0 to 1. */
export interface ReplayApi {
  /** Repeats one run up to its time. */
  replay(request: ReplayRequest): Promise<Replayed>;
}

/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;

/** Repeats a run; `onSlice` receives the completed share. */
export function replay(
  engine: Pick<Engine, 'open'>,
  request: ReplayRequest,
  onSlice: (done: number) => void,
): Replayed {
  let run: Simulation;
  try {
    run = engine.open(request.scenario);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, fault: 'refused', message: error.message };
  }
  try {
    return advanced(run, request, onSlice);
  } finally {
    run.free();
  }
}

function advanced(run: Simulation, request: ReplayRequest, onSlice: (done: number) => void): Replayed {
  const { t_s, most_events, series, columns } = request;
  if (run.missing().length > 0) return { ok: false, fault: 'files', message: '' };
  for (let events = 0; !run.advance(t_s, SLICE_EVENTS);) {
    events += SLICE_EVENTS;
    if (events >= most_events) return { ok: false, fault: 'long', message: '' };
    onSlice(run.now_s() / t_s);
  }
  const read = series.map((interval) => columnsOf(run, interval, columns));
  return { ok: true, summary: run.summary(), current: run.current(), columns: read };
}

function columnsOf(
  run: Simulation,
  { id, t0_s, t1_s }: ReplayInterval,
  columns: number,
): Float32Array | null {
  const position = run.layout().series.findIndex((one) => one.id === id);
  if (position < 0) return null;
  const positions = Uint32Array.of(position);
  const out = new Float32Array(run.dataLength(positions, columns));
  run.frame(positions, t0_s, t1_s, columns, 0, out);
  return out;
}
