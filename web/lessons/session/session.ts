/**
 * An opened lesson: its scenes, the answers of the reader, and the tasks, which are judged while the run goes on.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Lab } from '../../lab/lab';
import { editsOf } from '../../scenario/edits';
import { judgeAnswer, type Own } from './answers';
import { comparisonOf, type Comparison } from './comparison';
import { RUNS } from '../handin/limits';
import { recordRun, type Recorded, type RecordRequest } from '../handin/record';
import { nameOfRun } from '../handin/runRecord';
import { checkGoal, judge, type GoalVerdict } from './judge';
import type {
  Answer,
  Change,
  DataBlock,
  Lesson,
  QuestionBlock,
  RunBlock,
  SceneBlock,
  TaskBlock,
} from '../format/lesson';
import { cellText, ownIn, ownOf, requestOf } from './measures';
import type { Response, LessonProgress, Progress } from './progress';
import { SceneLab } from './sceneLab';

/** State of an opened lesson that is not kept. */
export interface SessionState {
  /** Id of the chart that the text points at, or `network`; null for none. */
  highlight: string | null;
  /** Why the scene could not be opened; null if it was. */
  problem: string | null;
  /** Latest verdict of each task. */
  verdicts: Readonly<Record<string, GoalVerdict>>;
  /** Whether a setting was changed during the run, so that its measures mix several settings. */
  mixed: boolean;
  /** Latest result that the reader may not have seen, for a narrow screen; null if there is none. */
  news: { id: string; kind: 'right' | 'wrong' | 'task' } | null;
  /** Number of times that the reader has finished the lesson since it was opened. */
  ended: number;
}

/** Time between two judgments of a run, ms. */
const JUDGE_MS = 400;

/** Values of a run that cannot be compared with an answer. */
const NO_RUN: Own = { measured: null, curve: null };

/** One reader's way through one lesson. */
export class Session {
  readonly store: StoreApi<SessionState>;
  readonly scene: SceneLab;
  /** Step of this page; another tab may show another one. */
  private step = 0;
  private judging = false;
  /** Resolves when the scene of the present step is open. */
  private opening: Promise<void> = Promise.resolve();
  private timer: ReturnType<typeof setTimeout> | null = null;
  /** Ids of predictions whose judgment the reader has seen; another try is judged at once. */
  private readonly disclosed = new Set<string>();
  /** Time of the run at the latest prediction that waits, s; null once the run has left it. */
  private predictedAt_s: number | null = 0;
  private readonly stop: () => void;

  /** `key` names the lesson in the progress. */
  constructor(
    readonly lesson: Lesson,
    readonly key: string,
    lab: Lab,
    private readonly progress: Progress,
  ) {
    this.scene = new SceneLab(lab);
    this.store = createStore(() => ({
      highlight: null,
      problem: null,
      verdicts: {},
      mixed: false,
      news: null,
      ended: 0,
    }));
    this.stop = lab.store.subscribe(({ document, run }) => {
      this.tellAfterRun(run);
      const mixed = document !== null && editsOf(document).length > 0;
      if (mixed !== this.store.getState().mixed) this.store.setState({ mixed });
      this.judgeSoon();
    });
  }

  /** Returns what is kept of the lesson. */
  kept(): LessonProgress {
    return this.progress.of(this.key);
  }

  /** Goes to a step and opens its scene. */
  async goTo(step: number): Promise<void> {
    this.store.setState({ highlight: null, news: null });
    this.step = step;
    this.keep({ step });
    const block = this.sceneAt(step);
    if (block) this.opening = this.show(this.scene.show(block));
    await this.opening;
  }

  /** Forgets the latest result, which the reader has seen. */
  readNews(): void {
    this.store.setState({ news: null });
  }

  /** Marks the lesson as finished. */
  finish(): void {
    this.keep({ finished: true });
    this.store.setState(({ ended }) => ({ ended: ended + 1 }));
  }

  /** Points at a chart or at the network; null points at nothing. */
  pointAt(highlight: string | null): void {
    this.store.setState({ highlight });
  }

  /** Runs the scene as a block asks. */
  run({ until, show }: RunBlock): void {
    this.pointAt(show);
    this.scene.runUntil(until);
  }

  /** Restarts the scene with its present values, so that its measures belong to one setting. */
  async runAgain(): Promise<void> {
    await this.show(this.scene.restartWith([]));
    this.scene.lab.actions.play();
  }

  /** Restarts the scene with other values and plays it. */
  async runWith(set: readonly Change[]): Promise<void> {
    await this.show(this.scene.restartWith(set));
    this.scene.lab.actions.play();
  }

  /** Returns the scene to what the lesson defines. */
  async reset(): Promise<void> {
    await this.show(this.scene.reset());
  }

