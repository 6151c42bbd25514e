/** The benchmark as an object: runs one case after another, each on a thread of its own, and keeps the results so far. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { withEngine } from '../engine/module';
import { messageOf, Thread } from '../rpc/thread';
import type { BenchApi, BenchCase, Measured } from './protocol';
import { FAILURE } from './strings';

/** Thread that measures a case. */
export type BenchThread = Thread<BenchApi, number>;

/** Row of the table: a case and how far it is. */
export type Row = { item: BenchCase } & (
  | { state: 'waiting' | 'running' }
  | { state: 'done'; result: Measured }
  | { state: 'failed'; message: string }
);

/** State of the benchmark. */
export interface BenchState {
  phase: 'ready' | 'running' | 'canceled' | 'done';
  rows: readonly Row[];
  /** Completed share of all cases, 0 to 1. */
  done: number;
}

/** Runs the cases of a benchmark; tests bring their own threads. */
export class Benchmark {
  readonly store: StoreApi<BenchState>;
  private cancelRun = new AbortController();

  constructor(
    private readonly items: readonly BenchCase[],
    private readonly spawn: () => BenchThread = spawnThread,
  ) {
    this.store = createStore<BenchState>(() => ({ phase: 'ready', rows: waiting(items), done: 0 }));
  }

  /** Measures all cases, one after another; earlier results are removed. */
  async start(): Promise<void> {
    this.cancelRun.abort();
    const cancel = (this.cancelRun = new AbortController());
    this.store.setState({ phase: 'running', rows: waiting(this.items), done: 0 });
    for (const index of this.items.keys()) {
      await this.runCase(index, cancel.signal);
      if (cancel.signal.aborted) return;
    }
    this.store.setState({ phase: 'done', done: 1 });
  }

  /** Ends the case that runs. The results so far stay. */
  cancel(): void {
    if (this.store.getState().phase !== 'running') return;
    this.cancelRun.abort();
    const rows = this.store.getState().rows.map((row) => (row.state === 'running' ? waitingRow(row) : row));
    this.store.setState({ phase: 'canceled', rows });
  }

  private async runCase(index: number, canceled: AbortSignal): Promise<void> {
    const item = this.items[index]!;
    this.setRow(index, { item, state: 'running' });
    const thread = this.spawn();
    thread.onEvent = (done) => this.store.setState({ done: (index + done) / this.items.length });
    try {
      const result = await thread.callOnce((api) => api.measure(item), canceled);
      this.setRow(index, { item, state: 'done', result });
    } catch (error) {
      if (!canceled.aborted) this.setRow(index, { item, state: 'failed', message: messageOf(error) });
    }
  }

  private setRow(index: number, row: Row): void {
    this.store.setState(({ rows }) => ({ rows: rows.with(index, row), done: index / rows.length }));
  }
}

function waiting(items: readonly BenchCase[]): Row[] {
  return items.map((item) => waitingRow({ item }));
}

function waitingRow({ item }: { item: BenchCase }): Row {
  return { item, state: 'waiting' };
}

function spawnThread(): BenchThread {
  const worker = new Worker(new URL('./bench-worker.ts', import.meta.url), { type: 'module' });
  return new Thread(withEngine(worker), FAILURE.unknown, FAILURE.stopped);
}
