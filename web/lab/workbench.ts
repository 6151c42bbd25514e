/**
 * The document on the bench: carries out one change at a time with the engine and shows the outcome.
 *
 * What the engine accepted last is kept apart from what is shown, so that a refused change is taken back
 * and the run that was good goes on. While the engine is broken, changes are made by our own rules; it
 * checks them when it is back.
 */
import type { StoreApi } from 'zustand/vanilla';
import { EngineFailure, type EngineClient } from '../engine/client';
import type { Checked, Layout } from '../engine/protocol';
import { applyPatches, isPlain, PatchError } from '../scenario/patch';
import { valueAt } from '../scenario/path';
import type { Patch, Problem, Scenario } from '../scenario/types';
import type { ChangeKind, Version } from './history';
import { isLive, isTextOnly } from './live';
import type { LabState } from './state';
import { labeled, withTextsOf } from './texts';

export type Outcome = { ok: true } | { ok: false; problems: Problem[] };

export interface WorkbenchEvents {
  /** A run of this length begins; `fromStart`: it is shown from time 0. */
  onRun(fromStart: boolean, duration_s: number): void;
  /** The exact simulated time of the run, seconds. */
  now_s(): number;
  /** The run was changed at this time, seconds. */
  onEdited(t_s: number): void;
}

/** What the engine runs, or ran last. */
interface Good {
  document: Scenario;
  /** The scenario as it stands: the edits up to now applied. */
  current: Scenario;
}

type Engine = Pick<EngineClient, 'open' | 'edit' | 'ask'>;

export class Workbench {
  private readonly store: StoreApi<LabState>;
  private readonly engine: Engine;
  private readonly events: WorkbenchEvents;
  private good: Good | null = null;

  constructor(store: StoreApi<LabState>, engine: Engine, events: WorkbenchEvents) {
    this.store = store;
    this.engine = engine;
    this.events = events;
  }

  /** The document as accepted; `null` before the first was opened. */
  version(): Version | null {
    return this.good && { document: this.good.document, presetId: this.store.getState().presetId };
  }

  /** The run stands differently: it passed an edit of the document, or other flows are watched. */
  onLayout({ current, layout }: { current: Scenario; layout: Layout }): void {
    if (!this.good) return;
    const { document } = this.good;
    this.take({ document, current: withTextsOf(document, current) }, labeled(layout, document));
  }

  /** Shows what was accepted, with `waiting` changes laid over it where that is safe. */
  show(waiting: readonly Patch[] = []): void {
    if (!this.good) return;
    const { document, current } = this.good;
    const safe = waiting.filter((patch) => isPlain(current, patch));
    this.store.setState({ document, current: applyPatches(current, safe) });
  }

  /** False where every value of `set` stands already. */
  differs(set: readonly Patch[]): boolean {
    const { good } = this;
    return !good || set.some(({ path, value }) => !isSame(valueAt(good.current, path), value));
  }

  /** What `set` would do: change texts, edit the running simulation, or start it again. */
  kindOf(set: Patch[]): ChangeKind {
    const { catalog, run } = this.store.getState();
    if (!this.good) return 'restart';
    const { document, current } = this.good;
    if (isTextOnly(set) && set.every(({ path }) => valueAt(document, path) !== undefined)) return 'texts';
    const running = this.events.now_s() > 0 && !run.ended;
    // A run takes so many edits; beyond, they are folded into the scenario and it starts again.
    const room = document.edits.length < (catalog?.limits.edits ?? Infinity);
    return running && room && catalog && isLive(catalog, current, set) ? 'live' : 'restart';
  }

  /** Changes the document. Nothing has changed where the outcome is a refusal. */
  async change(set: Patch[], kind: ChangeKind): Promise<Outcome> {
    const { good } = this;
    if (!good) return refusal('There is nothing to change yet.');
    try {
      if (kind === 'live') return await this.edit(set, good);
      const base = kind === 'texts' ? good.document : folded(good);
      const checked = await this.engine.ask({ what: 'apply', scenario: base, set });
      if (!checked.ok) return checked;
      if (kind === 'texts') return this.reword(checked.scenario, good);
      return await this.run(checked.scenario, { until_s: 0, play: this.goesOn(), watch: this.watched() });
    } catch (error) {
      if (error instanceof EngineFailure) return this.changeAlone(set, good);
      throw error;
    }
  }

