/** How live values reach the drawing without React: painters that are called with every frame. */
import type { Frame, Layout } from '../engine/protocol';
import type { Frames } from '../samples/frames';
import { NO_INDEX, nowIndex, type NowIndex } from './now';

export type Painter = (frame: Frame, index: NowIndex) => void;

/**
 * Shows the latest frame at once and those to come: all while the run stands or jumps, and as many as the drawing
 * moves at while it plays. Returns how to stop.
 */
export function showFrames(frames: Frames, paint: Painter): () => void {
  const show = (frame: Frame): void => paint(frame, indexOf(frames.layout));
  if (frames.latest) show(frames.latest);
  return frames.subscribe((frame) => {
    if (!frame.playing || frame.seeking || drawingMoves()) show(frame);
  });
}

/**
 * Whether the drawing changes in this display frame: in every second at 60 Hz, as often as films. A change of a few
 * attributes costs a browser as much as six charts, since it styles, lays out and paints the drawing anew; so all
 * that moves in it, of every run, moves in the same display frames.
 */
export function drawingMoves(): boolean {
  const now_ms = 'timeline' in document ? Number(document.timeline.currentTime) : performance.now();
  if (now_ms === beat.asked_ms) return beat.moves;
  beat.asked_ms = now_ms;
  // A clock that was set back must not stop the drawing.
  beat.moves = Math.abs(now_ms - beat.moved_ms) > LEAST_MS;
  if (beat.moves) beat.moved_ms = now_ms;
  return beat.moves;
}

/** Between two display frames at 60 Hz, and the next. */
const LEAST_MS = 25;

/** The display frame that was last asked about, and the last in which the drawing changed. */
const beat = { asked_ms: NaN, moved_ms: -Infinity, moves: true };

/** What the values of a frame of this layout mean; made once per layout. */
function indexOf(layout: Layout | null): NowIndex {
  if (!layout) return NO_INDEX;
  const index = indices.get(layout) ?? nowIndex(layout);
  indices.set(layout, index);
  return index;
}

const indices = new WeakMap<Layout, NowIndex>();

/** A part of the drawing that painters change, by the name in its `data-part`. */
export function partOf(root: Element, name: string): Element | null {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Sets an attribute, leaving the page alone where nothing changed. */
export function setAttribute(element: Element | null, name: string, value: number | string): void {
  if (!element) return;
  const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Whether less motion is preferred, now and whenever `matches` is read; asking anew with every frame would cost 0.3 ms. */
export function reducedMotion(): { readonly matches: boolean } {
  if (typeof matchMedia !== 'function') return { matches: false };
  return matchMedia('(prefers-reduced-motion: reduce)');
}