  /**
   * Answers a question; the answer is judged by the run if it asks for one of its measures. A prediction that needs no run is
   * kept and judged after the run that it is about, or when the reader asks.
   */
  async answer(block: QuestionBlock, given: Response): Promise<void> {
    const wanted = requestOf(block.answer);
    if (wanted === null) {
      const waits = this.isAheadOfRun(block);
      if (waits) this.predictedAt_s = this.scene.lab.store.getState().run.t_s;
      const correct = waits ? null : judgeAnswer(block.answer, given, NO_RUN);
      this.keep({ answers: { ...this.kept().answers, [block.id]: { given, correct, run: null } } });
      return;
    }
    const isComparable = this.comparison(block.answer) === 'possible';
    const recorded = isComparable ? await this.record(wanted) : null;
    const inRecord = recorded ? judgeAnswer(block.answer, given, ownIn(recorded.run, block.answer)) : null;
    const correct = inRecord ?? judgeAnswer(block.answer, given, await this.ownOf(block));
    const { run, runs } = this.withRun(inRecord === null ? null : recorded);
    this.keep({ answers: { ...this.kept().answers, [block.id]: { given, correct, run } }, runs });
  }

  /** Judges predictions that waited: one, or all. */
  tell(id?: string): void {
    const { answers } = this.kept();
    const judged = this.predictions().flatMap(({ id: name, answer }) => {
      const kept = answers[name];
      if ((id ?? name) !== name || kept?.correct !== null || requestOf(answer) !== null) return [];
      this.disclosed.add(name);
      return [[name, { ...kept, correct: judgeAnswer(answer, kept.given, NO_RUN) }] as const];
    });
    const [latest] = judged.at(-1) ?? [];
    if (latest === undefined) return;
    const all = { ...answers, ...Object.fromEntries(judged) };
    this.keep({ answers: all });
    if (id === undefined)
      this.store.setState({ news: { id: latest, kind: all[latest]?.correct ? 'right' : 'wrong' } });
  }

  /** Returns whether the run can decide an answer, or why it cannot yet. */
  comparison(answer: Answer): Comparison {
    return comparisonOf(answer, this.scene.lab.store.getState());
  }

  /** Judges the predictions once the run that follows them has paused. */
  private tellAfterRun({ t_s, playing, seeking }: { t_s: number; playing: boolean; seeking: boolean }): void {
    if (playing || t_s !== (this.predictedAt_s ?? t_s)) this.predictedAt_s = null;
    if (this.predictedAt_s === null && t_s > 0 && !playing && !seeking) this.tell();
  }

  private predictions(): QuestionBlock[] {
    return this.lesson.steps
      .flatMap(({ blocks }) => blocks)
      .filter((block): block is QuestionBlock => block.kind === 'predict');
  }

  /** Whether a prediction is about a run that was not made yet: the scene is at its start, or the step goes on with a run. */
  private isAheadOfRun(block: QuestionBlock): boolean {
    if (block.kind !== 'predict' || this.disclosed.has(block.id) || this.sceneAt(this.step) === null)
      return false;
    const blocks = this.lesson.steps[this.step]?.blocks ?? [];
    const after = blocks.slice(blocks.indexOf(block) + 1);
    const followed = after.some(({ kind }) => kind === 'run' || kind === 'task');
    return followed || this.scene.lab.store.getState().run.t_s === 0;
  }

  /** Withdraws an answer, to try again. */
  withdraw(id: string): void {
    if (this.kept().answers[id]?.correct !== null) this.disclosed.add(id);
    const answers = Object.entries(this.kept().answers).filter(([other]) => other !== id);
    this.keep({ answers: Object.fromEntries(answers) });
  }

  /** Returns the values of the run that a question asks for. */
  ownOf({ answer }: QuestionBlock): Promise<Own> {
    return this.comparison(answer) === 'possible' ? ownOf(this.scene.lab, answer) : Promise.resolve(NO_RUN);
  }

  /** Shows the next hint of a task. */
  hint({ id, hints }: TaskBlock): void {
    const attempt = this.attempt(id);
    this.keepAttempt(id, { ...attempt, hints: Math.min(hints.length, attempt.hints + 1) });
  }

  /** Shows the solution of a task and runs it. */
  async solve({ id, solution }: TaskBlock): Promise<void> {
    const attempt = this.attempt(id);
    this.keepAttempt(id, { ...attempt, shown: !attempt.met || attempt.shown });
    await this.opening;
    await this.show(this.scene.restartWith([...solution.set, ['duration_s', solution.until_s]]));
    this.scene.runUntil({ kind: 'time', t_s: solution.until_s });
  }

  /** Adds the present run to a table. */
  async addRow({ id, columns }: DataBlock): Promise<void> {
    const { actions, store } = this.scene.lab;
    const recorded = await this.record({ paths: columns.map(({ measure }) => measure), series: null });
    const summary = recorded?.summary ?? (await actions.summary().catch(() => ({})));
    const current = recorded?.current ?? store.getState().current;
    const { catalog } = store.getState();
    const row = await Promise.all(columns.map(({ measure }) => cellText(measure, summary, current, catalog)));
    const { run, runs } = this.withRun(recorded);
    const { tables, rowRuns } = this.kept();
    this.keep({
      tables: { ...tables, [id]: [...(tables[id] ?? []), row] },
      rowRuns: { ...rowRuns, [id]: [...this.runsOf(id), run] },
      runs,
    });
  }

