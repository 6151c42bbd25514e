/**
 * Functions and reports of the simulation worker.
 *
 * The page never computes network behavior: it calls the worker and reads frames. Every report that belongs to a run has
 * the run's number, so that late ones are recognized. All times are simulated seconds unless a name says otherwise.
 */
import type { Edit, Patch, Problem, Scenario, Warning } from '../scenario/types';
import type { Catalog, Preset } from './catalog';
import type { Summary } from './summary';
import type { TraceEvent, Layout, SeriesInfo, FileRequest } from '../types/engine';

export type {
  Content,
  FlowInfo,
  GroupInfo,
  TraceEvent,
  Layout,
  LinkInfo,
  SeriesInfo,
  FileRequest,
} from '../types/engine';

/** Simulated seconds per second, or as fast as possible. */
export type Speed = number | 'max';

/**
 * Kinds of recorded events that a step or a search can find: a drop at a link; a timeout or another change of state of
 * a watched flow; an edit.
 */
export type Moments = 'drop' | 'timeout' | 'state' | 'edit';

/** Target of a step: the next event, a packet that leaves a link, or a recorded kind of event. */
export type StepTo = 'event' | 'packet' | Moments;

/** Content of a frame, by ids of the layout. Ids that the run does not have are ignored. */
export interface Needs {
  /** Series, such as `link.r0.queue_packets`. */
  series: readonly string[];
  /** Links whose distribution of queue occupancy is included, and groups whose delays are (`delaysOf`). */
  histograms: readonly string[];
  /** Series of counts that are mostly 0, such as `flow.3.timeouts`; only the other counts are sent. */
  counts: readonly string[];
}

/** Interval and content of frames. Times are limited to the recorded time. */
export interface View extends Needs {
  /** Left edge, seconds; ignored while `follow`. */
  t0_s: number;
  /** Right edge, seconds; ignored while `follow`. */
  t1_s: number;
  /** Length of the interval up to the present time, seconds; `null` shows `t0_s` to `t1_s` instead. */
  follow_span_s: number | null;
  /** Number of columns, usually one per pixel of the plot: 1 to 4096. */
  columns: number;
  /** Rates and ratios are averaged over at least this long, seconds. */
  window_s: number;
}

/** How a run is opened. */
export interface OpenOptions {
  /** Time to fast-forward to, seconds. */
  until_s: number;
  /** Whether the run then plays. */
  play: boolean;
  /** Flows to watch; if left out, the engine chooses. */
  watch?: number[];
}

/** An answer, or a refusal with all problems. */
export type Result<T> = { ok: true; value: T } | { ok: false; problems: Problem[] };

/** Functions of the worker. Reports of what a call has changed follow its answer. */
export interface RunApi {
  /** Starts run number `run` of `scenario` from time 0. After a refusal the previous run continues. */
  open(run: number, scenario: unknown, options: OpenOptions): Result<Opened>;
  /** Changes the scenario of run number `run` now. */
  edit(run: number, set: Patch[]): Result<Edited>;
  /** Adds a file that scenarios may name from now on; a run that waits for it begins. */
  addFile(file: FileData): void;
  play(): void;
  pause(): void;
  /** Pauses, then advances by 100 ms or to the next event of a kind; `step_done` reports its end. */
  step(what: StepTo | '100ms'): void;
  /** Plays as fast as possible until `t_s`, then pauses. A time in the past replays from a snapshot or from 0. */
  seek(t_s: number): void;
  setSpeed(speed: Speed): void;
  /** Records the windows of these flows from now on; at most 16, by number. */
  watch(flows: number[]): void;
  setView(view: View): void;
  /** Requests one frame, and returns the previous frame's memory for reuse. */
  requestFrame(recycle?: ArrayBuffer): void;
  /** Validates and completes a scenario (all defaults filled in). */
  check(scenario: unknown): Result<Checked>;
  /** Applies patches to a scenario that is not running. */
  apply(scenario: unknown, set: Patch[]): Result<Checked>;
  /** Returns a scenario without values that equal a default, as in links. */
  minimal(scenario: unknown): Result<unknown>;
  /** Lists parts of a scenario's text that have no effect, such as repeated keys. */
  lost(text: string): Result<Warning[]>;
  /** Summarizes the run so far. */
  summary(): Result<Summary>;
  /** Reads recorded series. Returns columns as in `Frame.data`, or null if a series does not exist. */
  columns(request: ColumnsRequest): Result<Float32Array | null>;
  /** Returns the time of the first recorded event after `t_s` (`dir` 1) or the last before it (`dir` -1); null if none. */
  recorded(of: Moments, t_s: number, dir: 1 | -1): Result<number | null>;
}

