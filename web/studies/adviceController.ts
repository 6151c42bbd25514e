/** Controller of the advisor, or of the comparison of remedies: its form, the measured speed of this computer, and the search. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import { AdviceSearch, type Find } from '../sweep/advice';
import type { Advice, Comparison } from '../sweep/advice-types';
import { allCoreWorkers, type StudyWorkers } from '../sweep/workers';
import { Analysis } from '../sweep/analysis';
import { lengthFor, trialLength, type Length } from '../sweep/run-length';
import { runStudy } from '../sweep/pool';
import { Sweep, type LineStore } from '../sweep/sweep';
import type { CaseLine } from '../types/engine';
import {
  adviceFormFor,
  classesIn,
  QUICK_SEARCH_RUNS,
  REMEDY_RUNS,
  requestOf,
  type AdviceFormState,
} from './adviceRequest';

/** State of the advisor's form. */
export interface AdviceControllerState {
  /** Null until there is an experiment. */
  form: AdviceFormState | null;
  /** Problems of the form, by field. */
  problems: readonly Problem[];
  /** Whether a short run measures the speed of this computer. */
  measuring: boolean;
}

/**
 * Seconds for which a search of "about a minute" is planned. It needs more: estimates can be too low, and workers that
 * share a computer are slower than the one that measured it (42 s planned took 70 s on two cores, 2026-11-22).
 */
const BUDGET_S = 34;

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
    const classes = classesIn(catalog, form.scenario);
    const own = form.time === 'minute' ? form.scenario : null;
    const first = requestOf(form, classes, own, this.find);
    this.store.setState({ problems: 'problems' in first ? first.problems : [] });
    if ('problems' in first) return;
    const length = own && (await this.affordable(own));
    if (this.stop.signal.aborted) return;
    const request = requestOf(form, classes, length, this.find);
    if ('question' in request) await this.searches.start(request.question);
  }

  /** Ends the search at once; its results so far stay. */
  cancel(): void {
    this.stop.abort();
    this.searches.cancel();
  }

  /** Returns the duration of runs for a search of about a minute at the present speed of this computer. */
  private async affordable(scenario: Scenario): Promise<Length> {
    this.stop = new AbortController();
    this.store.setState({ measuring: true });
    const packets_per_s = await this.measured(scenario);
    this.store.setState({ measuring: false });
    const budget_s = BUDGET_S * this.workers.size;
    const { duration_s, warmup_s } = packets_per_s
      ? lengthFor(scenario, {
          runs: this.find === 'buffer' ? QUICK_SEARCH_RUNS : REMEDY_RUNS,
          budget_s,
          packets_per_s,
        })
      : scenario;
    return { duration_s, warmup_s };
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
