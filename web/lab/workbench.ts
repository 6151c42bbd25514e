/**
 * Makes one change of the document at a time with the engine, and shows the result.
 *
 * The document that the engine accepted last is kept apart from the one that is shown, so that a refused change can be
 * undone while the run continues. Without a working engine, changes are made on the page, and checked when the engine is
 * back.
 */
import type { StoreApi } from 'zustand/vanilla';
import { EngineFailure, type EngineClient } from '../engine/client';
import type { Checked, Layout } from '../engine/protocol';
import { applyPatches, isPlain, PatchError } from '../scenario/patch';
import { valueAt } from '../scenario/path';
import type { Patch, Problem, Scenario } from '../scenario/types';
import type { ChangeKind, Version } from './history';
import { isLive, isTextOnly, isWholeGroup } from './live';
import type { LabState } from './state';
import { MESSAGE } from './strings';
import { labeled, withTextsOf } from './texts';

/** Result of a change. */
export type Outcome = { ok: true } | { ok: false; problems: Problem[] };

/** Callbacks of the workbench. */
export interface WorkbenchEvents {
  /** Called when a run of this length begins; `fromStart` is true if it begins at time 0. */
  onRun(fromStart: boolean, duration_s: number): void;
  /** Returns the exact simulated time of the run, seconds. */
  now_s(): number;
  /** Called after an edit at this time, seconds. */
  onEdited(t_s: number): void;
}

/** The document that the engine accepted last. */
interface Accepted {
  document: Scenario;
  /** The scenario with the edits up to the present time applied. */
  current: Scenario;
}

type Engine = Pick<EngineClient, 'open' | 'edit' | 'ask'>;

/** Makes changes of the document with the engine. */
export class Workbench {
  private readonly store: StoreApi<LabState>;
  private readonly engine: Engine;
  private readonly events: WorkbenchEvents;
  private accepted: Accepted | null = null;

  constructor(store: StoreApi<LabState>, engine: Engine, events: WorkbenchEvents) {
    this.store = store;
    this.engine = engine;
    this.events = events;
  }

  /** Returns the accepted document; `null` before the first was opened. */
  version(): Version | null {
    return this.accepted && { document: this.accepted.document, presetId: this.store.getState().presetId };
  }

  /** Handles a changed layout, after the run passed an edit or other flows are watched. */
  onLayout({ current, layout }: { current: Scenario; layout: Layout }): void {
    if (!this.accepted) return;
    const { document } = this.accepted;
    this.take({ document, current: withTextsOf(document, current) }, labeled(layout, document));
  }

  /** Shows the accepted document, with those of the `waiting` changes that are safe. */
  show(waiting: readonly Patch[] = []): void {
    if (!this.accepted) return;
    const { document, current } = this.accepted;
    const safe = waiting.filter((patch) => isPlain(current, patch));
    this.store.setState({ document, current: applyPatches(current, safe) });
  }

  /** Returns whether `set` changes any value. */
  differs(set: readonly Patch[]): boolean {
    const { accepted } = this;
    return !accepted || set.some(({ path, value }) => !isSame(valueAt(accepted.current, path), value));
  }

  /**
   * Returns the effect that `set` would have: other texts, an edit of the run, or a restart. A group that is added while
   * the run is paused belongs to the scenario, as all other new elements do.
   */
  kindOf(set: Patch[]): ChangeKind {
    const { catalog, run } = this.store.getState();
    if (!this.accepted) return 'restart';
    const { document, current } = this.accepted;
    if (isTextOnly(set) && set.every(({ path }) => valueAt(document, path) !== undefined)) return 'texts';
    const running = this.events.now_s() > 0 && !run.ended;
    const isPaused = !run.playing && !run.seeking;
    if (isPaused && addsGroup(current, set)) return 'restart';
    // The number of edits is limited; beyond it they become part of the scenario and the run restarts.
    const hasRoom = document.edits.length < (catalog?.limits.edits ?? Infinity);
    return running && hasRoom && catalog && isLive(catalog, current, set) ? 'live' : 'restart';
  }