/** A run that was opened. */
export interface Opened {
  run: number;
  scenario: Scenario;
  current: Scenario;
  layout: Layout;
  /** Warnings about the scenario. */
  warnings: Warning[];
}

/**
 * An edit that was made. `scenario` is the document with this edit after the earlier ones; later edits are dropped, since
 * they belong to another branch. `current` is the scenario at the present time.
 */
export interface Edited {
  edit: Edit;
  scenario: Scenario;
  current: Scenario;
  layout: Layout;
}

/** A parsed trace file, without its name. */
export interface FileData extends Pick<FileRequest, 'sha256' | 'content' | 'columns'> {
  /** Times of the steps in order, picoseconds. */
  at_ps: BigUint64Array;
  /** Amount of each step: bytes of a frame or a packet, or bits per second until the next step. */
  amounts: Float64Array;
  /** Time after which the trace repeats, picoseconds. */
  length_ps: bigint;
  /** Notes about parts that were left out or assumed, shown as warnings of the group that plays the file. */
  notes: readonly FileNote[];
}

/** A note about an accepted file. */
export interface FileNote {
  message: string;
  /** Advice on how to avoid the note. */
  advice: string;
}

/** Request for series over an interval, in columns. */
export interface ColumnsRequest {
  /** Series by ids of the layout. */
  series: readonly string[];
  t0_s: number;
  t1_s: number;
  /** Number of columns: 1 to 4096. */
  columns: number;
}

/** A scenario with all defaults filled in, or its problems. */
export type Checked = { ok: true; scenario: Scenario } | { ok: false; problems: Problem[] };

/** Reports of the worker, which answer no call. */
export type Report =
  /** The engine is compiled; sent once, first. */
  | { type: 'ready'; engine: string; catalog: Catalog; presets: Preset[] }
  /** Reports a layout that changed without an edit: by `watch`, or when the run passes an edit of its document. */
  | { type: 'layout'; run: number; current: Scenario; layout: Layout }
  /** Reports a change of the missing files. While a file is missing, the run waits at its beginning. */
  | { type: 'files'; run: number; missing: FileRequest[] }
  | Frame
  /** Reports the events at the end of a step; none if the run has no such event left. */
  | { type: 'step_done'; run: number; to: StepTo; events: TraceEvent[] }
  /** Reports a change of the warnings. */
  | { type: 'warnings'; run: number; warnings: Warning[] }
  /** Reports that the run stopped or continued without a command: at its end, after a step, after a seek. */
  | { type: 'state'; run: number; t_s: number; playing: boolean; ended: boolean; seeking: boolean }
  /** Reports that the engine failed and a new worker is needed. The page still has the scenario. */
  | { type: 'failed'; run: number; t_s: number; message: string };

/** Values per column of each shape. */
export const PARTS = { line: 1, band: 2, level: 3 } as const;

/**
 * Numbers per link in `Frame.now`: queue length in packets and in bytes, bytes of TCP, UDP and ACKs in it, utilization
 * over the last 100 ms, drops so far of TCP, UDP and ACKs, and drops of each since the last sample, which no column has
 * yet.
 */
