/**
 * The Lab of a part of the page, for its components. They read the state with `useLab`, `useView` and `useFrames`, and
 * raise actions; they never access the engine.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Frames } from '../samples/frames';
import type { ViewActions, ViewState } from '../samples/view';
import type { Lab } from './lab';
import type { LabActions, LabState } from './state';

/** Context with the Lab of the components below it. */
export const LabContext = createContext<Lab | null>(null);

/** Returns the Lab of the component. */
export function useThisLab(): Lab {
  const lab = use(LabContext);
  if (!lab) throw new Error('There is no LabContext around this component.');
  return lab;
}

/** Reads the state in a component, which renders again when the result of `pick` changes (compared shallowly). */
export function useLab<T>(pick: (state: LabState) => T): T {
  return useStore(useThisLab().store, useShallow(pick));
}

/** Returns the actions of the Lab. */
export const useLabActions = (): LabActions => useThisLab().actions;

/** Returns the frames of the run. */
export const useFrames = (): Frames => useThisLab().frames;

/** Reads the state of the charts' time axis, like `useLab`. */
export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(useThisLab().view.store, useShallow(pick));
}

/** Returns the actions on the charts' time axis. */
export const useViewActions = (): ViewActions => useThisLab().view.actions;
