import { expect, it } from 'vitest';
import type { Chart } from './chart';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { geometryOf } from './geometry';
import { traceNear } from './nearest';
import { placed, yOf, type Picture } from './picture';
import { PAPER } from '../plot/theme';
import { windows } from './windows';

const layout = layoutOf({ flows: [0, 1] });
const frame = frameOf(layout, {
  'flow.0.cwnd_packets': { lo: [10, 10, 10, 10], hi: [20, 20, 20, 20] },
  'flow.1.cwnd_packets': { lo: [70, 70, 70, 70], hi: [80, 80, 80, 80] },
});
const chart: Chart = windows.describe(sceneOf(layout));

function pictureOf(hidden = new Set<string>()): Picture {
  const rest = { met: [], warmup_s: 0, edits_s: [], cursor_s: null, pinned_s: null, theme: PAPER };
  const shown = { t0_s: frame.t0_s, t1_s: frame.t1_s };
  const range = { kind: 'linear', lo: 0, hi: 100, loose_since_ms: null } as const;
  const unit = { per: 1, name: 'packets' };
  return placed({ chart, frame, shown, range, unit, hidden, ...rest }, geometryOf(chart, 856, 400));
}

it('is the one whose line is nearest to the pointer, if one is near and not hidden', () => {
  const picture = pictureOf();
  const y = yOf(picture);
  expect(traceNear(picture, 300, y(75))).toBe('flow.1.cwnd_packets');
  expect(traceNear(picture, 300, y(80) - 8)).toBe('flow.1.cwnd_packets');
  expect(traceNear(picture, 300, y(15))).toBe('flow.0.cwnd_packets');
  expect(traceNear(picture, 300, y(45))).toBeNull();
  expect(traceNear(pictureOf(new Set(['flow.1.cwnd_packets'])), 300, y(75))).toBeNull();
  expect(traceNear({ ...picture, frame: null }, 300, y(75))).toBeNull();
});
