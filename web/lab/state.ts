/** What the page knows of the experiment and of the run, and what can be done to them: types only. */
import type { StoreApi } from 'zustand/vanilla';
import type { Catalog, Preset } from '../engine/catalog';
import type {
  Checked,
  Cut,
  FileData,
  TraceEvent,
  Layout,
  Moments,
  Speed,
  StepTo,
  FileRequest,
} from '../engine/protocol';
import type { Summary } from '../engine/summary';
import type { Frames } from '../samples/frames';
import type { Edit, Patch, Problem, Scenario, Warning } from '../scenario/types';
import type { Branch } from './branches';
import type { Unkept } from './work';

export type Selection = { kind: 'bottleneck' | 'edge' | 'group'; id: string } | { kind: 'scenario' };

export interface RunState {
  /** Counts the runs of this page; a frame of an earlier run is recognised by it. */
  run: number;
  /** Simulated seconds; refreshed about ten times a second (frames carry the exact time). */
  t_s: number;
  playing: boolean;
  ended: boolean;
  /** The farthest that it has come since it began, or was changed last, seconds. */
  reached_s: number;
  /** True while the run hurries to a moment; `target_s` is that moment. */
  seeking: boolean;
  target_s: number | null;
  /** Simulated seconds per second, reached over the last half second. */
  speed: number;
  wanted: Speed;
}

/** What happened where the last step arrived; nothing where none of what it was to go on to is left. */
export interface Told {
  /** Counts the steps of this page, which may tell the same twice. */
  count: number;
  to: StepTo;
  happenings: readonly TraceEvent[];
}

/** How charts show a run that is kept behind the one in front: behind it, or only what the two differ by. */
export type Against = 'overlay' | 'difference' | 'ratio';

/** A run that is kept: it stays behind the one in front, and is simulated as far as that. */
export interface Behind {
  /** Its document, as a link carries it. */
  document: Scenario;
  /** By what the two differ: `11 kB`. */
  name: string;
  /** The same of the one in front: `30 kB`. */
  front: string;
  against: Against;
  store: StoreApi<LabState>;
  frames: Frames;
}

export interface LabState {
  /** The run that is kept behind this one. */
  behind: Behind | null;
  /** What the page calls the run while it shows two; null while it is the only one. */
  name: 'A' | 'B' | null;
  engine: { status: 'compiling' | 'ready' | 'failed'; version: string | null; message: string | null };
  catalog: Catalog | null;
  presets: Preset[];
  /** Presets with every default filled in, by id, as far as they are known. */
  completed: Readonly<Record<string, Scenario>>;
  /** The preset the document was opened from, as long as nothing of it was changed. */
  presetId: string | null;
  /** Exactly what the link carries: the scenario at t = 0 plus its edits. */
  document: Scenario | null;
  /** The document with its edits up to the present time applied: what the forms and the canvas show. */
  current: Scenario | null;
  run: RunState;
  /** Of a run that was stepped and rests. */
  told: Told | null;
  layout: Layout | null;
  selection: Selection;
  /** True while starting again repeats the run; otherwise it draws a new seed. */
  seedLocked: boolean;
  /** Numbers of the flows whose windows are recorded. */
  watched: number[];
  /** Of the last refused change; shown where they arose. The run and its picture stay. */
  problems: Problem[];
  /** Changes on the way that came with the link or file that was opened, until that is read. */
  linkedEdits: readonly Edit[];
  /** What the file that was opened says and does not happen. */
  lost: Warning[];
  /** Files that the experiment names and the run waits for. */
  missing: readonly FileRequest[];
  /** Known traps that the experiment steps into, or the run shows. */
  warnings: Warning[];
  history: { canUndo: boolean; canRedo: boolean };
  /** Ways that the run took and left. */
  branches: readonly Branch[];
  /** Earlier work of this browser that can be taken up again. */
  offer: Earlier | null;
  /** What was changed and is not kept in this browser, and why. */
  unkept: { why: Unkept; document: Scenario } | null;
  /** Earlier work that had to go to make room: the page has the last of it. */
  gone: readonly Scenario[];
}

