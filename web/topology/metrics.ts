/** Sizes of the layout, pixels at scale 1; visible ones are on a grid of 8 pixels. */
export interface Metrics {
  compact: boolean;
  /** Whether the numbers of a tank are beside it instead of above. */
  beside: boolean;
  /** Whether groups have only one line of text. */
  dense: boolean;
  /** Free space around the drawing. */
  pad: number;
  /** Size of the senders of a group. */
  chip: { w: number; h: number };
  /** Size of the receivers of a group. */
  sink: { w: number; h: number };
  rowGap: number;
  /** An edge router with its small tank. */
  edge: { w: number; h: number };
  /** Between a column of groups (or of edges) and what their lines lead to, at least. */
  wire: number;
  /** Radius of a junction. */
  junction: number;
  /** From a junction to the tank, where drops fall and the tank's rule has its figures. */
  inlet: number;
  /** How far from the tank drops fall, at least and at most: beyond the figures, where there are any. */
  stray: readonly [number, number];
  tank: { min: number; max: number };
  tankHeight: { min: number; max: number };
  /** From the tank to the next junction, at least and at most. */
  outlet: { min: number; max: number };
  /** Thickness of a bottleneck's line; full when the link is busy all the time. */
  pipe: number;
  /** Above the tank: its name and figures, or room for drops alone. */
  above: number;
  /** Drop counter below the line. */
  below: number;
  /** The line of the other direction with its small tank. */
  reverse: { h: number; tank: { w: number; h: number }; pipe: number };
}

/** Sizes for wide windows. */
export const ROOMY: Metrics = {
  compact: false,
  beside: false,
  dense: false,
  pad: 16,
  chip: { w: 156, h: 40 },
  sink: { w: 112, h: 28 },
  rowGap: 8,
  edge: { w: 112, h: 56 },
  wire: 48,
  junction: 8,
  inlet: 56,
  stray: [38, 48],
  tank: { min: 112, max: 224 },
  tankHeight: { min: 88, max: 240 },
  outlet: { min: 96, max: 176 },
  pipe: 16,
  above: 52,
  below: 32,
  reverse: { h: 48, tank: { w: 48, h: 32 }, pipe: 8 },
};

/** Sizes for narrow windows, such as those of phones. */
export const COMPACT: Metrics = {
  ...ROOMY,
  compact: true,
  pad: 8,
  chip: { w: 78, h: 40 },
  sink: { w: 78, h: 28 },
  edge: { w: 72, h: 48 },
  wire: 20,
  junction: 6,
  inlet: 20,
  stray: [5, 16],
  tank: { min: 56, max: 120 },
  outlet: { min: 80, max: 96 },
  pipe: 12,
  reverse: { ...ROOMY.reverse, tank: { w: 28, h: 32 } },
};

/** Width below which the layout is compact, pixels. */
export const COMPACT_BELOW = 560;

/** Returns the possible sizes for a window of this width, the most legible first. */
export function layoutsFor(width: number): Metrics[] {
  if (width < COMPACT_BELOW) return [COMPACT, dense(COMPACT)];
  return [beside(ROOMY), ROOMY, dense(beside(ROOMY)), dense(ROOMY)];
}

/** Returns sizes with higher tanks, for short rows. */
function beside(metrics: Metrics): Metrics {
  return {
    ...metrics,
    beside: true,
    above: 16,
    outlet: { min: 144, max: 208 },
    tankHeight: { min: 96, max: 240 },
  };
}

/** Returns sizes with one line per group, for many groups. */
function dense(metrics: Metrics): Metrics {
  const { chip, sink, compact } = metrics;
  return {
    ...metrics,
    dense: true,
    chip: { w: compact ? chip.w + 16 : chip.w, h: 28 },
    sink: { w: compact ? sink.w : chip.w, h: 24 },
    rowGap: 6,
  };
}
