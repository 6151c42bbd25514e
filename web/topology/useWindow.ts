/** The inner size of an element, pixels, as it changes. */
import { useLayoutEffect, useState, type RefObject } from 'react';
import { zoomOf } from '../ui/zoom';
import type { Size } from './viewport';

/** Size until the page is laid out, and in tests, which have no layout. */
const UNKNOWN: Size = { w: 900, h: 260 };

/** Returns the inner size of an element. */
export function useWindow(element: RefObject<Element | null>): Size {
  const [size, setSize] = useState(UNKNOWN);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const measure = (): void => {
      const { width, height } = current.getBoundingClientRect();
      const zoom = zoomOf(current);
      const [w, h] = [width / zoom, height / zoom];
      if (w > 0 && h > 0) setSize((old) => (old.w === w && old.h === h ? old : { w, h }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
