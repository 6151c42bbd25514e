/**
 * Writes the state of the run: exactly when it starts, stops or seeks, and ten times a second in between, so that
 * components do not render with every frame.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Frame, Report } from '../engine/protocol';
import { readablePace } from '../samples/readable';
import type { LabState } from './state';

type State = Extract<Report, { type: 'state' }>;
type StepReport = Extract<Report, { type: 'step_done' }>;

/** Writer of the state of the run. */
export class RunNotes {
  private readonly store: StoreApi<LabState>;
  private latest: { run: number; t_s: number } = { run: 0, t_s: 0 };
  private readable = readablePace();
  private steps = 0;
  /** Target of the last seek, seconds; shown until the run has reached it. */
  private target_s: number | null = null;

  constructor(store: StoreApi<LabState>) {
    this.store = store;
  }

  /** Returns the latest known simulated time of the run, seconds. */
  now_s(): number {
    const { run, t_s } = this.store.getState().run;
    return this.latest.run === run ? Math.max(this.latest.t_s, t_s) : t_s;
  }

  /** Handles a frame of the present run. */
  onFrame(frame: Frame): void {
    const { run } = this.store.getState();
    if (frame.run !== run.run) return;
    this.latest = { run: frame.run, t_s: frame.t_s };
    const isUnchanged =
      frame.playing === run.playing && frame.ended === run.ended && frame.seeking === run.seeking;
    // All values change in the same frame, so that the browser computes the layout once.
    const readable = this.readable({ playing: frame.playing || frame.seeking });
    if (isUnchanged && !readable) return;
    this.write(frame, frame.speed);
  }

  /** Handles a report that the run started or stopped. */
  onState(report: State): void {
    const { run } = this.store.getState();
    if (report.run !== run.run) return;
    this.latest = { run: report.run, t_s: report.t_s };
    this.write(report, report.playing || report.seeking ? run.speed : 0);
  }

  /** Handles the end of a step. */
  onStep({ run, to, events }: StepReport): void {
    if (run !== this.store.getState().run.run) return;
    this.steps++;
    this.store.setState({ lastStep: { count: this.steps, to, events } });
  }

  /** Handles an edit at `t_s`, which begins a new branch. */
  onEdited(t_s: number): void {
    this.store.setState(({ run }) => ({ run: { ...run, reached_s: t_s } }));
  }

  /** Handles the start of a run, whose time is known from the first report on. */
  onRun(): void {
    const { run, target_s } = this.store.getState().run;
    this.latest = { run, t_s: 0 };
    this.target_s = target_s;
    this.store.setState({ lastStep: null });
    this.readable = readablePace();
  }

  /** Notes the target of a seek; the run reports that it seeks. */
  onSeek(t_s: number): void {
    this.target_s = t_s;
  }

  /** Handles a failure of the engine. */
  onFailed(message: string, t_s: number): void {
    this.store.setState(({ engine, run }) => ({
      engine: { ...engine, status: 'failed', message },
      run: { ...run, t_s, playing: false, seeking: false, target_s: null, speed: 0 },
    }));
  }

  private write({ t_s, playing, ended, seeking }: Frame | State, speed: number): void {
    this.store.setState(({ run, lastStep }) => ({
      run: {
        ...run,
        t_s,
        reached_s: Math.max(run.reached_s, t_s),
        playing,
        ended,
        seeking,
        target_s: seeking ? this.target_s : null,
        speed,
      },
      lastStep: playing || seeking ? null : lastStep,
    }));
  }
}
