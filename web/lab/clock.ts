/**
 * One clock for two runs beside each other: running, resting, speed, moving in time and starting again are of both, and
 * at rest both stand at the same moment.
 *
 * It looks at what either run does, whatever made it, and has the other do the same. A run that is over lets the other
 * one finish.
 */
import type { Lab } from './lab';
import type { RunState } from './state';

/** Ties the two until `signal` says that one is gone. */
export function shareClock(one: Lab, other: Lab, signal: AbortSignal): void {
  const stops = [follow(one, other), follow(other, one)];
  signal.addEventListener('abort', () => stops.forEach((stop) => stop()), { once: true });
}

/** Has `second` do what `first` does. */
function follow(first: Lab, second: Lab): () => void {
  let before = first.store.getState().run;
  return first.store.subscribe(({ run }) => {
    const was = before;
    before = run;
    const there = second.store.getState().run;
    if (run.wanted !== was.wanted && there.wanted !== run.wanted) second.actions.setSpeed(run.wanted);
    if (run.target_s !== null && run.target_s !== was.target_s) moveTo(second, run.target_s);
    else if (run.playing !== was.playing) goOrRest(first, second);
    else if (isAtRest(run) && !isAtRest(was)) meet(first, second);
  });
}

function goOrRest(first: Lab, second: Lab): void {
  const [run, there] = [first.store.getState().run, second.store.getState().run];
  if (run.playing) {
    if (!there.playing && !there.ended) second.actions.play();
  } else if (there.playing && !run.ended && !run.seeking) second.actions.pause();
  else meet(first, second);
}

/** Both rest: the one that has not come so far goes to where the other is. */
function meet(first: Lab, second: Lab): void {
  const [run, there] = [first.store.getState().run, second.store.getState().run];
  if (!isAtRest(run) || !isAtRest(there) || run.ended || there.ended) return;
  if (run.t_s > there.t_s + SAME_S) moveTo(second, run.t_s);
  else if (there.t_s > run.t_s + SAME_S) moveTo(first, there.t_s);
}

function moveTo({ store, actions }: Lab, t_s: number): void {
  const { run } = store.getState();
  const goes_s = run.target_s ?? run.t_s;
  if (Math.abs(goes_s - t_s) > SAME_S) actions.seek(t_s);
}

function isAtRest({ playing, seeking }: RunState): boolean {
  return !playing && !seeking;
}

/** Moments nearer than this are the same: a run rests between two events. */
const SAME_S = 1e-6;
