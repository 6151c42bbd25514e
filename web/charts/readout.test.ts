import { describe, expect, it } from 'vitest';
import { NOW_PER_LINK } from '../engine/protocol';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { NOTHING, unitFor } from './format';
import { queue } from './queue';
import { readout } from './readout';

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
