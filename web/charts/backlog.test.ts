import { describe, expect, it } from 'vitest';
import { paintBacklog, stackTops } from './backlog';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { recordingContext } from '../plot/testing';
import { geometryOf } from './geometry';
import type { Renderer, Shape } from '../plot/renderer';
import { placed } from './picture';
import { queue } from './queue';
import { PAPER } from '../plot/theme';

const layout = layoutOf({ udp: true, limit_bytes: 8000 });
const chart = queue.describe(sceneOf(layout));

/** The heights that a path visits, as numbers on the axis: of each fill or stroke, one after another. */
function heights(hidden: string[] = []): number[][] {
  const frame = frameOf(
    layout,
    {
      'link.r0.queue_bytes': { lo: [1000, 1000], hi: [9000, 9000], mean: [5000, 5000] },
      'link.r0.queue_tcp_bytes': { hi: [4000, 4000] },
      'link.r0.queue_udp_bytes': { hi: [1000, 1000] },
    },
    2,
  );
  const picture = placed(
    {
      chart,
      frame,
      shown: { t0_s: 0, t1_s: 10 },
      range: { kind: 'linear', lo: 0, hi: 10_000, loose_since_ms: null },
      unit: { per: 1000, name: 'kB' },
      hidden: new Set(hidden),
      met: [],
      warmup_s: 0,
      edits_s: [],
      cursor_s: null,
      pinned_s: null,
      theme: PAPER,
    },
    geometryOf(chart, 900, 160),
  );
  const { plot } = picture.geometry;
  const value = (y: number): number => Math.round(((plot.y + plot.height - y) / plot.height) * 10_000);
  const paths: number[][] = [];
  const keep = (shape: Shape): void => {
    const { context, calls } = recordingContext();
    shape(context);
    const visited = calls
      .filter((call) => /^(move|line)To/.test(call))
      .map((call) => Number(call.split(' ')[2]));
    paths.push([...new Set(visited.map(value))].sort((a, b) => a - b));
  };
  paintBacklog({ fill: keep, stroke: keep } as Pick<Renderer, 'fill' | 'stroke'> as Renderer, picture);
  return paths;
}

describe('what waits at a queue', () => {
  it('is a band from least to most, and of each class an area up to its mean with a line along it', () => {
    expect(heights()).toEqual([[1000, 9000], [0, 4000], [4000], [4000, 5000], [5000]]);
  });

  it('leaves the part of a hidden class empty', () => {
    expect(heights(['link.r0.queue_tcp_bytes'])).toEqual([[1000, 9000], [4000, 5000], [5000]]);
  });
});

describe('parts', () => {
  it('stand on each other', () => {
    const parts = [
      [3, 0],
      [1, 2],
    ].map((part) => Float32Array.from(part));
    expect(stackTops(parts).map((top) => [...top])).toEqual([
      [3, 0],
      [4, 2],
    ]);
  });

  it('are absent where nothing was recorded', () => {
    expect(stackTops([Float32Array.of(NaN), Float32Array.of(1)]).map(([top]) => top)).toEqual([NaN, NaN]);
  });
});
