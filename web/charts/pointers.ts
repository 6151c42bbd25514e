/** Connects a chart's element to its gestures, and the gestures to the shared view. */
import { Gestures, type Intent, type PointerAt } from './gestures';

/** What gestures do; x in CSS pixels from the element's left edge. */
export interface GestureTarget {
  hover(x: number | null): void;
  tap(x: number): void;
  /** Seconds per pixel now. */
  pixel(): number;
  timeAt(x: number): number;
  zoom(factor: number, about_s: number): void;
  pan(dt_s: number): void;
  /** Double click: back to the live edge. */
  follow(): void;
}

/** Listens on `element`. Returns how to stop. */
export function attachPointers(element: HTMLElement, target: GestureTarget): () => void {
  const gestures = new Gestures();
  const stop = new AbortController();
  const { signal } = stop;
  const at = (event: PointerEvent | WheelEvent): PointerAt => ({
    id: 'pointerId' in event ? event.pointerId : -1,
    x: event.clientX - element.getBoundingClientRect().left,
    touch: 'pointerType' in event && event.pointerType === 'touch',
  });
  const obey = (intents: Intent[]): void => {
    for (const intent of intents) apply(intent, target);
  };
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return;
      gestures.press(at(event));
      element.setPointerCapture(event.pointerId);
    },
    { signal },
  );
  element.addEventListener('pointermove', (event) => obey(gestures.move(at(event))), { signal });
  element.addEventListener('pointerup', (event) => obey(gestures.release(at(event))), { signal });
  element.addEventListener('pointercancel', (event) => obey(gestures.leave(at(event))), { signal });
  element.addEventListener('pointerleave', (event) => obey(gestures.leave(at(event))), { signal });
  element.addEventListener('dblclick', () => target.follow(), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      obey([gestures.wheel(event.deltaX * unit, event.deltaY * unit, at(event).x, event.shiftKey)]);
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}

function apply(intent: Intent, target: GestureTarget): void {
  if (intent.kind === 'hover') target.hover(intent.x);
  else if (intent.kind === 'tap') target.tap(intent.x);
  else if (intent.kind === 'zoom') target.zoom(intent.factor, target.timeAt(intent.x));
  else target.pan(-intent.dx * target.pixel());
}
