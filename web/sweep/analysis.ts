/** The analysis thread, which evaluates models and plans advice. It starts with the first call. */
import { withStudies } from '../engine/module';
import { Thread, type Calls } from '../rpc/thread';
import type { Problem } from '../scenario/types';
import type { CaseLine, ModelAbout, StudyDocument } from '../types/engine';
import type { Opened, StoredPoint, StudyOfFigure } from '../types/papers';
import type { Advice, Comparison } from './advice-types';
import { FAILURE } from './strings';

/** Functions of the thread. */
export interface AnalysisApi {
  /** Describes all models: outputs, assumptions, known limits. */
  models(): Promise<readonly ModelAbout[]>;
  /** Evaluates models for some inputs. */
  outputs(asked: readonly ModelRequest[]): Promise<readonly ModelOutputs[]>;
  /** Reads a figure of a paper and its stored result from the texts of their files. */
  readFigure(figure: string, result: string | null): Promise<FigureAnswer>;
  /** Returns a study of a figure, in full or for a quick check. */
  figureStudy(figure: string, name: string, quick: boolean): Promise<FigureStudyAnswer>;
  /** Returns the scenario of the point of a series nearest to x; null if there is none. */
  figureScenario(figure: string, series: string, x: number): Promise<unknown>;
  /** Returns the points of each series from lines of runs by study; null if they are invalid. */
  figurePoints(figure: string, lines: LinesByStudy): Promise<Record<string, StoredPoint[]> | null>;
  /** Starts a search with a question as JSON, in place of the one before. */
  advise(question: string): Promise<AdviceStep>;
  /** Continues the search with the lines of the last round, one per row, in the order of its cases. */
  take(lines: string): Promise<AdviceStep>;
  /** Returns which groups of a scenario `bufferlab emulate` can give real senders. */
  realSenders(scenario: unknown): Promise<SendersAnswer>;
  /** Returns the bottlenecks of a scenario as commands of `tc`. */
  tcCommands(scenario: unknown): Promise<TcAnswer>;
}

/** Commands of `tc` for each bottleneck, or the problems of the scenario. */
export type TcAnswer = { ok: true; links: TcLink[] } | { ok: false; problems: Problem[] };

/** Bottleneck as commands of `tc`. */
export interface TcLink {
  id: string;
  label: string;
  /** One command per line. */
  lines: readonly string[];
  /** Fields that no command has: path within the bottleneck, and a sentence. */
  notes: readonly { path: string; reason: string }[];
}

/** Senders of each group in a run between real hosts, or the problems of a scenario that cannot be run so. */
export type SendersAnswer = { ok: true; groups: GroupSenders[] } | { ok: false; problems: Problem[] };

/** Senders of a group: sockets of Linux with a controller, or simulated ones, with a reason if the group has TCP. */
export type GroupSenders =
  | { id: string; packets: 'real'; controller: LinuxController }
  | { id: string; packets: 'simulated'; reason: Problem | null };

/** Congestion controller of Linux. */
export interface LinuxController {
  /** Kind in scenarios, such as `bbr1`. */
  kind: string;
  /** Name in the kernel, such as `bbr`. */
  name: string;
  /** Part of the kernel that has it. */
  origin: 'built_in' | 'module' | 'patched';
}

/** Model with its inputs by parameter; parameters left out have their defaults. */
export interface ModelRequest {
  model: string;
  given: Readonly<Record<string, number>>;
}

/** Outputs by id, null if one does not apply; null as a whole if the inputs are refused. */
export type ModelOutputs = Readonly<Record<string, number | null>> | null;

/** A figure with its stored result, or the problem of its file. */
export type FigureAnswer = { ok: true; opened: Opened } | { ok: false; message: string };

/** Study of a figure, or its problems. */
export type FigureStudyAnswer = { ok: true; study: StudyOfFigure } | { ok: false; problems: Problem[] };

/** Result lines of runs, by name of their study. */
export type LinesByStudy = Readonly<Record<string, readonly CaseLine[]>>;

/** Next round and advice so far, or the problems of the question. */
export type AdviceStep =
  | {
      ok: true;
      /** Next round; null if the advice is complete. */
      round: AdviceRound | null;
      /** Number of finished runs, and expected number of all runs. */
      done: number;
      expected: number;
      /** Packets of the finished and of all expected runs; the wall time is nearly proportional to them. */
      packets: number;
      expected_packets: number;
      advice: Advice | Comparison;
    }
  | { ok: false; problems: Problem[] };

/** Round of runs, as a study. */
export interface AdviceRound {
  /** Purpose in a few words. */
  purpose: string;
  study: StudyDocument;
  runs: number;
  /** Packets of each run. */
  packets: number;
  /** Whether its runs are points of the curve: of the unchanged scenario, with the seeds of the search. */
  of_curve: boolean;
}

/** Calls the thread; a thread that failed is replaced at the next call. */
export class Analysis implements Calls<AnalysisApi> {
  private thread: Thread<AnalysisApi> | null = null;

  call: Calls<AnalysisApi>['call'] = (ask, signal) => {
    if (!this.thread || this.thread.ended) {
      const worker = withStudies(
        new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' }),
      );
      this.thread = new Thread<AnalysisApi>(worker, FAILURE.engineUnknown, FAILURE.engine);
    }
    return this.thread.call(ask, signal);
  };

  /** Ends the thread; calls that wait are rejected. */
  close(): void {
    this.thread?.end(FAILURE.closed);
  }
}
