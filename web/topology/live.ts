/** Live values of the drawing: painters that are called with every frame, without React. */
import type { Frame, Layout } from '../engine/protocol';
import type { Frames } from '../samples/frames';
import { NO_INDEX, nowIndex, type NowIndex } from './now';

/** Function that paints a frame. */
export type Painter = (frame: Frame, index: NowIndex) => void;

/**
 * Paints the latest frame and all later ones: each frame while the run is paused or seeks, and about 30 per second while
 * it plays. Ends with a call of `fail` if the painter throws. Returns a function that stops it.
 */
export function showFrames(frames: Frames, paint: Painter, fail: (error: unknown) => void): () => void {
  const show = (frame: Frame): void => {
    try {
      paint(frame, indexOf(frames.layout));
    } catch (error) {
      stop();
      fail(error);
    }
  };
  const stop = frames.subscribe((frame) => {
    if (!frame.playing || frame.seeking || drawingMoves()) show(frame);
  });
  if (frames.latest) show(frames.latest);
  return stop;
}

/**
 * Whether the drawing changes in this display frame: in every second one at 60 Hz, like a video. A change of a few
 * attributes costs a browser as much as six charts, because it styles, lays out and paints the whole drawing. All moving
 * parts of all runs therefore move in the same display frames.
 */
export function drawingMoves(): boolean {
  const now_ms = 'timeline' in document ? Number(document.timeline.currentTime) : performance.now();
  if (now_ms === beat.asked_ms) return beat.moves;
  beat.asked_ms = now_ms;
  // The drawing must go on if the clock is set back.
  beat.moves = Math.abs(now_ms - beat.moved_ms) > LEAST_MS;
  if (beat.moves) beat.moved_ms = now_ms;
  return beat.moves;
}

/** Shortest time between two changes of the drawing, ms: between one and two display frames at 60 Hz. */
const LEAST_MS = 25;

/** Times of the last display frame that was checked, and of the last one in which the drawing changed. */
const beat = { asked_ms: NaN, moved_ms: -Infinity, moves: true };

/** Returns the positions of values in a frame of a layout; computed once per layout. */
function indexOf(layout: Layout | null): NowIndex {
  if (!layout) return NO_INDEX;
  const index = indices.get(layout) ?? nowIndex(layout);
  indices.set(layout, index);
  return index;
}

const indices = new WeakMap<Layout, NowIndex>();

/** Returns the part of the drawing with this `data-part`, which painters change. */
export function partOf(root: Element, name: string): Element | null {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Sets an attribute if its value changes. */
export function setAttribute(element: Element | null, name: string, value: number | string): void {
  if (!element) return;
  const text = typeof value === 'number' ? String(Math.round(value * 100) / 100) : value;
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Returns a media query of the preference for less motion. A new query with every frame would cost 0.3 ms. */
export function reducedMotion(): { readonly matches: boolean } {
  if (typeof matchMedia !== 'function') return { matches: false };
  return matchMedia('(prefers-reduced-motion: reduce)');
}
