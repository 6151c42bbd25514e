/** Controller of the advisor, or of the comparison of remedies: its form, the measured speed of this computer, and the search. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import { AdviceSearch, type AdviceQuestion, type Find } from '../sweep/advice';
import type { Advice, Comparison } from '../sweep/advice-types';
import { allCoreWorkers, type StudyWorkers } from '../sweep/workers';
import { Analysis } from '../sweep/analysis';
import { trialLength } from '../sweep/run-length';
import { runStudy } from '../sweep/pool';
import { Sweep, type LineStore } from '../sweep/sweep';
import type { CaseLine } from '../types/engine';
import { adviceFormFor, classesIn, lengthPatches, requestOf, type AdviceFormState } from './adviceRequest';

/** State of the advisor's form. */
export interface AdviceControllerState {
  /** Null until there is an experiment. */
  form: AdviceFormState | null;
  /** Problems of the form, by field. */
  problems: readonly Problem[];
  /** Whether a short run measures the speed of this computer. */
  measuring: boolean;
}

/** Holds the form and starts searches. */
export class AdviceController<F extends Find = 'buffer'> {
  readonly store: StoreApi<AdviceControllerState> = createStore<AdviceControllerState>(() => ({
    form: null,
    problems: [],
    measuring: false,
  }));
  readonly searches: AdviceSearch<F extends 'buffer' ? Advice : Comparison>;
  private stop = new AbortController();

  constructor(
    lineStore: LineStore | null,
    private readonly find: F,
    private readonly workers: StudyWorkers = allCoreWorkers(),
    private readonly clock_ms: () => number = () => performance.now(),
  ) {
    this.searches = new AdviceSearch(new Analysis(), new Sweep(workers, lineStore));
  }

  /** Sets the experiment and the bottleneck; the targets stay. */
  setExperiment(scenario: Scenario, bottleneck: string | null): void {
    const { form } = this.store.getState();
    this.store.setState({ form: adviceFormFor(scenario, bottleneck, form, this.find), problems: [] });
  }

  /** Changes fields of the form. */
  change(change: Partial<AdviceFormState>): void {
    this.store.setState(({ form }) => (form ? { form: { ...form, ...change }, problems: [] } : {}));
  }

  /** Starts a search, after a measurement of speed if the form limits the time. Resolves when it ends. */
  async search(catalog: Catalog): Promise<void> {
    const { form, measuring } = this.store.getState();
    if (!form || measuring) return;
    const request = requestOf(form, classesIn(catalog, form.scenario), this.find);
    this.store.setState({ problems: 'problems' in request ? request.problems : [] });
    if ('question' in request) await this.ask(request.question);
  }

  /** Repeats the search with runs that are long enough, as its result says; the form takes their length. */
  async searchLongEnough(): Promise<void> {
    const { question, advice } = this.searches.store.getState();
    const { form } = this.store.getState();
    if (!question || !advice || !form) return;
    const { warmup_s, duration_s } = advice.long_enough;
    const { replications, checks, precision } = question;
    this.change({
      time: 'given',
      duration: `${duration_s} s`,
      warmup: `${warmup_s} s`,
      ...(replications && { replications: `${replications}` }),
      ...(checks && { checks: `${checks}` }),
      ...(precision && { precision: `${precision}` }),
    });
    const set = lengthPatches(question.scenario as Scenario, advice.long_enough);
    await this.ask({ ...question, long_enough: false, set });
  }

  /** Starts a search after a measurement of the speed of this computer, from which the first estimate of its time follows. */
  private async ask(question: AdviceQuestion): Promise<void> {
    this.stop = new AbortController();
    this.store.setState({ measuring: true });
    const packets_per_s = await this.measured(question.scenario as Scenario);
    this.store.setState({ measuring: false });
    if (this.stop.signal.aborted) return;
    await this.searches.start(question, packets_per_s && packets_per_s * this.workers.size);
  }

  /** Ends the search at once; its results so far stay. */
  cancel(): void {
    this.stop.abort();
    this.searches.cancel();
  }

  /** Returns the packets that one worker forwards per second of wall time; null if the run fails. */
  private async measured(scenario: Scenario): Promise<number | null> {
    const { duration_s, warmup_s } = trialLength(scenario);
    const set = [
      { path: 'duration_s', value: duration_s },
      { path: 'warmup_s', value: warmup_s },
    ];
    let start_ms = 0;
    let speed: number | null = null;
    const trial = runStudy(
      { scenario: { ...scenario, edits: [] }, set },
      this.workers,
      {
        onKnown: () => (start_ms = this.clock_ms()),
        onLine: (_index, text) => {
          const line = JSON.parse(text) as CaseLine;
          const wall_s = (this.clock_ms() - start_ms) / 1000;
          if ('summary' in line && wall_s > 0) speed = line.summary.packets_forwarded / wall_s;
        },
      },
      { signal: this.stop.signal },
    );
    await trial.ended;
    return speed;
  }
}
