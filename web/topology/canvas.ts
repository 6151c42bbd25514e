/** What the parts of the picture share: the scenario as placed, what is focused, and what can be done. */
import { createContext, use } from 'react';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { Change, Element, Target } from './edits';
import type { Box, Placement } from './layout';
import type { Point } from './viewport';

/** A group on its way to another place: first its entry is chosen, then its exit. */
export interface Connecting {
  group: string;
  step: 'entry' | 'exit';
  /** The entry chosen in the first step. */
  entry: Target | null;
  /** Which of the targets is marked; -1 while the pointer is over none. */
  choice: number;
  /** Where the pointer holds the line's end; null when choosing by key or by tapping a target. */
  held: Point | null;
}

/** An element on its way to another place. */
export interface Lifted {
  name: string;
  /** Where it hangs. */
  box: Box;
  /** Where it would go. */
  at: Box | null;
}

export interface CanvasShared {
  catalog: Catalog | null;
  scenario: Scenario;
  placement: Placement;
  /** Key of the element that Tab leads to. */
  stop: string | null;
  /** Key of the selected element. */
  selected: string | null;
  /** Pixels of the page per unit of the world, at this moment. */
  scale(): number;
  /** Notes that an element got the focus; `seen` brings it into sight. */
  visit(key: string, seen: boolean): void;
  select(element: Element): void;
  /** Makes a change as one undo step; null is answered by `otherwise` in the live region. */
  apply(change: Change | null, otherwise?: string): void;
  connect(next: Connecting | null): void;
  /** Shows an element being dragged; null when it is let go. */
  lift(lifted: Lifted | null): void;
  say(sentence: string): void;
}

export const CanvasContext = createContext<CanvasShared | null>(null);

export function useCanvas(): CanvasShared {
  const canvas = use(CanvasContext);
  if (!canvas) throw new Error('This part of the picture is used outside of the canvas.');
  return canvas;
}

/** `group:tcp`: one name for focus, selection and the place in the page. */
export function keyOf({ kind, id }: Element): string {
  return `${kind}:${id}`;
}

export function elementOf(key: string | null): Element | null {
  const [, kind, id] = /^(bottleneck|edge|group):(.*)$/.exec(key ?? '') ?? [];
  return kind !== undefined && id !== undefined ? { kind: kind as Element['kind'], id } : null;
}
