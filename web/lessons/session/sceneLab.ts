/**
 * The Lab beside the text of a lesson: it opens the scenes one after another, runs to a time or an event, and restarts with
 * other values. Only what the scene names can be changed.
 */
import type { Lab } from '../../lab/lab';
import type { Scenario } from '../../scenario/types';
import type { Change, SceneBlock, Until } from '../format/lesson';
import { changed, scenarioOf, type Opened, type SceneTools } from './scenes';
import { SCENE } from '../viewStrings';

/** Runs the scenes of a lesson in one Lab. */
export class SceneLab {
  private open: { block: SceneBlock; scenario: Scenario } | null = null;
  private stopWatching: (() => void) | null = null;

  constructor(readonly lab: Lab) {}

  /** Opens a scene, paused at time 0. The same scene stays open as it is. */
  async show(block: SceneBlock): Promise<Opened> {
    if (this.open?.block === block) return { ok: true, scenario: this.open.scenario };
    const { lab } = this;
    if (!(await lab.ready())) return { ok: false, message: SCENE.noEngine };
    const scenario = await scenarioOf(block, this.tools());
    if (!scenario.ok) return scenario;
    return this.begin(block, scenario.scenario);
  }

  /** Restarts the open scene with some values, paused at time 0. */
  async restartWith(set: readonly Change[]): Promise<Opened> {
    if (!this.open) return { ok: false, message: SCENE.none };
    const { block } = this.open;
    const from = this.lab.store.getState().current ?? this.open.scenario;
    const next = await changed({ ...from, edits: [] }, set, this.tools());
    return next.ok ? this.begin(block, next.scenario) : next;
  }

  /** Restarts the open scene as the lesson defines it. */
  async reset(): Promise<Opened> {
    if (!this.open) return { ok: false, message: SCENE.none };
    const { block } = this.open;
    const scenario = await scenarioOf(block, this.tools());
    return scenario.ok ? this.begin(block, scenario.scenario) : scenario;
  }

  /** Plays to a time or an event, at the speed of the run, and then pauses. */
  runUntil(until: Until): void {
    const { actions, store } = this.lab;
    this.stopWatching?.();
    if (until.kind === 'event') {
      void actions.next(MOMENTS[until.event], 1);
      return;
    }
    const { current } = store.getState();
    const end_s = current?.duration_s ?? 0;
    const at_s =
      until.kind === 'time' ? until.t_s : until.kind === 'steady' ? (current?.warmup_s ?? 0) : end_s;
    this.playTo(Math.min(at_s, end_s));
  }

  /** Ends the run and frees its worker. */
  close(): void {
    this.stopWatching?.();
    this.lab.close();
  }

  private playTo(at_s: number): void {
    const { actions, store } = this.lab;
    const { run } = store.getState();
    const again = run.ended || run.t_s >= at_s;
    // Until the new run begins, the state has the time of the old one.
    let begun = !again;
    const stop = store.subscribe((state) => {
      const { t_s, playing, seeking } = state.run;
      if (!begun && state.run.run !== run.run) {
        begun = true;
        // A run that was paused stays so when it restarts.
        if (!playing) actions.play();
      }
      if (!begun || t_s < at_s || seeking) return;
      stop();
      this.stopWatching = null;
      if (playing) actions.pause();
      // The time is known about ten times a second; the run returns to the exact one.
      if (t_s > at_s) actions.seek(at_s);
    });
    this.stopWatching = stop;
    if (again) actions.restart();
    else actions.play();
  }

  private async begin(block: SceneBlock, scenario: Scenario): Promise<Opened> {
    this.stopWatching?.();
    const { lab } = this;
    // The rules of the scene before must not refuse this one.
    lab.store.setState({ rules: { change: block.change, charts: block.show } });
    const { origin } = block;
    const preset = this.tools().presets.find(({ id }) => origin.kind === 'preset' && id === origin.id);
    const opened = await lab.show(scenario, {
      play: false,
      speed: block.speed ?? preset?.speed ?? 1,
      ...(block.watch ? { watch: [...block.watch] } : {}),
    });
    if (!opened.ok) return { ok: false, message: opened.problems.map(({ message }) => message).join(' ') };
    this.open = { block, scenario: opened.scenario };
    const [first] = opened.scenario.bottlenecks;
    if (first) lab.actions.select({ kind: 'bottleneck', id: first.id });
    return { ok: true, scenario: opened.scenario };
  }

  private tools(): SceneTools {
    const { catalog, presets } = this.lab.store.getState();
    const { completed, applied } = this.lab;
    return { catalog, presets, completed, applied };
  }
}

/** Recorded kinds of the events at which a run stops. */
export const MOMENTS = {
  drop: 'drop',
  timeout: 'timeout',
  recovery: 'state',
  retransmission: 'state',
} as const;
