/** What the advisor holds: the form, how fast this machine is, and the search. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Catalog } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import { AdviceSearch } from '../study/advice';
import { crewInHaste, type Crew } from '../study/crew';
import { DeskThread } from '../study/desk-thread';
import { lengthFor, trialLength, type Length } from '../study/pace';
import { runStudy } from '../study/pool';
import { Sweep, type Kept } from '../study/sweep';
import type { CaseLine } from '../types/engine';
import { askFor, classesIn, HURRIED_RUNS, questionOf, type AskWish } from './ask';

export interface AdviceDeskState {
  /** Null until there is an experiment. */
  wish: AskWish | null;
  unread: readonly Problem[];
  /** Finding out how fast this machine is. */
  measuring: boolean;
}

/**
 * Seconds that a search of "about a minute" is planned for: guesses of its runs can be short, and workers that share
 * a machine are slower than the one that measured it (70 s with 42 on two cores, 2026-11-22).
 */
const BUDGET_S = 34;

export class AdviceDesk {
  readonly store: StoreApi<AdviceDeskState> = createStore<AdviceDeskState>(() => ({
    wish: null,
    unread: [],
    measuring: false,
  }));
  readonly search: AdviceSearch;
  private stop = new AbortController();

  constructor(
    kept: Kept | null,
    private readonly crew: Crew = crewInHaste(),
    private readonly clock_ms: () => number = () => performance.now(),
  ) {
    this.search = new AdviceSearch(new DeskThread(), new Sweep(crew, kept));
  }

  /** About this experiment's buffer; what was asked for stays. */
  about(scenario: Scenario, bottleneck: string | null): void {
    const { wish } = this.store.getState();
    this.store.setState({ wish: askFor(scenario, bottleneck, wish), unread: [] });
  }

  change(change: Partial<AskWish>): void {
    this.store.setState(({ wish }) => (wish ? { wish: { ...wish, ...change }, unread: [] } : {}));
  }

  async ask(catalog: Catalog): Promise<void> {
    const { wish, measuring } = this.store.getState();
    if (!wish || measuring) return;
    const classes = classesIn(catalog, wish.scenario);
    const own = wish.time === 'minute' ? wish.scenario : null;
    const first = questionOf(wish, classes, own);
    this.store.setState({ unread: 'problems' in first ? first.problems : [] });
    if ('problems' in first) return;
    const length = own && (await this.affordable(own));
    if (this.stop.signal.aborted) return;
    const asked = questionOf(wish, classes, length);
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
    const budget_s = BUDGET_S * this.crew.size;
    const { duration_s, warmup_s } = packets_per_s
      ? lengthFor(scenario, { runs: HURRIED_RUNS, budget_s, packets_per_s })
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
      this.crew,
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
