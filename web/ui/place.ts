/** Where a floating panel goes: below its anchor, above if there is more room, always on the screen. */
export interface Size {
  width: number;
  height: number;
}

export interface Box extends Size {
  left: number;
  top: number;
}

/** The panel's upper left corner, pixels from that of the viewport. */
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

/** `value`, but not above `high` and, which matters more, not below `low`. */
function between(low: number, value: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
