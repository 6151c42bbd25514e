/** Scrolls an element into view where it is not, at once for readers who asked for less motion. */
export function bringIntoView(element: Element | null, block: 'nearest' | 'start' = 'nearest'): void {
  if (!element || typeof element.scrollIntoView !== 'function') return;
  const isStill = typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block, inline: 'nearest', behavior: isStill ? 'auto' : 'smooth' });
}
