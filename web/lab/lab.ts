/**
 * The laboratory's state and what can be done to it: the one module that components import.
 *
 * Components read with `useLab` and raise `actions`; they never talk to the engine. Frames are not
 * here: see `web/samples/frames.ts`. Importing this starts nothing; `startLab` does.
 */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { spawnWorker } from '../engine/client';
import { FrameLoop } from '../samples/loop';
import { whileVisible } from './hidden';
import { createSession } from './session';
import type { Sharing } from './sharing';
import { initialLab, type LabActions, type LabState } from './state';
import { browserStorage } from './work';

export type { LabActions, LabState, OpenOptions, RunState, Selection } from './state';
export type { Sharing } from './sharing';

export const lab: StoreApi<LabState> = createStore<LabState>(() => initialLab);

/** Reads the state in a component, which renders again when what `pick` returns changes (shallowly). */
export function useLab<T>(pick: (state: LabState) => T): T {
  return useStore(lab, useShallow(pick));
}

const session = createSession(lab, {
  spawn: spawnWorker,
  loop: new FrameLoop((callback) => void requestAnimationFrame(callback)),
  window: typeof window === 'undefined' ? null : window,
  storage: browserStorage(),
  formats: () => import('../url/formats').catch(() => null),
  now_ms: () => Date.now(),
  freshId: () => crypto.getRandomValues(new Uint32Array(2)).join('-'),
});

export const actions: LabActions = session.actions;

/** Links and files of the present experiment. */
export const sharing: Sharing = session.sharing;

/** Starts the engine and opens the first experiment; `main.tsx` calls it once. */
export function startLab(): void {
  whileVisible(lab, session);
  session.start();
}