  /** Takes up another version of the document, at the time where the run stands if it can be. */
  async goTo(document: Scenario, kind: ChangeKind, until_s = this.events.now_s()): Promise<Outcome> {
    if (this.good && kind === 'texts') return this.reword(document, this.good);
    if (this.store.getState().engine.status === 'failed') {
      const set = document.edits.flatMap((edit) => edit.set);
      this.good = { document, current: applyPatches(document, set) };
      return DONE;
    }
    const live = kind === 'live';
    const play = live ? this.store.getState().run.playing : this.goesOn();
    return this.run(document, {
      until_s: live ? until_s : 0,
      play,
      watch: kind === 'open' ? undefined : this.watched(),
    });
  }

  /** The same run from time 0 again, all edits folded into the scenario. */
  restart(): Promise<Outcome> {
    if (!this.good) return Promise.resolve(refusal('There is nothing to start yet.'));
    return this.run(folded(this.good), { until_s: 0, play: true, watch: this.watched() });
  }

  /** The document from time 0 again, edits at their times, in a new engine. */
  reopen(): Promise<Outcome> {
    if (!this.good) return Promise.resolve(refusal('There is nothing to start yet.'));
    return this.run(this.good.document, { until_s: 0, play: true, watch: this.watched() });
  }

  /** Starts a run of any scenario; without `watch`, the engine chooses. A refusal leaves the run before. */
  async run(
    scenario: unknown,
    how: { until_s: number; play: boolean; watch: number[] | undefined },
  ): Promise<Checked> {
    const { until_s, play, watch } = how;
    try {
      const result = await this.engine.open(scenario, { until_s, play, ...(watch && { watch }) });
      if (!result.ok) return result;
      const { run, scenario: document, current, layout, warnings } = result.value;
      this.noteRun(run, until_s, play);
      this.store.setState({ warnings, missing: [] });
      this.take({ document, current }, layout);
      this.events.onRun(until_s === 0, document.duration_s);
      return { ok: true, scenario: document };
    } catch (error) {
      if (error instanceof EngineFailure) return refusal(error.message);
      throw error;
    }
  }

  private async edit(set: Patch[], { document }: Good): Promise<Outcome> {
    const result = await this.engine.edit(this.store.getState().run.run, set);
    if (!result.ok) return result;
    const { edit, scenario, current, layout } = result.value;
    this.events.onEdited(edit.at_s);
    this.take(
      { document: withTextsOf(document, scenario), current: withTextsOf(document, current) },
      labeled(layout, document),
    );
    return DONE;
  }

  private reword(document: Scenario, { current }: Good): Outcome {
    const { layout } = this.store.getState();
    this.take({ document, current: withTextsOf(document, current) }, layout && labeled(layout, document));
    return DONE;
  }

  /** Without the engine: our own rules make the change, edits folded in. */
  private changeAlone(set: Patch[], good: Good): Outcome {
    try {
      const document = applyPatches(folded(good), set);
      this.good = { document, current: document };
      return DONE;
    } catch (error) {
      if (error instanceof PatchError) return { ok: false, problems: [error.problem] };
      throw error;
    }
  }

  private take(good: Good, layout: Layout | null): void {
    this.good = good;
    this.store.setState({ layout, watched: layout?.flows.map(({ flow }) => flow) ?? [] });
  }

  private noteRun(number: number, until_s: number, play: boolean): void {
    const seeking = until_s > 0;
    this.store.setState(({ run }) => ({
      run: {
        ...run,
        run: number,
        t_s: 0,
        reached_s: 0,
        playing: play,
        ended: false,
        seeking,
        target_s: seeking ? until_s : null,
        speed: 0,
      },
    }));
  }

  private watched(): number[] {
    return this.store.getState().watched;
  }

  /** A run that starts again plays, unless the person had paused it. */
  private goesOn(): boolean {
    const { playing, ended } = this.store.getState().run;
    return playing || ended;
  }
}

const DONE: Outcome = { ok: true };

function refusal(message: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [{ path: '', message }] };
}

/** Both are JSON; where keys stand in another order, they are taken to differ. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function folded({ current }: Good): Scenario {
  return { ...current, edits: [] };
}
