import { describe, expect, it } from 'vitest';
import { NOW_PER_GROUP, NOW_PER_LINK, PARTS } from '../engine/protocol';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { NOTHING, unitFor } from '../plot/format';
import { loss } from './loss';
import { queue } from './queue';
import { readout } from './readout';
import { windows } from './windows';

const layout = layoutOf();
const chart = queue.describe(sceneOf(layout));
const drops = chart.traces.find(({ form }) => form === 'drops');
const unit = unitFor(chart.quantity, 1);

/** Three drops in columns, and two that came after the last sample. */
function frame(t1_s: number) {
  const now = new Float64Array(NOW_PER_LINK * layout.links.length);
  now[9] = 2;
  return { ...frameOf(layout, { 'link.r0.drops_tcp': { hi: [0, 3, NaN, NaN] } }), now, t_s: 10, t1_s };
}

describe('what the legend says without a cursor', () => {
  const lossChart = loss.describe(sceneOf(layout));
  const [tcp] = lossChart.traces;
  const percent = unitFor('ratio', 1);
  const rising = frameOf(layout, { 'link.r0.loss_tcp': { hi: [0.01, 0.02, 0.03, 0.06] } });

  it('is the mean over what is shown and not the last instant', () => {
    expect(readout(tcp!, lossChart, percent, rising, null)).toBe('3.00');
    expect(readout(tcp!, lossChart, percent, rising, 9.9)).toBe('6.00');
  });

  it('is what the series come to over one interval where the frame says so', () => {
    const place = layout.series.findIndex(({ id }) => id === 'link.r0.loss_tcp');
    const parts = layout.series.slice(0, place).reduce((sum, { shape }) => sum + PARTS[shape], 0);
    const data = new Float32Array(parts + 1000);
    data[parts] = 0.0302;
    const stopped = { ...rising, playing: false, overall: { t0_s: 4, t1_s: 10, data } };
    expect(readout(tcp!, lossChart, percent, stopped, null)).toBe('3.02');
  });
});

describe('what the legend says after a step', () => {
  const windowChart = windows.describe(sceneOf(layout));
  const flow = windowChart.traces.find(({ id }) => id === 'flow.0.cwnd_packets')!;
  const packets = unitFor('packets', 1);
  const numbers = NOW_PER_LINK * layout.links.length + NOW_PER_GROUP * layout.groups.length;
  const stepped = {
    ...frameOf(layout, { 'flow.0.cwnd_packets': { lo: [1, 1, 1, 3], hi: [1, 1, 3, 3] } }),
    now: new Float64Array([...new Array<number>(numbers).fill(0), 4]),
    t_s: 10,
  };

  it('is the present window, also before the next sample, and not the mean', () => {
    expect(readout(flow, windowChart, packets, stepped, 'now')).toBe('4');
    expect(readout(flow, windowChart, packets, stepped, null)).not.toBe('4');
  });

  it('is what a cursor is at, if there is one', () => {
    expect(readout(flow, windowChart, packets, stepped, 1)).toBe('1');
  });

  it('is the latest column of a series without a present value', () => {
    const lossChart = loss.describe(sceneOf(layout));
    const rising = { ...frameOf(layout, { 'link.r0.loss_tcp': { hi: [0.01, 0.02, 0.03, 0.06] } }), t_s: 9.9 };
    expect(readout(lossChart.traces[0]!, lossChart, unitFor('ratio', 1), rising, 'now')).toBe('6.00');
  });
});

describe('what the legend says of drops', () => {
  it('counts those that came after the last sample where the view reaches the present', () => {
    if (!drops) throw new Error('a queue has drops');
    expect(readout(drops, chart, unit, frame(10), null)).toBe('5');
    expect(readout(drops, chart, unit, frame(60), null)).toBe('5');
  });

  it('counts them where a step has put the cursor: at the present', () => {
    if (!drops) throw new Error('a queue has drops');
    expect(readout(drops, chart, unit, frame(40), 10)).toBe('5');
    expect(readout(drops, chart, unit, frame(10), 10)).toBe('2');
  });

  it('leaves them out of a view of the past, and of what a cursor is at before', () => {
    if (!drops) throw new Error('a queue has drops');
    expect(readout(drops, chart, unit, frame(8), null)).toBe('3');
    expect(readout(drops, chart, unit, frame(10), 3)).toBe('3');
    expect(readout(drops, chart, unit, frame(10), 6)).toBe(NOTHING);
  });
});
