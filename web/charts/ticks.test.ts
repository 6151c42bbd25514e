import { describe, expect, it } from 'vitest';
import type { Description } from './chart';
import { nextRange } from './domain';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { geometryOf } from './geometry';
import { MARK } from './marks';
import { extentOf, placed, type Picture } from './picture';
import { queue } from './queue';
import { PAPER } from '../plot/theme';
import { dropsAt, snapped } from './ticks';
import { windows } from './windows';

const layout = layoutOf({ flows: [0] });
const columns = 700;
const drops = Array.from({ length: columns }, (_, i) => (i === 350 ? 3 : 0));
const frame = {
  ...frameOf(layout, { 'link.r0.drops_tcp': { hi: drops } }, columns),
  marks: Float64Array.of(3.2, MARK.recovers, 0, 40),
};

/** Ten seconds, about 70 pixels each. */
function pictureOf(one: Description, hidden = new Set<string>()): Picture {
  const chart = one.describe(sceneOf(layout));
  const range = nextRange(null, chart.rule, extentOf(chart, frame, hidden), 0);
  const rest = { met: [], warmup_s: 0, edits_s: [], cursor_s: null, pinned_s: null, theme: PAPER };
  const unit = { per: 1, name: 'packets' };
  const shown = { t0_s: 0, t1_s: 10 };
  return placed({ chart, frame, shown, range, unit, hidden, ...rest }, geometryOf(chart, 856, 120));
}

describe('a click near a tick', () => {
  const middle_s = (10 * 350.5) / columns;

  it('means the tick: the middle of a column with drops, or the moment of a mark', () => {
    expect(snapped(pictureOf(queue), middle_s + 0.05)).toBeCloseTo(middle_s, 9);
    expect(snapped(pictureOf(windows), 3.25)).toBe(3.2);
  });

  it('means where it is when no tick is near, hidden ones included', () => {
    expect(snapped(pictureOf(queue), 8)).toBe(8);
    expect(snapped(pictureOf(windows), 3.5)).toBe(3.5);
    const hidden = new Set(['link.r0.drops_tcp']);
    expect(snapped(pictureOf(queue, hidden), middle_s + 0.05)).toBe(middle_s + 0.05);
    expect(snapped(null, 1)).toBe(1);
  });
});

describe('the note at a tick of drops', () => {
  it('says of what and how many, and when', () => {
    expect(dropsAt(pictureOf(queue), 5.03)).toEqual([
      { flow: 'TCP drops', color: 'tcp', state: '3 at 5.01 s', events: [] },
    ]);
  });

  it('says nothing elsewhere', () => {
    expect(dropsAt(pictureOf(queue), 6)).toEqual([]);
    expect(dropsAt(pictureOf(queue), 11)).toEqual([]);
    expect(dropsAt(pictureOf(windows), 5.03)).toEqual([]);
  });
});
