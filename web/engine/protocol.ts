/**
 * What the page and the simulation worker say to each other.
 *
 * The page never computes network behaviour: it sends commands and reads frames. Every message that
 * belongs to a run carries the run's number, so that an answer which comes late is recognised.
 * All times are simulated seconds unless a name says otherwise.
 */
import type { Edit, Patch, Problem, Scenario, Warning } from '../scenario/types';
import type { Catalog, Preset } from './catalog';
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
 * What is recorded of the past and can be gone on to: a drop at a link; a timeout, or another change of state,
 * of a watched flow; an edit.
 */
export type Moments = 'drop' | 'timeout' | 'state' | 'edit';

/** What a step goes on to: the next thing that happens, a packet leaving a link, or one of these. */
export type StepTo = 'event' | 'packet' | Moments;

/** What a frame is to carry, by ids of the layout; what the run does not have is passed over. */
export interface Needs {
  /** Series, such as `link.r0.queue_packets`. */
  series: readonly string[];
  /** Links whose distribution of queue occupancy is wanted. */
  histograms: readonly string[];
  /** Series of counts that are mostly nothing, such as `flow.3.timeouts`, of which only what is something is sent. */
  counts: readonly string[];
}

/** What a frame is to show. Times are clamped to what was recorded. */
export interface View extends Needs {
  /** Left edge, seconds; ignored while `follow`. */
  t0_s: number;
  /** Right edge, seconds; ignored while `follow`. */
  t1_s: number;
  /** The window `[now - span_s, now]` is shown while following the live edge; `null` = do not follow. */
  follow_span_s: number | null;
  /** Number of columns, usually one per pixel of the plot: 1 to 4096. */
  columns: number;
  /** Rates and ratios are averaged over at least this long, seconds. */
  window_s: number;
}

export type Command =
  /**
   * Starts a run of `scenario` from time 0, fast-forwards to `until_s`, then plays or stays. Answered by
   * `opened` or `refused` (the run before then goes on). `watch`: as in that command; left out,
   * the engine chooses.
   */
  | { type: 'open'; run: number; scenario: unknown; until_s: number; play: boolean; watch?: number[] }
  /** A file, which scenarios may name from now on; a run that waits for it begins. */
  | { type: 'file'; file: FileData }
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'speed'; speed: Speed }
  /** Pauses, and advances by 100 ms or to the next of something; answered by `told` where it arrives. */
  | { type: 'step'; what: StepTo | '100ms' }
  /** Plays as fast as possible until `t_s`, then pauses. A time in the past replays from 0. */
  | { type: 'seek'; t_s: number }
  /** Changes the running scenario now. Answered by `edited` or `edit_refused`. */
  | { type: 'edit'; run: number; id: number; set: Patch[] }
  /** Flows (by number, at most 16) whose windows are recorded from now on. */
  | { type: 'watch'; flows: number[] }
  | { type: 'view'; view: View }
  /** Asks for one frame, and hands back the previous frame's memory for reuse. */
  | { type: 'want_frame'; recycle?: ArrayBuffer }
  /** Questions that are answered by `answer` with the same `id`. */
  | { type: 'ask'; id: number; question: Question };

/** A file of a trace, read: what the engine plays, without its name. */
export interface FileData extends Pick<FileRequest, 'sha256' | 'content'> {
  /** When each step is, picoseconds, in order. */
  at_ps: BigUint64Array;
  /** How much it is: bytes of a frame or a packet, or bits per second until the next. */
  amounts: Float64Array;
  /** When it is over and begins again, picoseconds. */
  length_ps: bigint;
  /** What is left out of the file, or taken for granted: shown as warnings of whatever plays it. */
  notes: readonly FileNote[];
}

/** Something to know of a file that is accepted. */
export interface FileNote {
  message: string;
  /** What helps. */
  advice: string;
}

/** Series over an interval, in columns. */
export interface Cut {
  /** By ids of the layout. */
  series: readonly string[];
  t0_s: number;
  t1_s: number;
  /** 1 to 4096. */
  columns: number;
}

export type Question =
  /** Validates and completes a scenario (all defaults filled in). Answer: `Checked`. */
  | { what: 'check'; scenario: unknown }
  /** Applies patches to a scenario that is not running. Answer: `Checked`. */
  | { what: 'apply'; scenario: unknown; set: Patch[] }
  /** The same scenario without what equals a default; this is what a link holds. Answer: the object. */
  | { what: 'minimal'; scenario: unknown }
  /** What reading this text of a scenario loses. Answer: `Warning[]`. */
  | { what: 'lost'; text: string }
  /** The JSON summary of the run so far. Answer: `Summary`. */
  | { what: 'summary' }
  /** What was recorded over an interval. Answer: columns as in `Frame.data`, or null where a series is not there. */
  | ({ what: 'columns' } & Cut)
  /** When one of these was recorded first after (`dir` 1) or last before (`dir` -1) `t_s`. Answer: number or null. */
  | { what: 'recorded'; of: Moments; t_s: number; dir: 1 | -1 };

export type Checked = { ok: true; scenario: Scenario } | { ok: false; problems: Problem[] };

