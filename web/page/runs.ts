/**
 * The runs that the page shows: one, or two side by side.
 *
 * Run A belongs to the page: the address, links and saved work are about it. Run B begins as its copy and is lost when
 * it is closed. Keys and parameters act on the active run, which is the run used last.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { startBeside } from '../lab/beside';
import { whileVisible } from '../lab/hidden';
import type { Lab } from '../lab/lab';

/** The visible runs and the active one. */
export interface RunsState {
  /** Run A, then run B if there is one. */
  shown: readonly Lab[];
  active: Lab;
}

type StartBeside = typeof startBeside;

/** Opens and closes run B, and keeps which run is active. */
export class Runs {
  readonly first: Lab;
  readonly store: StoreApi<RunsState>;
  private readonly another: () => Lab;
  private readonly starter: () => Promise<StartBeside | null>;
  /** Closes run B; null if there is none. */
  private leave: (() => void) | null = null;

  /**
   * `another` creates a Lab that does not write the address; `starter` loads the function that starts it, or null if
   * that fails.
   */
  constructor(first: Lab, another: () => Lab, starter: () => Promise<StartBeside | null>) {
    this.first = first;
    this.another = another;
    this.starter = starter;
    this.store = createStore<RunsState>(() => ({ shown: [first], active: first }));
  }

  /** Opens a copy of run A, which continues from the same time and becomes active. */
  async openBeside(): Promise<void> {
    const start = await this.starter();
    if (!start || this.leave) return;
    const second = this.another();
    const left = new AbortController();
    const stops = [whileVisible(second), () => left.abort(), () => second.close()];
    this.leave = () => stops.forEach((stop) => stop());
    this.name('A', this.first);
    this.name('B', second);
    this.store.setState({ shown: [this.first, second], active: second });
    await start(this.first, second, left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
    });
  }

  /** Ends run B and frees its worker. */
  closeBeside(): void {
    this.name(null, this.first);
    this.store.setState({ shown: [this.first], active: this.first });
    this.leave?.();
    this.leave = null;
  }

  /** Opens run B, or closes it. */
  toggleBeside(): void {
    if (this.leave) this.closeBeside();
    else void this.openBeside();
  }

  /** Makes `lab` the active run. */
  activate(lab: Lab): void {
    const { shown, active } = this.store.getState();
    if (lab !== active && shown.includes(lab)) this.store.setState({ active: lab });
  }

  /** Makes the other run active. */
  activateOther(): void {
    const { shown, active } = this.store.getState();
    const other = shown.find((lab) => lab !== active);
    if (other) this.activate(other);
  }

  private name(name: 'A' | 'B' | null, lab: Lab): void {
    lab.store.setState({ name });
  }
}
