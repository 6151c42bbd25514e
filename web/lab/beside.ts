/**
 * A second laboratory that goes on from where the first one stands: the same document and seed, at the same
 * moment and speed, looked at in the same way. From then on both go by one clock (`clock.ts`).
 */
import { shareClock } from './clock';
import type { Lab } from './lab';
import type { LabState } from './state';

/**
 * Starts `second` as a copy of `first`. A run that plays rests meanwhile, so that both go on together from
 * the very same moment; it goes on alone where `signal` says that the copy is not wanted any more.
 */
export async function startBeside(first: Lab, second: Lab, signal: AbortSignal): Promise<void> {
  await when(first, ({ run }) => !run.seeking, signal);
  const goesOn = first.store.getState().run.playing;
  if (goesOn) first.actions.pause();
  try {
    const state = await when(first, ({ run }) => !run.playing, signal);
    lookAlike(first, second);
    await open(second, state);
    await when(second, ({ run }) => !run.seeking, signal);
  } finally {
    if (goesOn) for (const lab of [first, second]) goOn(lab);
  }
  shareClock(first, second, signal);
}

/** Opens the document at its moment, at rest. */
async function open(lab: Lab, { document, run, presetId, watched, selection }: LabState): Promise<void> {
  const at = { until_s: run.t_s, play: false, speed: run.wanted };
  const { ok } = await lab.startWith(document, { ...at, presetId, watch: watched });
  if (ok) lab.actions.select(selection);
}

/** The same span, hidden series and lock of the seed. */
function lookAlike({ store, view }: Lab, copy: Lab): void {
  const { span_s, hidden } = view.store.getState();
  copy.view.store.setState({ span_s, hidden });
  copy.actions.lockSeed(store.getState().seedLocked);
}

/** A run at its end would start again from 0. */
function goOn({ store, actions }: Lab): void {
  if (!store.getState().run.ended) actions.play();
}

/** The laboratory's state as soon as it `is` so; rejects with the signal's reason where that comes first. */
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
