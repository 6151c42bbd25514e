/** How live values reach the drawing without React: painters that are called with every frame. */
import type { Frame, Layout } from '../engine/protocol';
import type { Frames } from '../samples/frames';
import { NO_INDEX, nowIndex, type NowIndex } from './now';

export type Painter = (frame: Frame, index: NowIndex) => void;

/** Shows the latest frame at once and every one to come. Returns how to stop. */
export function showFrames(frames: Frames, paint: Painter): () => void {
  const show = (frame: Frame): void => paint(frame, indexOf(frames.layout));
  if (frames.latest) show(frames.latest);
  return frames.subscribe(show);
}

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

export function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Whether less motion is preferred, now and whenever `matches` is read; asking anew with every frame would cost 0.3 ms. */
export function stillness(): { readonly matches: boolean } {
  if (typeof matchMedia !== 'function') return { matches: false };
  return matchMedia('(prefers-reduced-motion: reduce)');
}
