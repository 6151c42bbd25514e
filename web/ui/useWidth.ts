/** Width of an element, which follows its changes. */
import { useEffect, useState } from 'react';

/** Returns a ref callback and the width in pixels; `first` is the width until the element is measured. */
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
