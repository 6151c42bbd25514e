/** The width of an element, which follows it: what to call with the element, and the width. */
import { useEffect, useState } from 'react';

/** `first`: the width, in pixels, until the element has been measured. */
export function useWidth(first = 0): [(element: HTMLElement | null) => void, number] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(first);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
}
