import { describe, expect, it } from 'vitest';
import type { AboutMeasured, MeasuredFile } from '../sweep/measuredFile';
import { curveOf, curvesOf, meanOver } from './curves';

const UNITS: AboutMeasured['units'] = [
  { name: 'Mb/s', base: 'rate', factor: 1e6 },
  { name: 'ms', base: 'time', factor: 1e-3 },
];

function fileOf(series: { name: string; unit: string; id?: string; values: number[] }[]): MeasuredFile {
  return {
    name: 'run.json',
    sha256: 'a'.repeat(64),
    time: '',
    about: {
      tool: 'iperf3',
      title: '',
      kernel: 'Linux 6.18',
      controllers: ['cubic'],
      length_s: 3,
      series: series.map(({ name, unit, id = '', values }) => ({
        name,
        unit,
        id,
        role: 'none',
        axis: 0,
        count: values.length,
      })),
      retransmissions: null,
      run: null,
      notes: [],
      units: UNITS,
    },
    axes: [Float64Array.of(0, 1, 2, 3)],
    values: series.map(({ values }) => Float64Array.from(values)),
  };
}

describe('the mean of a curve', () => {
  const curve = curveOf(Float64Array.of(1, 2, 4), Float64Array.of(10, 40), 1);

  it('is weighted by time', () => {
    expect(meanOver(curve, 1, 4)).toBeCloseTo(30, 12);
    expect(meanOver(curve, 1.5, 2.5)).toBeCloseTo(25, 12);
  });

  it('covers only the time with values', () => {
    expect(meanOver(curve, 0, 2)).toBeCloseTo(10, 12);
    expect(meanOver(curve, 3, 9)).toBeCloseTo(40, 12);
    expect(meanOver(curve, 5, 9)).toBeNaN();
    expect(meanOver(curve, 0, 1)).toBeNaN();
    const gap = curveOf(Float64Array.of(0, 1, 2, 3), Float64Array.of(1, NaN, 5), 1);
    expect(meanOver(gap, 0, 3)).toBeCloseTo(3, 12);
    expect(meanOver(gap, 1, 2)).toBeNaN();
  });

  it('exists for a file without rows, and for rows of no length', () => {
    expect(meanOver(curveOf(new Float64Array(), new Float64Array(), 1), 0, 1)).toBeNaN();
    const still = curveOf(Float64Array.of(1, 1, 2), Float64Array.of(7, 8), 1);
    expect(meanOver(still, 0, 2)).toBe(8);
  });
});

describe('curves of a run', () => {
  const file = fileOf([
    { name: 'one', unit: 'Mb/s', values: [1, 2, NaN] },
    { name: 'two', unit: 'Mb/s', values: [3, 4, 5] },
    { name: 'rtt', unit: 'ms', values: [40, 50, 60] },
    { name: 'other rtt', unit: 'ms', values: [60, 70, NaN] },
    { name: 'own', unit: 'ratio', id: 'link.r0.utilization', values: [0.5, 0.6, 0.7] },
  ]);
  const use = (name: string, role: 'throughput' | 'rtt' | 'series', unit: string) => ({
    name,
    role,
    unit,
    group: 'g',
  });
  const curves = curvesOf(file, [
    use('one', 'throughput', 'Mb/s'),
    use('two', 'throughput', 'Mb/s'),
    use('rtt', 'rtt', 'ms'),
    use('other rtt', 'rtt', 'ms'),
    use('own', 'series', 'ratio'),
    use('not in the file', 'rtt', 'ms'),
  ]);
  const at = (id: string, t_s: number): number => meanOver(curves.get(id)!, t_s, t_s + 1);

  it('have the ids of the series of the simulation', () => {
    expect([...curves.keys()]).toEqual(['group.g.throughput_bps', 'group.g.rtt_s', 'link.r0.utilization']);
  });

  it('add throughputs and average round-trip times, in base units', () => {
    expect([0, 1, 2].map((t_s) => at('group.g.throughput_bps', t_s))).toEqual([4e6, 6e6, 5e6]);
    expect(at('group.g.rtt_s', 1)).toBeCloseTo(0.06, 12);
    expect(at('group.g.rtt_s', 2)).toBeCloseTo(0.06, 12);
    expect(at('link.r0.utilization', 2)).toBeCloseTo(0.7, 12);
  });
});