  /** Removes a row of a table. */
  removeRow(id: string, row: number): void {
    const { tables, rowRuns } = this.kept();
    const others = <T>(list: readonly T[]): T[] => list.filter((_, other) => other !== row);
    this.keep({
      tables: { ...tables, [id]: others(tables[id] ?? []) },
      rowRuns: { ...rowRuns, [id]: others(this.runsOf(id)) },
    });
  }

  /** Ends the run and frees its worker. */
  close(): void {
    this.stop();
    if (this.timer !== null) clearTimeout(this.timer);
    this.scene.close();
  }

  /** Returns the scene of a step: its last one, or that of the steps before. */
  sceneAt(step: number): SceneBlock | null {
    const before = this.lesson.steps.slice(0, step + 1).flatMap(({ blocks }) => blocks);
    return before.findLast((block) => block.kind === 'scene') ?? null;
  }

  private async show(opening: ReturnType<SceneLab['show']>): Promise<void> {
    const opened = await opening;
    this.store.setState({ problem: opened.ok ? null : opened.message, verdicts: {} });
  }

  /** Returns the names of the runs of a table, one for each row. */
  private runsOf(id: string): (string | null)[] {
    const { tables, rowRuns } = this.kept();
    return (tables[id] ?? []).map((_, row) => rowRuns[id]?.[row] ?? null);
  }

  private record(wanted: RecordRequest): Promise<Recorded | null> {
    return recordRun(this.scene.lab, wanted).catch(() => null);
  }

  /** Returns the name of a recorded run and the kept runs with it; without a name if it cannot be kept. */
  private withRun(recorded: Recorded | null): { run: string | null; runs: LessonProgress['runs'] } {
    const { runs } = this.kept();
    const run = recorded && nameOfRun(recorded.run);
    if (run === null || (Object.keys(runs).length >= RUNS && !Object.hasOwn(runs, run)))
      return { run: null, runs };
    return { run, runs: { ...runs, [run]: recorded!.run } };
  }

  private keep(change: Partial<LessonProgress>): void {
    this.progress.change(this.key, change);
  }

  private attempt(id: string): LessonProgress['tasks'][string] {
    return this.kept().tasks[id] ?? { met: false, hints: 0, shown: false };
  }

  private keepAttempt(id: string, attempt: LessonProgress['tasks'][string]): void {
    this.keep({ tasks: { ...this.kept().tasks, [id]: attempt } });
  }

  /** Tasks of the present step. */
  private tasks(): TaskBlock[] {
    const step = this.lesson.steps[this.step];
    return (step?.blocks ?? []).filter((block) => block.kind === 'task');
  }

  /** Marks a task as met, with a record of the run, whose goal must still hold. */
  private async meet({ id, goal }: TaskBlock): Promise<void> {
    // A run that moves to another time is judged there.
    if (this.scene.lab.store.getState().run.seeking) return;
    const checked = await checkGoal(goal);
    const recorded = await this.record({ paths: checked.ok ? checked.paths : [], series: null });
    if (recorded) {
      const answer = await judge(goal, recorded.summary, recorded.current);
      if (!answer.ok || answer.verdict.outcome !== 'holds') return;
    }
    const { run, runs } = this.withRun(recorded);
    this.keep({ runs, tasks: { ...this.kept().tasks, [id]: { ...this.attempt(id), met: true, run } } });
    this.store.setState({ news: { id, kind: 'task' } });
  }

  private judgeSoon(): void {
    if (this.timer !== null || this.tasks().length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      void this.judgeNow();
    }, JUDGE_MS);
  }

  private async judgeNow(): Promise<void> {
    if (this.judging) return;
    this.judging = true;
    try {
      const { lab } = this.scene;
      const { current, run } = lab.store.getState();
      if (!current || run.t_s === 0 || this.store.getState().mixed) return;
      const summary = await lab.actions.summary();
      for (const task of this.tasks()) {
        const answer = await judge(task.goal, summary, current);
        if (!answer.ok) {
          this.store.setState({ problem: answer.problems.map(({ message }) => message).join(' ') });
          continue;
        }
        const { verdict } = answer;
        this.store.setState(({ verdicts }) => ({ verdicts: { ...verdicts, [task.id]: verdict } }));
        const decided = run.t_s >= task.from_s && run.t_s > current.warmup_s;
        if (verdict.outcome === 'holds' && decided && !this.attempt(task.id).met) await this.meet(task);
      }
    } catch {
      // The run ended or was replaced meanwhile; the next frame asks again.
    } finally {
      this.judging = false;
    }
  }
}
