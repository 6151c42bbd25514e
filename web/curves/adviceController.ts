/** What the advisor holds: the form, how fast this machine is, and the search. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import { AdviceSearch } from '../study/advice';
import { allCoreWorkers, type StudyWorkers } from '../study/workers';
import { AnalysisClient } from '../study/analysis-client';
import { lengthFor, trialLength, type Length } from '../study/run-length';
import { runStudy } from '../study/pool';
import { Sweep, type LineStore } from '../study/sweep';
import type { CaseLine } from '../types/engine';
import {
  adviceFormFor,
  classesIn,
  QUICK_SEARCH_RUNS,
  requestOf,
  type AdviceFormState,
} from './adviceRequest';

export interface AdviceControllerState {
  /** Null until there is an experiment. */
  form: AdviceFormState | null;
  unread: readonly Problem[];
  /** Finding out how fast this machine is. */
  measuring: boolean;
}

/**
 * Seconds that a search of "about a minute" is planned for: guesses of its runs can be short, and workers that share
 * a machine are slower than the one that measured it (70 s with 42 on two cores, 2026-11-22).
 */
const BUDGET_S = 34;

export class AdviceController {
  readonly store: StoreApi<AdviceControllerState> = createStore<AdviceControllerState>(() => ({
    form: null,
    unread: [],
    measuring: false,
  }));
  readonly search: AdviceSearch;
  private stop = new AbortController();

  constructor(
    kept: LineStore | null,
    private readonly workers: StudyWorkers = allCoreWorkers(),
    private readonly clock_ms: () => number = () => performance.now(),
  ) {
    this.search = new AdviceSearch(new AnalysisClient(), new Sweep(workers, kept));
  }

  /** About this experiment's buffer; what was asked for stays. */
  about(scenario: Scenario, bottleneck: string | null): void {
    const { form } = this.store.getState();
    this.store.setState({ form: adviceFormFor(scenario, bottleneck, form), unread: [] });
  }

  change(change: Partial<AdviceFormState>): void {
    this.store.setState(({ form }) => (form ? { form: { ...form, ...change }, unread: [] } : {}));
  }

  async ask(catalog: Catalog): Promise<void> {
    const { form, measuring } = this.store.getState();
    if (!form || measuring) return;
    const classes = classesIn(catalog, form.scenario);
    const own = form.time === 'minute' ? form.scenario : null;
    const first = requestOf(form, classes, own);
    this.store.setState({ unread: 'problems' in first ? first.problems : [] });
    if ('problems' in first) return;
    const length = own && (await this.affordable(own));
    if (this.stop.signal.aborted) return;
    const asked = requestOf(form, classes, length);
    if ('question' in asked) await this.search.ask(asked.question);
  }

  cancel(): void {
    this.stop.abort();
    this.search.cancel();
  }

  /** The length of runs that a minute is enough for, on this machine as busy as it is. */
  private async affordable(scenario: Scenario): Promise<Length> {
    this.stop = new AbortController();
    this.store.setState({ measuring: true });
    const packets_per_s = await this.measured(scenario);
    this.store.setState({ measuring: false });
    const budget_s = BUDGET_S * this.workers.size;
    const { duration_s, warmup_s } = packets_per_s
      ? lengthFor(scenario, { runs: QUICK_SEARCH_RUNS, budget_s, packets_per_s })
      : scenario;
    return { duration_s, warmup_s };
  }

  /** Packets that one worker forwards in a second of wall time; null where a run fails, which the search will say. */
  private async measured(scenario: Scenario): Promise<number | null> {
    const { duration_s, warmup_s } = trialLength(scenario);
    const set = [
      { path: 'duration_s', value: duration_s },
      { path: 'warmup_s', value: warmup_s },
    ];
    let begun_ms = 0;
    let speed: number | null = null;
    const trial = runStudy(
      { scenario: { ...scenario, edits: [] }, set },
      this.workers,
      {
        onKnown: () => (begun_ms = this.clock_ms()),
        onLine: (_index, text) => {
          const line = JSON.parse(text) as CaseLine;
          const wall_s = (this.clock_ms() - begun_ms) / 1000;
          if ('summary' in line && wall_s > 0) speed = line.summary.packets_forwarded / wall_s;
        },
      },
      { signal: this.stop.signal },
    );
    await trial.ended;
    return speed;
  }
}