export const NOW_PER_LINK = 12;
/** Index of the first number of drops since the last sample. */
export const NOW_FRESH_DROPS = 9;
/** Numbers per group in `Frame.now`: throughput over the last 100 ms (b/s), mean congestion window (packets). */
export const NOW_PER_GROUP = 2;
/** Numbers per watched flow in `Frame.now`: congestion window (packets; NaN without TCP and before it begins). */
export const NOW_PER_FLOW = 1;

/** Returns the index in `Frame.now` of the first number of a link, a group or a watched flow, by its position. */
export function nowIndex({ links, groups }: Layout, of: 'link' | 'group' | 'flow', position: number): number {
  if (of === 'link') return position * NOW_PER_LINK;
  const groupsFrom = links.length * NOW_PER_LINK;
  if (of === 'group') return groupsFrom + position * NOW_PER_GROUP;
  return groupsFrom + groups.length * NOW_PER_GROUP + position * NOW_PER_FLOW;
}

/** A series in a frame. */
export type FrameSeries = Pick<SeriesInfo, 'id' | 'shape'>;

/** Returns the id of the delays of a group in `Needs.histograms`. */
export function delaysOf(group: string): string {
  return `group.${group}`;
}

/** Returns the share of the packets of a group that exceed delay `i` of its 65 delays. */
export function exceedingShare(i: number): number {
  return 10 ** (-i / 20);
}

/** Data for one drawing of the run; at most one frame is requested at a time. */
export interface Frame {
  type: 'frame';
  run: number;
  t_s: number;
  playing: boolean;
  ended: boolean;
  seeking: boolean;
  /** Simulated seconds per second, measured over the last half second. */
  speed: number;
  /** The interval; column i covers `t0_s + (t1_s - t0_s) * [i, i + 1] / columns`. */
  t0_s: number;
  t1_s: number;
  columns: number;
  /** Series in `data`, in order: the requested series that the run has. */
  series: readonly FrameSeries[];
  /**
   * Values of one series after another. Each series has the parts of its shape (`PARTS`), and each part has a value
   * per column: a band has minima, then maxima; a level has means too. NaN where nothing was recorded.
   */
  data: Float32Array;
  /**
   * Present values: links in layout order (`NOW_PER_LINK` each), then groups (`NOW_PER_GROUP` each), then watched flows
   * (`NOW_PER_FLOW` each).
   */
  now: Float64Array;
  /** Links in `histogram`, in order, then groups: the requested ones that the run has. */
  histograms: readonly string[];
  /**
   * For each of these links: bin width (in packets or bytes, as the limit is given), then the share of time in each of 64
   * bins. For each of these groups: 65 delays in seconds; see `exceedingShare`.
   */
  histogram: Float32Array;
  /** Series in `counts`, in order: the requested series that the run has. */
  counted: readonly string[];
  /**
   * Counts other than 0, 3 numbers each: index in `counted`, column, and count (65,535 stands for that or more). Unlike
   * marks, counts are kept for the whole run.
   */
  counts: Uint16Array;
  /**
   * Marks of watched flows within the interval, 4 numbers each: time (s), kind, flow, its window right after (packets,
   * or 0). Kinds: 2 timeout, 3 fast recovery begins, 4 fast recovery ends, 5 window reduced by a congestion mark,
   * 6 window reduced after an idle time, 7 the controller changes its state, 8 a spurious timeout is undone, 9 slow
   * start ends. The page shows other kinds as a change of state. Edits are no marks: the document has them.
   */
  marks: Float64Array;
  /** True if there are more than 128 marks; then none is sent. */
  crowded: boolean;
  /** Time of the earliest mark that is still kept, seconds. */
  marks_from_s: number;
  /** The series over one interval; left out of frames that were computed from other frames. */
  overall?: Overall;
}

/**
 * The series over one interval as a single column. The interval is the visible one up to the present time. While the
 * run is paused, it begins after the warm-up; if the charts also follow the run, it is the whole measured time, as in
 * the summary.
 */
export interface Overall {
  t0_s: number;
  t1_s: number;
  /** `PARTS` values per series in the order of `Frame.series`; empty if the interval is empty. */
  data: Float32Array;
}
