/**
 * The runs that the page shows: one, or two side by side, each going on by itself.
 *
 * Run A is the page's own: the address, the link and what the browser keeps are about it. Run B begins as
 * its copy and is gone when it is closed. Keys and parameters belong to the run that was attended last.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { startBeside } from '../lab/beside';
import { whileVisible } from '../lab/hidden';
import type { Lab } from '../lab/lab';

export interface RunsState {
  /** Run A, and run B where there is one. */
  shown: readonly Lab[];
  attended: Lab;
}

type StartBeside = typeof startBeside;

export class Runs {
  readonly first: Lab;
  readonly store: StoreApi<RunsState>;
  private readonly another: () => Lab;
  private readonly starter: () => Promise<StartBeside | null>;
  /** How to take run B away again. */
  private leave: (() => void) | null = null;

  /**
   * `another` makes a laboratory that leaves the page's address alone; `starter` fetches how it starts, null
   * if that cannot be had.
   */
  constructor(first: Lab, another: () => Lab, starter: () => Promise<StartBeside | null>) {
    this.first = first;
    this.another = another;
    this.starter = starter;
    this.store = createStore<RunsState>(() => ({ shown: [first], attended: first }));
  }

  /** Opens a copy of the run beside it, which goes on from the same moment and is attended from now on. */
  async openBeside(): Promise<void> {
    const start = await this.starter();
    if (!start || this.leave) return;
    const second = this.another();
    const left = new AbortController();
    const stops = [whileVisible(second), () => left.abort(), () => second.close()];
    this.leave = () => stops.forEach((stop) => stop());
    this.name('A', this.first);
    this.name('B', second);
    this.store.setState({ shown: [this.first, second], attended: second });
    await start(this.first, second, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
    });
  }

  /** Ends run B and frees its worker; run A is as if it had been alone. */
  closeBeside(): void {
    this.name(null, this.first);
    this.store.setState({ shown: [this.first], attended: this.first });
    this.leave?.();
    this.leave = null;
  }

  toggleBeside(): void {
    if (this.leave) this.closeBeside();
    else void this.openBeside();
  }

  /** Keys and parameters belong to `lab` from now on. */
  attend(lab: Lab): void {
    const { shown, attended } = this.store.getState();
    if (lab !== attended && shown.includes(lab)) this.store.setState({ attended: lab });
  }

  attendOther(): void {
    const { shown, attended } = this.store.getState();
    const other = shown.find((lab) => lab !== attended);
    if (other) this.attend(other);
  }

  private name(name: 'A' | 'B' | null, lab: Lab): void {
    lab.store.setState({ name });
  }
}
