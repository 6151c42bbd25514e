/** Connects the laboratory's state with the engine, the address and the browser's storage. */
import type { StoreApi } from 'zustand/vanilla';
import type { LabActions, LabState } from './state';

export interface Session {
  actions: LabActions;
  start(): void;
}

/** The engine is not connected yet: selections work, everything else waits for it. */
export function createSession(store: StoreApi<LabState>): Session {
  const nothing = (): void => undefined;
  const unavailable = (): Promise<never> => Promise.reject(new Error('The engine is not running.'));
  return {
    start: nothing,
    actions: {
      openPreset: nothing,
      openScenario: unavailable,
      change: nothing,
      endGesture: nothing,
      undo: nothing,
      redo: nothing,
      play: nothing,
      pause: nothing,
      toggle: nothing,
      step: nothing,
      restart: nothing,
      newSeed: nothing,
      setSpeed: nothing,
      seek: nothing,
      nextDrop: unavailable,
      watch: nothing,
      select: (selection) => store.setState({ selection }),
      dismissProblems: () => store.setState({ problems: [] }),
      restartEngine: nothing,
      takeOffer: nothing,
      dismissOffer: nothing,
      summary: unavailable,
    },
  };
}
