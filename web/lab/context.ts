/**
 * The laboratory that a part of the page shows, for its components: they read with `useLab`, `useView` and
 * `useFrames`, and raise actions; they never talk to the engine.
 */
import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Frames } from '../samples/frames';
import type { ViewActions, ViewState } from '../samples/view';
import type { Lab } from './lab';
import type { LabActions, LabState } from './state';

export const LabContext = createContext<Lab | null>(null);

export function useThisLab(): Lab {
  const lab = use(LabContext);
  if (!lab) throw new Error('There is no LabContext around this component.');
  return lab;
}

/** Reads the state in a component, which renders again when what `pick` returns changes (shallowly). */
export function useLab<T>(pick: (state: LabState) => T): T {
  return useStore(useThisLab().store, useShallow(pick));
}

export const useLabActions = (): LabActions => useThisLab().actions;

export const useFrames = (): Frames => useThisLab().frames;

/** Reads the charts' time axis, in the manner of `useLab`. */
export function useView<T>(pick: (state: ViewState) => T): T {
  return useStore(useThisLab().view.store, useShallow(pick));
}

export const useViewActions = (): ViewActions => useThisLab().view.actions;
