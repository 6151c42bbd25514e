/** State and commands that the parts of the drawing share. */
import { createContext, use } from 'react';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { Change, Element, Target } from './edits';
import type { Box, Placement } from './layout';
import type { Point } from './viewport';

/** Connection of a group in progress: first its entry is chosen, then its exit. */
export interface Connecting {
  group: string;
  step: 'entry' | 'exit';
  /** The entry chosen in the first step. */
  entry: Target | null;
  /** Index of the marked target; -1 while the pointer is over none. */
  choice: number;
  /** End of the line at the pointer; null when choosing by key or by tapping a target. */
  held: Point | null;
}

/** Element that is dragged to another place. */
export interface Dragged {
  name: string;
  /** Place at the pointer. */
  box: Box;
  /** Place that it would take; null if it would not move. */
  at: Box | null;
}

/** State and commands of one drawing. */
export interface CanvasShared {
  catalog: Catalog | null;
  scenario: Scenario;
  placement: Placement;
  /** Key of the element that Tab leads to. */
  stop: string | null;
  /** Key of the selected element. */
  selected: string | null;
  /** Returns the current scale, pixels of the page per unit of the drawing. */
  scale(): number;
  /** Notes that an element got the focus; `seen` scrolls it into view. */
  visit(key: string, seen: boolean): void;
  select(element: Element): void;
  /** Makes a change as one undo step; for null, `otherwise` is announced. */
  apply(change: Change | null, otherwise?: string): void;
  connect(next: Connecting | null): void;
  /** Shows the element that is dragged; null when it is released. */
  drag(dragged: Dragged | null): void;
  announce(sentence: string): void;
}

/** Context of the parts of a drawing. */
export const CanvasContext = createContext<CanvasShared | null>(null);

/** Returns the state and commands of the drawing that a part is in. */
export function useCanvas(): CanvasShared {
  const canvas = use(CanvasContext);
  if (!canvas) throw new Error('This part of the picture is used outside of the canvas.');
  return canvas;
}

/** Returns the key of an element, such as `group:tcp`, for focus, selection and the DOM. */
export function keyOf({ kind, id }: Element): string {
  return `${kind}:${id}`;
}

/** Returns the element of a key; null for other keys. */
export function elementOf(key: string | null): Element | null {
  const [, kind, id] = /^(bottleneck|edge|group):(.*)$/.exec(key ?? '') ?? [];
  return kind !== undefined && id !== undefined ? { kind: kind as Element['kind'], id } : null;
}