  /** Changes the document; a refusal changes nothing. */
  async change(set: Patch[], kind: ChangeKind): Promise<Outcome> {
    const { accepted } = this;
    if (!accepted) return refusal(MESSAGE.nothingToChange);
    try {
      if (kind === 'live') return await this.edit(set, accepted);
      const base = kind === 'texts' ? accepted.document : withEdits(accepted);
      const checked = await this.engine.ask((api) => api.apply(base, set));
      if (!checked.ok) return checked;
      if (kind === 'texts') return this.reword(checked.scenario, accepted);
      return await this.run(checked.scenario, { until_s: 0, play: this.playsAgain(), watch: this.watched() });
    } catch (error) {
      if (error instanceof EngineFailure) return this.changeAlone(set, accepted);
      throw error;
    }
  }

  /** Switches to another version of the document, at the present time if possible. */
  async goTo(document: Scenario, kind: ChangeKind, until_s = this.events.now_s()): Promise<Outcome> {
    if (this.accepted && kind === 'texts') return this.reword(document, this.accepted);
    if (this.store.getState().engine.status === 'failed') {
      const set = document.edits.flatMap((edit) => edit.set);
      this.accepted = { document, current: applyPatches(document, set) };
      return DONE;
    }
    const live = kind === 'live';
    const play = live ? this.store.getState().run.playing : this.playsAgain();
    return this.run(document, {
      until_s: live ? until_s : 0,
      play,
      watch: kind === 'open' ? undefined : this.watched(),
    });
  }

  /** Restarts the run with all edits in the scenario; a paused run stays paused. */
  restart(): Promise<Outcome> {
    if (!this.accepted) return Promise.resolve(refusal(MESSAGE.nothingToStart));
    const play = this.playsAgain();
    return this.run(withEdits(this.accepted), { until_s: 0, play, watch: this.watched() });
  }

  /** Restarts the document in a new engine, with the edits at their times. */
  reopen(): Promise<Outcome> {
    if (!this.accepted) return Promise.resolve(refusal(MESSAGE.nothingToStart));
    return this.run(this.accepted.document, { until_s: 0, play: true, watch: this.watched() });
  }

  /** Starts a run of any scenario; without `watch`, the engine chooses flows. After a refusal the previous run continues. */
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

  private async edit(set: Patch[], { document }: Accepted): Promise<Outcome> {
    const result = await this.engine.edit(this.store.getState().run.run, set);
    if (!result.ok) return result;
    const { edit, scenario, current, layout } = result.value;
    // The run had not begun: what it starts with is the scenario.
    if (edit.at_s === 0)
      return this.run(withEdits({ document, current: withTextsOf(document, current) }), {
        until_s: 0,
        play: this.playsAgain(),
        watch: this.watched(),
      });
    this.events.onEdited(edit.at_s);
    this.take(
      { document: withTextsOf(document, scenario), current: withTextsOf(document, current) },
      labeled(layout, document),
    );
    return DONE;
  }

  private reword(document: Scenario, { current }: Accepted): Outcome {
    const { layout } = this.store.getState();
    this.take({ document, current: withTextsOf(document, current) }, layout && labeled(layout, document));
    return DONE;
  }

  /** Changes the document without the engine, with all edits in the scenario. */
  private changeAlone(set: Patch[], accepted: Accepted): Outcome {
    try {
      const document = applyPatches(withEdits(accepted), set);
      this.accepted = { document, current: document };
      return DONE;
    } catch (error) {
      if (error instanceof PatchError) return { ok: false, problems: [error.problem] };
      throw error;
    }
  }

  private take(accepted: Accepted, layout: Layout | null): void {
    this.accepted = accepted;
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

  /** Returns whether a restarted run plays, which it does unless the run was paused. */
  private playsAgain(): boolean {
    const { playing, ended } = this.store.getState().run;
    return playing || ended;
  }
}

const DONE: Outcome = { ok: true };

/** Returns the answer to a request that was refused for one reason. */
export function refusal(message: string): { ok: false; problems: Problem[] } {
  return { ok: false, problems: [{ path: '', message }] };
}

/** Compares JSON values; objects with another order of keys count as different. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns whether `set` adds a group to `scenario`. */
function addsGroup(scenario: Scenario, set: readonly Patch[]): boolean {
  return set.some(
    ({ path, value }) => isWholeGroup(path) && value !== null && valueAt(scenario, path) === undefined,
  );
}

function withEdits({ current }: Accepted): Scenario {
  return { ...current, edits: [] };
}
