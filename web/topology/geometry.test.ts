import { describe, expect, it } from 'vitest';
import { entryTargets, exitTargets, presentTarget, targetAt } from './connect';
import { place } from './layout';
import { ROOMY } from './metrics';
import { dropOfBottleneck, dropOfGroup } from './rearrange';
import { edge, group, row, udp } from './testing/dumbbell';

const scenario = row(
  [group('tcp'), udp('udp'), group('back', { direction: 'reverse' })],
  [edge('a1'), edge('b1', { side: 'right' })],
);
const placement = place(scenario, { w: 1200, h: 300 }, ROOMY);
const [tcp, , back] = scenario.groups;

describe('where a group can be led', () => {
  it('includes every edge router and every bottleneck, from left to right', () => {
    expect(entryTargets(scenario, placement, tcp!).map(({ label }) => label)).toEqual([
      'by edge router a1',
      'at bottleneck r0',
      'at bottleneck r1',
      'at bottleneck r2',
    ]);
  });

  it('is an edge router of its side only', () => {
    expect(entryTargets(scenario, placement, back!).map(({ label }) => label)).toEqual([
      'at bottleneck r0',
      'at bottleneck r1',
      'at bottleneck r2',
      'by edge router b1',
    ]);
  });

  it('ends only behind the entry', () => {
    const exits = exitTargets(scenario, placement, tcp!, { kind: 'entry', junction: 1 });
    expect(exits.map(({ label }) => label)).toEqual(['after bottleneck r1', 'after bottleneck r2']);
  });

  it('starts from where the group is now', () => {
    expect(presentTarget(scenario, entryTargets(scenario, placement, tcp!), tcp!)).toBe(1);
    expect(presentTarget(scenario, exitTargets(scenario, placement, tcp!, null), tcp!)).toBe(2);
  });
});

describe('the target under the pointer', () => {
  const targets = entryTargets(scenario, placement, tcp!);

  it('is the mark within reach, or the element under the pointer', () => {
    const { x, y } = placement.junctions[1]!;
    expect(targetAt(targets, { x: x + 10, y: y - 10 })?.label).toBe('at bottleneck r1');
    const { tank } = placement.bottlenecks[2]!;
    expect(targetAt(targets, { x: tank.x + 20, y: tank.y + 20 })?.label).toBe('at bottleneck r2');
    const { box } = placement.edges[0]!;
    expect(targetAt(targets, { x: box.x + box.w - 5, y: box.y + 5 })?.label).toBe('by edge router a1');
  });

  it('is null on the background', () => {
    expect(targetAt(targets, { x: 4, y: 4 })).toBeNull();
  });
});

describe('dropping what was dragged', () => {
  it('moves a group to the row under it, unless it hardly moved', () => {
    expect(dropOfGroup(scenario, placement, 'tcp', 0, 60)).toMatchObject({ kind: 'move', steps: 1 });
    expect(dropOfGroup(scenario, placement, 'tcp', 0, 6)).toBeNull();
  });

  it('reverses a group that is dropped on the other side', () => {
    expect(dropOfGroup(scenario, placement, 'tcp', 900, 0)).toEqual({ kind: 'flip' });
  });

  it('moves a bottleneck past those that its tank passes', () => {
    const pitch = placement.junctions[1]!.x - placement.junctions[0]!.x;
    expect(dropOfBottleneck(placement, 'r0', pitch * 1.1)).toMatchObject({ kind: 'move', steps: 1 });
    expect(dropOfBottleneck(placement, 'r0', pitch * 2.1)).toMatchObject({ kind: 'move', steps: 2 });
    expect(dropOfBottleneck(placement, 'r1', -pitch * 1.1)).toMatchObject({ kind: 'move', steps: -1 });
    expect(dropOfBottleneck(placement, 'r0', 10)).toBeNull();
  });
});