/** Earlier work; `savedAt` in ms since 1970. */
export interface Earlier {
  id: string;
  title: string;
  savedAt: number;
}

export interface OpenOptions {
  /** Fast-forward to this simulated time first. */
  until_s?: number;
  /** Default true. */
  play?: boolean;
  presetId?: string | null;
  /** Flows to watch, by number; left out, the engine chooses. */
  watch?: number[];
}

export interface LabActions {
  openPreset(id: string): void;
  openScenario(scenario: unknown, options?: OpenOptions): Promise<Checked>;
  /**
   * One change of the scenario. All changes with the same `gesture` are one undo step. If time > 0
   * and every touched parameter is live, it becomes an edit of the running simulation; otherwise the
   * run starts again from 0 with it, earlier edits folded in.
   */
  change(set: Patch[], gesture?: string): void;
  endGesture(): void;
  /** Goes on where the run was on a way that it left; its present way becomes one. */
  takeUpWay(branch: number): void;
  undo(): void;
  redo(): void;
  play(): void;
  pause(): void;
  toggle(): void;
  step(what: StepTo | '100ms'): void;
  /** Starts again at t = 0, the edits folded into the scenario. */
  restart(): void;
  newSeed(): void;
  lockSeed(locked: boolean): void;
  setSpeed(speed: Speed): void;
  seek(t_s: number): void;
  /**
   * Moves the charts' cursor and view to the next or the previous of these; the run goes on to the next where
   * none is recorded yet.
   */
  next(what: Moments, direction: 1 | -1): Promise<void>;
  /** At most 16 flows, by number. */
  watch(flows: number[]): void;
  select(selection: Selection): void;
  dismissProblems(): void;
  /** A file that was read, for the runs that wait for it or a change that names it. */
  giveFile(file: FileData): void;
  restartEngine(): void;
  /** Earlier work that no tab uses, newest first. */
  earlierWork(): Promise<Earlier[]>;
  /** Opens earlier work and goes on with it. */
  takeUp(id: string): void;
  /** Deletes earlier work for good. */
  removeWork(id: string): void;
  /** Hides the offer; the work stays. */
  dismissOffer(): void;
  dismissUnkept(): void;
  /** Lets go of the first of what is gone. */
  dismissGone(): void;
  /** Rejects when the engine does not answer, or `signal` cancels. */
  summary(signal?: AbortSignal): Promise<Summary>;
  /** What was recorded of some series over an interval, one after another as in a frame; null where there is none. */
  recordedOf(cut: Cut, signal?: AbortSignal): Promise<Float32Array | null>;
}

const WHOLE: Selection = { kind: 'scenario' };

export const initialLab: LabState = {
  behind: null,
  name: null,
  engine: { status: 'compiling', version: null, message: null },
  catalog: null,
  presets: [],
  completed: {},
  presetId: null,
  document: null,
  current: null,
  run: {
    run: 0,
    t_s: 0,
    reached_s: 0,
    playing: false,
    ended: false,
    seeking: false,
    target_s: null,
    speed: 0,
    wanted: 1,
  },
  told: null,
  layout: null,
  selection: WHOLE,
  seedLocked: true,
  watched: [],
  problems: [],
  linkedEdits: [],
  lost: [],
  missing: [],
  warnings: [],
  history: { canUndo: false, canRedo: false },
  branches: [],
  offer: null,
  unkept: null,
  gone: [],
};

/**
 * The selection, or the whole scenario while what was selected is not there. The store keeps what was
 * selected, so that it is selected again when time, or an undo, brings it back.
 */
export function stillThere(selection: Selection, scenario: Scenario): Selection {
  if (selection.kind === 'scenario') return selection;
  const parts = { bottleneck: scenario.bottlenecks, edge: scenario.edges, group: scenario.groups };
  const there = parts[selection.kind].some(({ id }) => id === selection.id);
  return there ? selection : WHOLE;
}