export type Report =
  /** The engine is compiled; sent once, first. */
  | { type: 'ready'; engine: string; catalog: Catalog; presets: Preset[] }
  | {
      type: 'opened';
      run: number;
      scenario: Scenario;
      current: Scenario;
      layout: Layout;
      /** About the scenario. */
      warnings: Warning[];
    }
  | { type: 'refused'; run: number; problems: Problem[] }
  /**
   * `scenario` is the whole document, this edit appended to those of before (later ones are dropped: the
   * run has taken another way); `current` is the scenario as it now stands.
   */
  | {
      type: 'edited';
      run: number;
      id: number;
      edit: Edit;
      scenario: Scenario;
      current: Scenario;
      layout: Layout;
    }
  | { type: 'edit_refused'; run: number; id: number; problems: Problem[] }
  /** Something else than an edit changed these: `watch`, or a run that passes an edit of its document. */
  | { type: 'layout'; run: number; current: Scenario; layout: Layout }
  /** Other files are missing than the page knows of, or none. While any is, the run waits at its beginning. */
  | { type: 'files'; run: number; missing: FileRequest[] }
  | Frame
  /** What happened where a step arrived; nothing where none of what it was to go on to is left. */
  | { type: 'told'; run: number; to: StepTo; happenings: TraceEvent[] }
  /** Other warnings than the page knows of are in order now, or none. */
  | { type: 'warnings'; run: number; warnings: Warning[] }
  /** Sent whenever playing changes by itself (end of the run, step done, seek reached). */
  | { type: 'state'; run: number; t_s: number; playing: boolean; ended: boolean; seeking: boolean }
  | { type: 'answer'; id: number; value: unknown; error?: string }
  /** The engine stopped for good; a new worker is needed. The scenario is safe on the page. */
  | { type: 'failed'; run: number; t_s: number; message: string };

/** Values per column of each shape. */
export const PARTS = { line: 1, band: 2, level: 3 } as const;

/**
 * Numbers per link in `Frame.now`: queue packets, queue bytes, TCP, UDP and ACK bytes among them, utilisation over the
 * last 100 ms, then drops so far of TCP, UDP, ACK, and of these those that came after the last sample: no column has
 * them yet.
 */
export const NOW_PER_LINK = 12;
/** Where the latter begin. */
export const NOW_FRESH_DROPS = 9;
/** Numbers per group in `Frame.now`: throughput over the last 100 ms (b/s), mean cwnd (packets). */
export const NOW_PER_GROUP = 2;

/** A series that a frame carries. */
export type FrameSeries = Pick<SeriesInfo, 'id' | 'shape'>;

/** One picture of the run; at most one is under way at a time. */
export interface Frame {
  type: 'frame';
  run: number;
  t_s: number;
  playing: boolean;
  ended: boolean;
  seeking: boolean;
  /** Simulated seconds per second actually reached over the last half second. */
  speed: number;
  /** The interval shown; column i covers `t0_s + (t1_s - t0_s) * [i, i + 1] / columns`. */
  t0_s: number;
  t1_s: number;
  columns: number;
  /** The series in `data`, in order: those of the view that the run has. */
  series: readonly FrameSeries[];
  /**
   * One series after another. Each has `PARTS` of its shape, and of each part a value per column: a band its
   * minima, then its maxima; a level its means too. NaN where nothing was recorded.
   */
  data: Float32Array;
  /** Present values: links in layout order (`NOW_PER_LINK` each), then groups (`NOW_PER_GROUP` each). */
  now: Float64Array;
  /** The links in `histogram`, in order: those of the view that the run has. */
  histograms: readonly string[];
  /** Per such link: bin width (in packets or bytes, as the limit is given), then the share of time in each of 64 bins. */
  histogram: Float32Array;
  /** The series in `counts`, in order: those of the view that the run has. */
  counted: readonly string[];
  /**
   * Where one of them counted something, 3 numbers each: its place in `counted`, the column, and how much
   * (65,535: that or more). Unlike marks, counts are kept for the whole run.
   */
  counts: Uint16Array;
  /**
   * Marks of watched flows within the interval, 4 numbers each: time (s), kind, flow, its window right after
   * (packets, or 0). Kinds: 2 timeout, 3 fast recovery begins, 4 it ends, 5 window cut by a congestion mark,
   * 6 window cut after idling, 7 the controller changes its state, 8 a needless timeout is undone, 9 slow start
   * ends. Of a kind
   * that the page does not know it says only that something changed. Edits are no marks: the document has them.
   */
  marks: Float64Array;
  /** True where there are so many marks (more than 128) that none is sent. */
  crowded: boolean;
  /** Earlier marks are no longer kept, seconds. */
  marks_from_s: number;
  /** What the series come to over one interval; left out where a frame was worked out from others. */
  overall?: Overall;
}

/**
 * The series over one interval as a single column: what is shown, as far as the run has come; while the run is stopped
 * without its warm-up, and where the charts follow the run, all that was measured so far, as in the summary.
 */
export interface Overall {
  t0_s: number;
  t1_s: number;
  /** In the order of `Frame.series`, of each `PARTS` values; empty where the interval is. */
  data: Float32Array;
}
