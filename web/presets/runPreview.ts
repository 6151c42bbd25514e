/** Stored queues of the presets' runs, for their cards; `npm run thumbnails` computes them. */
import thumbnails from './thumbnails.json';

/** Queue of the first bottleneck over a part of a run. */
export interface RunPreview {
  /** Length of the part, seconds. */
  window_s: number;
  /** Largest queue in it, packets. */
  packets: number;
  /** Least queue per column, in percent of the largest. */
  low: readonly number[];
  /** Largest queue per column, in percent of the largest. */
  high: readonly number[];
}

const previews: Readonly<Record<string, RunPreview>> = thumbnails;

/** Returns the queue of a preset; null for a preset that has none yet. */
export function previewOf(preset: string): RunPreview | null {
  return previews[preset] ?? null;
}

/** Returns the area between least and largest queue as SVG path data, in a box of this size. */
export function previewPath({ low, high }: RunPreview, width: number, height: number): string {
  const x = (column: number): number => round((column / (high.length - 1)) * width);
  const y = (percent: number): number => round(height - 1 - (percent / 100) * (height - 2));
  const upper = high.map((percent, i) => `${x(i)} ${y(percent)}`);
  const lower = low.map((percent, i) => `${x(i)} ${y(percent)}`).reverse();
  return `M${[...upper, ...lower].join('L')}z`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
