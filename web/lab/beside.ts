/**
 * Starts a second run as a copy of the first: the same document and seed, at the same simulated time and speed, with the
 * same chart settings. From then on both have one clock (`clock.ts`).
 */
import { shareClock } from './clock';
import type { Lab } from './lab';
import type { LabState } from './state';

/**
 * Starts `second` as a copy of `first`. A playing run is paused meanwhile, so that both continue from exactly the same
 * time. If `signal` aborts, the first run continues alone.
 */
export async function startBeside(first: Lab, second: Lab, signal: AbortSignal): Promise<void> {
  await when(first, ({ run }) => !run.seeking, signal);
  const wasPlaying = first.store.getState().run.playing;
  if (wasPlaying) first.actions.pause();
  try {
    const state = await when(first, ({ run }) => !run.playing, signal);
    copySettings(first, second);
    await open(second, state);
    await when(second, ({ run }) => !run.seeking, signal);
  } finally {
    if (wasPlaying) for (const lab of [first, second]) resume(lab);
  }
  shareClock(first, second, signal);
}

/** Opens the document at the time of the run, paused. */
async function open(lab: Lab, { document, run, presetId, watched, selection }: LabState): Promise<void> {
  const at = { until_s: run.t_s, play: false, speed: run.targetSpeed };
  const { ok } = await lab.startWith(document, { ...at, presetId, watch: watched });
  if (ok) lab.actions.select(selection);
}

/** Copies the time span, the hidden series and the lock of the seed. */
function copySettings({ store, view }: Lab, copy: Lab): void {
  const { span_s, hidden } = view.store.getState();
  copy.view.store.setState({ span_s, hidden });
  copy.actions.lockSeed(store.getState().seedLocked);
}

/** Plays the run unless it has ended, when it would restart from 0. */
function resume({ store, actions }: Lab): void {
  if (!store.getState().run.ended) actions.play();
}

/** Resolves to the state once `is` returns true; rejects with the signal's reason if that aborts first. */
function when({ store }: Lab, is: (state: LabState) => boolean, signal: AbortSignal): Promise<LabState> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      const state = store.getState();
      if (!signal.aborted && !is(state)) return;
      stop();
      signal.removeEventListener('abort', settle);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(state);
    };
    const stop = store.subscribe(settle);
    signal.addEventListener('abort', settle);
    settle();
  });
}
