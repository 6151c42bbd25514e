import { describe, expect, it } from 'vitest';
import type { Scenario } from '../scenario/types';
import { place, placementFor, sinkOf, sourceOf, type Box, type Placement } from './layout';
import { COMPACT, ROOMY } from './metrics';
import { bottleneck, dumbbell, edge, group, row, udp } from './testing/dumbbell';

const crossed = row(
  [
    group('tcp', { edge: 'a1' }),
    group('cross', { via: ['r1'] }),
    group('back', { direction: 'reverse' }),
    udp('udp'),
  ],
  [edge('a1')],
);

const twoSided = dumbbell({
  edges: [edge('a1'), edge('b1', { side: 'right' })],
  groups: [group('tcp', { edge: 'a1' }), group('back', { direction: 'reverse', edge: 'b1' }), udp('udp')],
});

const edgeEach = dumbbell({
  edges: [edge('a1'), edge('a2')],
  groups: [group('s1', { edge: 'a1' }), group('s2', { edge: 'a2' })],
});

describe('the placement', () => {
  it.each([
    ['one group, wide', dumbbell(), { w: 900, h: 260 }],
    ['one group, phone', dumbbell(), { w: 360, h: 260 }],
    ['a row with cross traffic', crossed, { w: 900, h: 260 }],
    ['edge routers on both sides', twoSided, { w: 1100, h: 300 }],
    ['edge routers on both sides on a phone', twoSided, { w: 360, h: 300 }],
    ['an edge router for each group', edgeEach, { w: 1026, h: 224 }],
    ['an edge router for each group on a phone', edgeEach, { w: 390, h: 260 }],
    ['a row with cross traffic on a phone', crossed, { w: 360, h: 300 }],
    [
      'thirty groups',
      dumbbell({ groups: Array.from({ length: 30 }, (_, i) => group(`g${i}`)) }),
      { w: 900, h: 260 },
    ],
  ])('keeps everything inside and nothing on top of another: %s', (_, scenario, window) => {
    const { placement } = placementFor(scenario, window);
    const boxes = allBoxes(placement);
    for (const box of boxes) {
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.w).toBeLessThanOrEqual(placement.size.w + 0.01);
      expect(box.y + box.h).toBeLessThanOrEqual(placement.size.h + 0.01);
    }
    boxes.forEach((a, i) =>
      boxes.slice(i + 1).forEach((b) => expect(overlap(a, b), JSON.stringify([a, b])).toBe(false)),
    );
  });

  it('fills a window that is large enough, at full size', () => {
    const { placement, k } = placementFor(dumbbell(), { w: 900, h: 300 });
    expect(k).toBe(1);
    expect(placement.size).toEqual({ w: 900, h: 300 });
  });

  it('fits one bottleneck to the width of a phone', () => {
    const { placement, k } = placementFor(dumbbell(), { w: 360, h: 260 });
    expect(placement.metrics.compact).toBe(true);
    expect(k * placement.size.w).toBeCloseTo(360);
    expect(k).toBeGreaterThan(0.9);
  });

  it('is panned instead of shrunk if it is too large for the window', () => {
    const { placement, k } = placementFor(crossed, { w: 360, h: 260 });
    expect(k).toBeGreaterThan(0.7);
    expect(k * placement.size.w).toBeGreaterThan(360);
  });

  it('gives rows a single line before it shrinks them', () => {
    const eight = dumbbell({ groups: Array.from({ length: 8 }, (_, i) => group(`g${i}`)) });
    const { placement, k } = placementFor(eight, { w: 900, h: 260 });
    expect(placement.metrics.dense).toBe(true);
    expect(k).toBeGreaterThan(0.8);
  });

  it('places a single group at the height of the row', () => {
    const placement = place(dumbbell(), { w: 900, h: 260 }, ROOMY);
    expect(sourceOf(placement, 'tcp')?.port.y).toBeCloseTo(placement.junctions[0]!.y);
  });

  it('puts forward sources left, reverse sources right, cross traffic below the junction it uses', () => {
    const placement = place(crossed, { w: 900, h: 260 }, ROOMY);
    expect(sourceOf(placement, 'tcp')?.side).toBe('left');
    expect(sinkOf(placement, 'tcp')?.side).toBe('right');
    expect(sourceOf(placement, 'back')?.side).toBe('right');
    expect(sinkOf(placement, 'back')?.side).toBe('left');
    expect(sourceOf(placement, 'cross')).toMatchObject({ side: 'below', junction: 1 });
    expect(sinkOf(placement, 'cross')).toMatchObject({ side: 'below', junction: 2 });
  });

  it('draws a group to its edge router, and the edge router to the row', () => {
    const placement = place(crossed, { w: 900, h: 260 }, ROOMY);
    const [a1] = placement.edges;
    expect(sourceOf(placement, 'tcp')?.joint).toEqual(a1!.inlet);
    expect(a1!.joint).toEqual(placement.junctions[0]);
    expect(a1!.outlet.x).toBeGreaterThan(a1!.inlet.x);
  });

  it('puts an edge router of the right side between the groups that begin there and the row', () => {
    const placement = place(twoSided, { w: 1100, h: 300 }, ROOMY);
    const { edges, junctions } = placement;
    const [a1, b1] = edges;
    const [first, last] = junctions;
    const back = sourceOf(placement, 'back')!;
    expect(back.joint).toEqual(b1!.inlet);
    expect(b1!.joint).toEqual(last);
    expect(a1!.joint).toEqual(first);
    expect(last!.x).toBeLessThan(b1!.outlet.x);
    expect(b1!.outlet.x).toBeLessThan(b1!.tank.x);
    expect(b1!.tank.x).toBeLessThan(b1!.box.x + b1!.box.w / 2);
    expect(b1!.inlet.x).toBeLessThan(back.port.x);
    // One that no group uses waits there too.
    const idle = place(dumbbell({ edges: [edge('b2', { side: 'right' })] }), { w: 1100, h: 300 }, ROOMY);
    expect(idle.edges[0]).toMatchObject({ side: 'right', junction: 1 });
  });

  it('draws the reverse direction if it is limited, slower or carries data', () => {
    const drawn = (scenario: Scenario): boolean[] =>
      place(scenario, { w: 900, h: 260 }, ROOMY).bottlenecks.map(({ reverse }) => reverse !== null);
    expect(drawn(dumbbell())).toEqual([false]);
    expect(drawn(row([group('back', { direction: 'reverse', via: ['r1'] })]))).toEqual([false, true, false]);
    const { reverse } = bottleneck('r0');
    const queue = { kind: 'drop_tail', limit_packets: 50, limit_bytes: null };
    for (const change of [{ queue }, { pacer: { kind: 'qlbp' } }]) {
      const one = bottleneck('r0', { reverse: { ...reverse, ...change } });
      expect(drawn(dumbbell({ bottlenecks: [one] }))).toEqual([true]);
    }
  });

  it('gives the tank most of the height', () => {
    for (const metrics of [ROOMY, COMPACT]) {
      const { bottlenecks } = place(dumbbell(), { w: 360, h: 260 }, metrics);
      expect(bottlenecks[0]!.tank.h / 260).toBeGreaterThan(0.55);
    }
  });
});

function allBoxes({ ends, edges, bottlenecks }: Placement): Box[] {
  return [
    ...ends.map(({ box }) => box),
    ...edges.map(({ box }) => box),
    ...bottlenecks.flatMap(({ tank, line, reverse }) => [tank, line, ...(reverse ? [reverse.tank] : [])]),
  ];
}

function overlap(a: Box, b: Box): boolean {
  const apart = a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01;
  return !apart && a.y + a.h > b.y + 0.01 && b.y + b.h > a.y + 0.01;
}
