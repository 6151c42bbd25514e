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
  it('are compared by seed, in any order', () => {
    const paired = pairedOf(lines(1, 2, 3), lines(2, 4, 6).reverse(), 'loss');
    expect(paired).toMatchObject({ baseline: 2, current: 4, difference: { n: 3, mean: 2, min: 1, max: 3 } });
    // Student's t with 2 degrees of freedom: 4.303 · 1/√3.
    expect(paired?.difference.half).toBeCloseTo(2.484, 3);
  });

  it('have a narrower interval than independent means if both vary together', () => {
    const paired = pairedOf(lines(10, 20, 30, 40), lines(11.1, 21, 30.9, 41), 'loss');
    expect(paired?.difference.mean).toBeCloseTo(1, 9);
    expect(paired?.difference.half).toBeLessThan(0.2);
  });

  it('leave out seeds for which one run lacks the measure', () => {
    expect(pairedOf(lines(1, null, 3), lines(2, 4), 'loss')).toMatchObject({
      difference: { n: 1, half: null },
    });
    expect(pairedOf(lines(null), lines(1), 'loss')).toBeNull();
    expect(pairedOf(lines(1), lines(1), 'delay')).toBeNull();
  });

  it('are not distinguishable if the interval contains 0', () => {
    const verdict = (baseline: number[], current: number[]): boolean | null =>
      isDistinguishable(pairedOf(lines(...baseline), lines(...current), 'loss')!.difference);
    expect(verdict([1, 2, 3], [3, 2, 1])).toBe(false);
    expect(verdict([1, 2, 3], [1, 2, 3])).toBe(false);
    expect(verdict([1, 2, 3], [2.1, 3, 3.9])).toBe(true);
    expect(verdict([1], [9])).toBeNull();
  });
});

it('replications end at the current time and start with the seed of the current run', () => {
  const edit = (at_s: number) => ({ at_s, set: [{ path: 'seed', value: 1 }] });
  const document = fakeScenario({ seed: 3, duration_s: 120, edits: [edit(10), edit(90)] });
  expect(studyOf(document, 7, 60, 5)).toMatchObject({
    scenario: { seed: 7, duration_s: 60, edits: [edit(10)] },
    replications: 5,
  });
});
