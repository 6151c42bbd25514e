/**
 * The laboratory's state and what can be done to it: the one module that components import.
 *
 * Components read with `useLab` and raise `actions`; they never talk to the engine. Frames are not
 * here: see `web/samples/frames.ts`.
 */
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { createSession } from './session';
import { initialLab, type LabActions, type LabState } from './state';

export type { LabActions, LabState, OpenOptions, RunState, Selection } from './state';

export const lab: StoreApi<LabState> = createStore<LabState>(() => initialLab);

/** Reads the state in a component, which renders again when what `pick` returns changes (shallowly). */
export function useLab<T>(pick: (state: LabState) => T): T {
  return useStore(lab, useShallow(pick));
}

const session = createSession(lab);

export const actions: LabActions = session.actions;

/**
 * Starts the engine and opens the first experiment; `main.tsx` calls it once, before rendering.
 * Without this call nothing runs, so that tests can import this module.
 */
export const startLab = session.start;
