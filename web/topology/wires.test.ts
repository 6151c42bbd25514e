import { describe, expect, it } from 'vitest';
import { place, sinkOf, sourceOf } from './layout';
import { ROOMY } from './metrics';
import { edge, group, row } from './testing/dumbbell';
import { endWire, reverseLine } from './wires';

const scenario = row(
  [
    group('tcp', { edge: 'a1' }),
    group('past'),
    group('cross', { via: ['r1'] }),
    group('back', { direction: 'reverse' }),
  ],
  [edge('a1')],
);
const placement = place(scenario, { w: 1200, h: 340 }, ROOMY);
const source = (id: string) => sourceOf(placement, id)!;
const sink = (id: string) => sinkOf(placement, id)!;

/** First and last point of path data. */
function endsOf(path: string): [number[], number[]] {
  const numbers = path.match(/-?\d+(\.\d+)?/g)!.map(Number);
  return [numbers.slice(0, 2), numbers.slice(-2)];
}

describe('a line', () => {
  it('is drawn in the direction of the packets', () => {
    for (const end of [source('tcp'), source('cross'), source('back')]) {
      const [from, to] = endsOf(endWire(end));
      expect(from[0]).toBeCloseTo(end.port.x, 0);
      expect(to[0]).toBeCloseTo(end.joint.x, 0);
    }
    for (const end of [sink('tcp'), sink('cross'), sink('back')]) {
      const [from, to] = endsOf(endWire(end));
      expect(from[0]).toBeCloseTo(end.joint.x, 0);
      expect(to[0]).toBeCloseTo(end.port.x, 0);
    }
  });

  it('runs straight past the edge routers it does not use', () => {
    const [a1] = placement.edges;
    expect(source('past').straight).toBeCloseTo(a1!.box.x + a1!.box.w);
    expect(source('tcp').straight).toBe(source('tcp').port.x);
    expect(endWire(source('past'))).toMatch(/^M[\d.]+ ([\d.]+)L[\d.]+ \1C/);
  });

  it('of the reverse direction goes from the right end to the left', () => {
    const { line, reverse } = placement.bottlenecks[0]!;
    const [from, to] = endsOf(reverseLine(reverse!.line, line));
    expect(from[0]).toBeGreaterThan(line.x + line.w / 2);
    expect(to[1]).toBeCloseTo(line.y + line.h, 0);
  });
});
