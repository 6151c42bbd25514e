/**
 * The charts that show what a preset is about, in the order in which they are needed. They come first in the stack; the other
 * standard charts follow. A user's own choice of charts takes precedence.
 */

/** Ids of charts by the id of a preset; without an entry, the charts have their usual order. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  'tiny-buffers': ['queue', 'loss', 'rates'],
  'many-flows': ['queue', 'loss', 'rates'],
  anomaly: ['loss', 'queue', 'rates'],
  'poisson-queue': ['queue', 'loss'],
  'two-way': ['loss', 'queue', 'rates'],
  remedy: ['loss', 'rates', 'queue'],
  'fq-codel': ['loss', 'rates', 'queue'],
  'dual-pi2': ['queue', 'rates'],
  qlbp: ['queue', 'loss', 'rates'],
  cioq: ['queue', 'loss', 'rates'],
  optical: ['queue', 'loss'],
  fractal: ['loss', 'queue', 'rates'],
  film: ['loss', 'rates', 'queue'],
  downloads: ['queue', 'rates', 'loss'],
  'web-users': ['queue', 'loss', 'rates'],
  requests: ['rates', 'loss', 'queue'],
  'home-upload': ['end-to-end', 'queue', 'loss', 'rates'],
  wifi: ['windows', 'loss', 'queue', 'rates'],
  lte: ['queue', 'end-to-end', 'rates'],
  satellite: ['end-to-end', 'queue', 'rates'],
  policed: ['rates', 'windows', 'loss'],
  incast: ['queue', 'rates', 'loss'],
  peering: ['queue', 'rates', 'loss'],
  'provider-edge': ['rates', 'end-to-end', 'queue', 'loss'],
  campus: ['end-to-end', 'queue', 'rates', 'loss'],
};

/** Presets with charts of their own. */
export const PRESETS_WITH_CHARTS: readonly string[] = Object.keys(FIRST);

/** Returns the ids of the charts that a preset needs first; none for an unknown preset. */
export function chartsOfPreset(preset: string | null): readonly string[] {
  return preset !== null && Object.hasOwn(FIRST, preset) ? (FIRST[preset] ?? []) : [];
}
