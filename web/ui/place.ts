/** Places floating panels: below their anchor, or above it if there is more space, and always on the screen. */
/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Rectangle in pixels, from the upper left corner of the viewport. */
export interface Box extends Size {
  left: number;
  top: number;
}

/** Returns the upper left corner of the panel, in pixels from that of the viewport. */
export function placeBeside(anchor: Box, panel: Size, viewport: Size, gap = 4): { x: number; y: number } {
  const below = anchor.top + anchor.height + gap;
  const above = anchor.top - gap - panel.height;
  const fitsBelow = below + panel.height <= viewport.height - gap;
  const roomierAbove = anchor.top > viewport.height - (anchor.top + anchor.height);
  const y = fitsBelow || !roomierAbove ? below : above;
  return {
    x: between(gap, anchor.left, viewport.width - panel.width - gap),
    y: between(gap, y, viewport.height - panel.height - gap),
  };
}

/** Limits `value` to the range; `low` takes precedence if it is above `high`. */
function between(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
