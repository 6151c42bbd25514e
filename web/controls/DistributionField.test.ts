import { expect, it } from 'vitest';
import { isDistribution } from '../scenario/distribution';
import { reshaped } from './DistributionField';

it('keeps ends or mean of a distribution when its shape changes', () => {
  const uniform = { uniform: [1, 3] as [number, number] };
  expect(reshaped(uniform, 'fixed')).toBe(2);
  expect(reshaped(uniform, 'exponential')).toEqual({ exponential: 2 });
  expect(reshaped(uniform, 'pareto')).toEqual({ pareto: [2, 1.5] });
  expect(reshaped(uniform, 'list')).toEqual({ list: [1, 3] });
  expect(reshaped({ exponential: 4 }, 'uniform')).toEqual({ uniform: [4, 4] });
  expect(reshaped({ pareto: [4, 1.2] }, 'fixed')).toBe(4);
  expect(reshaped(uniform, 'bimodal')).toEqual({ bimodal: [1, 3, 0.5] });
  expect(reshaped({ bimodal: [40, 1500, 0.1] }, 'uniform')).toEqual({ uniform: [40, 1500] });
  expect(reshaped({ list: [] }, 'pareto')).toBe(0);
});

it('recognizes each shape as a distribution', () => {
  for (const value of [
    1,
    { uniform: [0, 1] },
    { exponential: 1 },
    { pareto: [1, 1.5] },
    { bimodal: [1, 2, 0.5] },
    { list: [1] },
  ]) {
    expect(isDistribution(value)).toBe(true);
  }
  expect(isDistribution({ gamma: 1 })).toBe(false);
});
