/**
 * What the state says of the run: kept exact at every change of course, refreshed ten times a second
 * in between, so that components that read it do not render with every frame.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Frame, Report } from '../engine/protocol';
import { readablePace } from '../samples/readable';
import type { LabState } from './state';

type State = Extract<Report, { type: 'state' }>;
type LastStep = Extract<Report, { type: 'step_done' }>;

export class RunNotes {
  private readonly store: StoreApi<LabState>;
  private latest: { run: number; t_s: number } = { run: 0, t_s: 0 };
  private readable = readablePace();
  private steps = 0;
  /** Where the run was last sent; shown while it is on its way. */
  private target_s: number | null = null;

  constructor(store: StoreApi<LabState>) {
    this.store = store;
  }

  /** The latest known simulated time of the present run, seconds. */
  now_s(): number {
    const { run, t_s } = this.store.getState().run;
    return this.latest.run === run ? Math.max(this.latest.t_s, t_s) : t_s;
  }

  onFrame(frame: Frame): void {
    const { run } = this.store.getState();
    if (frame.run !== run.run) return;
    this.latest = { run: frame.run, t_s: frame.t_s };
    const sameCourse =
      frame.playing === run.playing && frame.ended === run.ended && frame.seeking === run.seeking;
    // With all other figures, so that the page is laid out anew once for all of them.
    const readable = this.readable({ playing: frame.playing || frame.seeking });
    if (sameCourse && !readable) return;
    this.write(frame, frame.speed);
  }

  onState(report: State): void {
    const { run } = this.store.getState();
    if (report.run !== run.run) return;
    this.latest = { run: report.run, t_s: report.t_s };
    this.write(report, report.playing || report.seeking ? run.speed : 0);
  }

  /** A step arrived. */
  onStep({ run, to, events }: LastStep): void {
    if (run !== this.store.getState().run.run) return;
    this.steps++;
    this.store.setState({ lastStep: { count: this.steps, to, events } });
  }

  /** The run was changed at `t_s`: from there on it takes another way. */
  onEdited(t_s: number): void {
    this.store.setState(({ run }) => ({ run: { ...run, reached_s: t_s } }));
  }

  /** A run began; its time is known again with the first report. */
  onRun(): void {
    const { run, target_s } = this.store.getState().run;
    this.latest = { run, t_s: 0 };
    this.target_s = target_s;
    this.store.setState({ lastStep: null });
    this.readable = readablePace();
  }

  /** The person sent the run to a moment. That it is on its way, the run itself reports. */
  onSeek(t_s: number): void {
    this.target_s = t_s;
  }

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
