/** Connection from the pointer events of an element to gestures, and from gestures to the shared time axis. */
import { zoomOf } from '../ui/zoom';
import { Gestures, type Intent, type PointerAt } from './gestures';

/** Actions of gestures; x and y are in CSS pixels from the left and the upper edge of the element. */
export interface GestureTarget {
  hover(x: number | null, y: number): void;
  tap(x: number): void;
  /** Returns the simulated seconds per pixel now. */
  pixel(): number;
  timeAt(x: number): number;
  zoom(factor: number, about_s: number): void;
  pan(dt_s: number): void;
  /** Follows the current time again, after a double click. */
  follow(): void;
}

/** Listens on `element`. Returns a function that stops. */
export function attachPointers(element: HTMLElement, target: GestureTarget): () => void {
  const gestures = new Gestures();
  const stop = new AbortController();
  const { signal } = stop;
  const at = (event: PointerEvent | WheelEvent): PointerAt => ({
    id: 'pointerId' in event ? event.pointerId : -1,
    x: (event.clientX - element.getBoundingClientRect().left) / zoomOf(element),
    touch: 'pointerType' in event && event.pointerType === 'touch',
  });
  let y = 0;
  const run = (intents: Intent[]): void => {
    for (const intent of intents) apply(intent, y, target);
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
  const move = (event: PointerEvent): void => {
    y = (event.clientY - element.getBoundingClientRect().top) / zoomOf(element);
    run(gestures.move(at(event)));
  };
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', (event) => run(gestures.release(at(event))), { signal });
  element.addEventListener('pointercancel', (event) => run(gestures.leave(at(event))), { signal });
  element.addEventListener('pointerleave', (event) => run(gestures.leave(at(event))), { signal });
  element.addEventListener('dblclick', () => target.follow(), { signal });
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
      run([gestures.wheel(event.deltaX * unit, event.deltaY * unit, at(event).x, event.shiftKey)]);
    },
    { signal, passive: false },
  );
  return () => stop.abort();
}

function apply(intent: Intent, y: number, target: GestureTarget): void {
  if (intent.kind === 'hover') target.hover(intent.x, y);
  else if (intent.kind === 'tap') target.tap(intent.x);
  else if (intent.kind === 'zoom') target.zoom(intent.factor, target.timeAt(intent.x));
  else target.pan(-intent.dx * target.pixel());
}
