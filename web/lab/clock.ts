/**
 * One clock for two runs in the split view: they play, pause, seek and restart together, at one speed, and paused runs
 * are at the same time.
 *
 * Each run is observed, and the other does the same, whatever the cause. After a run has ended, the other continues to
 * its end.
 */
import type { Lab } from './lab';
import type { RunState } from './state';

/** Couples the two runs until `signal` aborts. */
export function shareClock(one: Lab, other: Lab, signal: AbortSignal): void {
  const stops = [follow(one, other), follow(other, one)];
  signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
}

/** Makes `second` follow `first`. Returns a function that stops it. */
function follow(first: Lab, second: Lab): () => void {
  let before = first.store.getState().run;
  return first.store.subscribe(({ run }) => {
    const was = before;
    before = run;
    const there = second.store.getState().run;
    if (run.targetSpeed !== was.targetSpeed && there.targetSpeed !== run.targetSpeed)
      second.actions.setSpeed(run.targetSpeed);
    if (run.target_s !== null && run.target_s !== was.target_s) moveTo(second, run.target_s);
    else if (run.playing !== was.playing) playOrPause(first, second);
    else if (isPaused(run) && !isPaused(was)) meet(first, second);
  });
}

function playOrPause(first: Lab, second: Lab): void {
  const [run, there] = [first.store.getState().run, second.store.getState().run];
  if (run.playing) {
    if (!there.playing && !there.ended) second.actions.play();
  } else if (there.playing && !run.ended && !run.seeking) second.actions.pause();
  else meet(first, second);
}

/** Seeks the run that is behind to the time of the other, once both are paused. */
function meet(first: Lab, second: Lab): void {
  const [run, there] = [first.store.getState().run, second.store.getState().run];
  if (!isPaused(run) || !isPaused(there) || run.ended || there.ended) return;
  if (run.t_s > there.t_s + SAME_S) moveTo(second, run.t_s);
  else if (there.t_s > run.t_s + SAME_S) moveTo(first, there.t_s);
}

function moveTo({ store, actions }: Lab, t_s: number): void {
  const { run } = store.getState();
  const next_s = run.target_s ?? run.t_s;
  if (Math.abs(next_s - t_s) > SAME_S) actions.seek(t_s);
}

function isPaused({ playing, seeking }: RunState): boolean {
  return !playing && !seeking;
}

/** Largest difference of two times that count as equal, seconds: a run pauses between two events. */
const SAME_S = 1e-6;
