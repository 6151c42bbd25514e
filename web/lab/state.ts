/** State of the experiment and its run, and the actions on them; apart from the initial state only types. */
import type { StoreApi } from 'zustand/vanilla';
import type { Catalog, Preset } from '../engine/catalog';
import type {
  Checked,
  ColumnsRequest,
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
import type { MeasuredChoice } from '../url/measuredChoice';
import type { StoreFailure } from '../storage/browserStore';

/** Selected part of the experiment, or the experiment as a whole. */
export type Selection = { kind: 'bottleneck' | 'edge' | 'group'; id: string } | { kind: 'scenario' };

/** State of the run. */
export interface RunState {
  /** Number of the run on this page, by which frames of earlier runs are recognized. */
  run: number;
  /** Simulated seconds; refreshed about ten times a second (frames carry the exact time). */
  t_s: number;
  playing: boolean;
  ended: boolean;
  /** Latest simulated time that the run has reached since it began or was edited, seconds. */
  reached_s: number;
  /** True while the run fast-forwards to `target_s`. */
  seeking: boolean;
  /** Simulated time to which the run fast-forwards, seconds. */
  target_s: number | null;
  /** Simulated seconds per second, measured over the last half second. */
  speed: number;
  /** Speed that the user selected. */
  targetSpeed: Speed;
}

/** The last step and the events at its end; no events if the run has none of the requested kind left. */
export interface LastStep {
  /** Number of steps on this page, which tells equal steps apart. */
  count: number;
  to: StepTo;
  events: readonly TraceEvent[];
}

/** How charts compare the run with its baseline: both drawn, or only the difference or the ratio. */
export type ComparisonMode = 'overlay' | 'difference' | 'ratio';

/** The run that the present run is compared with; it is simulated up to the same time. */
export interface Baseline {
  /** Document of the baseline, as a link contains it. */
  document: Scenario;
  /** Name of the baseline, by its differences: `11 kB`. */
  name: string;
  /** Name of the present run: `30 kB`. */
  currentName: string;
  mode: ComparisonMode;
  store: StoreApi<LabState>;
  frames: Frames;
  /** The measured run, if the baseline was not simulated; `document` is then that of the present run. */
  measured: MeasuredBaseline | null;
}

/** A baseline that was measured on real hosts. */
export interface MeasuredBaseline {
  /** File of the run and the use of its series, as in a link. */
  choice: MeasuredChoice;
  /** Scenario that was emulated, as the file contains it; null if it has none. */
  scenario: unknown;
}

/** Charts that a lesson shows, and parameters that it leaves open. */
export interface SceneRules {
  /** Paths of the parameters that can be changed, with all fields inside them. */
  change: readonly string[];
  /** Ids of the charts; null for the standard ones. */
  charts: readonly string[] | null;
}

/** State of one experiment and its run. */
export interface LabState {
  /** Rules of the lesson that the experiment belongs to; null in the Lab, where everything can be changed. */
  rules: SceneRules | null;
  /** Baseline of the comparison; null if there is none. */
  baseline: Baseline | null;
  /** Name of the run while the page shows two; null while there is one. */
  name: 'A' | 'B' | null;
  engine: { status: 'compiling' | 'ready' | 'failed'; version: string | null; message: string | null };
  catalog: Catalog | null;
  presets: Preset[];
  /** Presets with all defaults filled in, by id, as far as they have been completed. */
  completed: Readonly<Record<string, Scenario>>;
  /** Preset from which the document was opened, while the document is unchanged. */
  presetId: string | null;
  /** The content of a link: the scenario at t = 0 and its edits. */
  document: Scenario | null;
  /** The document with its edits up to the present time applied, as forms and drawing show it. */
  current: Scenario | null;
  run: RunState;
  /** The last step, while the run is paused after it. */
  lastStep: LastStep | null;
  layout: Layout | null;
  selection: Selection;
  /** Whether a restart keeps the seed; otherwise it draws a new one. */
  seedLocked: boolean;
  /** Numbers of the flows whose windows are recorded. */
  watched: number[];
  /** Problems of the last refused change; the run continues unchanged. */
  problems: Problem[];
  /** Whether `problems` are about a link that could not be opened. */
  isBadLink: boolean;
  /** Edits in the opened link or file, until their notice is dismissed. */
  linkedEdits: readonly Edit[];
  /** Warnings about parts of the opened file that have no effect. */
  lost: Warning[];
  /** Files that the experiment names and the run waits for. */
  missing: readonly FileRequest[];
  /** Warnings about the experiment and about the run. */
  warnings: Warning[];
  history: { canUndo: boolean; canRedo: boolean };
  /** Branches that the run has left. */
  branches: readonly Branch[];
  /** Earlier work in this browser that can be resumed. */
  offer: Earlier | null;
  /** The experiment if it could not be saved in this browser, and why. */
  unsaved: { why: StoreFailure; document: Scenario } | null;
  /** Earlier work that was removed from a full storage; the page has the last copy. */
  removed: readonly Scenario[];
}

/** Earlier work; `savedAt` is in milliseconds since 1970. */
export interface Earlier {
  id: string;
  title: string;
  savedAt: number;
}

/** Options for opening a scenario. */
export interface OpenOptions {
  /** Simulated time to which the run fast-forwards first, seconds. */
  until_s?: number;
  /** Whether the run plays after that; true if left out. */
  play?: boolean;
  presetId?: string | null;
  /** Flows to watch, by number; the engine chooses if this is left out. */
  watch?: number[];
}

/** Actions on the experiment and the run. */
export interface LabActions {
  openPreset(id: string): void;
  openScenario(scenario: unknown, options?: OpenOptions): Promise<Checked>;
  /**
   * Changes the scenario. Changes with the same `gesture` are one undo step. If the run has begun and all changed
   * parameters are live, the change becomes an edit of the run; otherwise the run restarts with the change and all
   * earlier edits in its scenario. A group that is added while the run is paused restarts it, too.
   */
  change(set: Patch[], gesture?: string): void;
  endGesture(): void;
  /** Continues a branch that the run has left, at its latest time; the present branch is kept. */
  switchBranch(branch: number): void;
  undo(): void;
  redo(): void;
  play(): void;
  pause(): void;
  toggle(): void;
  step(what: StepTo | '100ms'): void;
  /** Restarts at t = 0 with all edits in the scenario; a paused run stays paused, one that has ended plays. */
  restart(): void;
  newSeed(): void;
  lockSeed(locked: boolean): void;
  setSpeed(speed: Speed): void;
  seek(t_s: number): void;
  /**
   * Moves the charts' cursor and view to the next or previous event of this kind. If none is recorded ahead, the run
   * continues to the next one.
   */
  next(kind: Moments, direction: 1 | -1): Promise<void>;
  /** Watches at most 16 flows, given by number. */
  watch(flows: number[]): void;
  select(selection: Selection): void;
  dismissProblems(): void;
  /** Adds a file, for runs that wait for it and for changes that name it. */
  addFile(file: FileData): void;
  restartEngine(): void;
  /** Lists earlier work that no tab uses, newest first. */
  earlierWork(): Promise<Earlier[]>;
  /** Opens earlier work and continues it. */
  resumeWork(id: string): void;
  /** Deletes earlier work for good. */
  removeWork(id: string): void;
  /** Hides the offer and keeps the work. */
  dismissOffer(): void;
  dismissUnsaved(): void;
  /** Forgets the first experiment of `removed`. */
  dismissRemoved(): void;
  /** Asks for the summary. Rejects if the engine does not answer or `signal` cancels. */
  summary(signal?: AbortSignal): Promise<Summary>;
  /** Returns the recorded columns of series over an interval, as in a frame; null if a series does not exist. */
  recordedOf(request: ColumnsRequest, signal?: AbortSignal): Promise<Float32Array | null>;
}

const WHOLE: Selection = { kind: 'scenario' };

/** State before the engine is ready. */
export const initialLab: LabState = {
  rules: null,
  baseline: null,
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
    targetSpeed: 1,
  },
  lastStep: null,
  layout: null,
  selection: WHOLE,
  seedLocked: true,
  watched: [],
  problems: [],
  isBadLink: false,
  linkedEdits: [],
  lost: [],
  missing: [],
  warnings: [],
  history: { canUndo: false, canRedo: false },
  branches: [],
  offer: null,
  unsaved: null,
  removed: [],
};

/**
 * Returns the selection, or the whole experiment while the selected part does not exist. The store keeps the selection,
 * so that a part is selected again when time or an undo brings it back.
 */
export function stillThere(selection: Selection, scenario: Scenario): Selection {
  if (selection.kind === 'scenario') return selection;
  const parts = { bottleneck: scenario.bottlenecks, edge: scenario.edges, group: scenario.groups };
  const there = parts[selection.kind].some(({ id }) => id === selection.id);
  return there ? selection : WHOLE;
}

/** Whether the field at `path` can be changed. */
export function mayChange({ rules }: Pick<LabState, 'rules'>, path: string): boolean {
  return rules === null || rules.change.some((open) => path === open || path.startsWith(`${open}.`));
}
