import { describe, expect, it } from 'vitest';
import { fakeScenario } from '../engine/testing/fake-engine';
import type { CaseLine } from '../types/engine';
import { isDistinguishable, pairedOf } from './paired';
import { studyOf } from './replications';

/** Lines with this loss at seeds 1, 2, …; null for a run that failed. */
function lines(...losses: (number | null)[]): CaseLine[] {
  return losses.map((loss, i) => {
    const id = { key: `${loss} ${i}`, point: {}, seed: i + 1 };
    return (loss === null ? { ...id, error: 'why' } : { ...id, summary: { loss } }) as unknown as CaseLine;
  });
}

describe('pairs of runs', () => {
  it('are compared seed by seed, whatever the order they came in', () => {
    const paired = pairedOf(lines(1, 2, 3), lines(2, 4, 6).reverse(), 'loss');
    expect(paired).toMatchObject({ kept: 2, front: 4, difference: { n: 3, mean: 2, min: 1, max: 3 } });
    // Student's t with 2 degrees of freedom: 4.303 · 1/√3.
    expect(paired?.difference.half).toBeCloseTo(2.484, 3);
  });

  it('have a narrower interval than two independent means where both swing alike', () => {
    const paired = pairedOf(lines(10, 20, 30, 40), lines(11.1, 21, 30.9, 41), 'loss');
    expect(paired?.difference.mean).toBeCloseTo(1, 9);
    expect(paired?.difference.half).toBeLessThan(0.2);
  });

  it('leave out seeds that one of them has no figure for', () => {
    expect(pairedOf(lines(1, null, 3), lines(2, 4), 'loss')).toMatchObject({
      difference: { n: 1, half: null },
    });
    expect(pairedOf(lines(null), lines(1), 'loss')).toBeNull();
    expect(pairedOf(lines(1), lines(1), 'delay')).toBeNull();
  });

  it('are not distinguishable where the interval holds 0', () => {
    const judged = (kept: number[], front: number[]): boolean | null =>
      isDistinguishable(pairedOf(lines(...kept), lines(...front), 'loss')!.difference);
    expect(judged([1, 2, 3], [3, 2, 1])).toBe(false);
    expect(judged([1, 2, 3], [1, 2, 3])).toBe(false);
    expect(judged([1, 2, 3], [2.1, 3, 3.9])).toBe(true);
    expect(judged([1], [9])).toBeNull();
  });
});

it('both are run as far as they have come, with the seeds of the one in front', () => {
  const edit = (at_s: number) => ({ at_s, set: [{ path: 'seed', value: 1 }] });
  const document = fakeScenario({ seed: 3, duration_s: 120, edits: [edit(10), edit(90)] });
  expect(studyOf(document, 7, 60, 5)).toMatchObject({
    scenario: { seed: 7, duration_s: 60, edits: [edit(10)] },
    replications: 5,
  });
});
