// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { Frame } from '../engine/protocol';
import { causesAt, gapAt, markText, spokenCauses } from './causes';
import { nextRange } from './domain';
import { frameOf, layoutOf, sceneOf } from './fixture';
import { geometryOf } from './geometry';
import { MARK } from './marks';
import { extentOf, placed, type Picture } from './picture';
import { PAPER } from '../plot/theme';
import { showTip } from './tip';
import { windows } from './windows';

const layout = layoutOf({ flows: [0, 1] });
const chart = windows.describe(sceneOf(layout));
const frame = {
  ...frameOf(
    layout,
    {
      'flow.0.cwnd_packets': { hi: [4, 8, 8, 4, 5, 3] },
      'flow.0.state': { hi: [0, 0, 1, 2, 2, 1] },
      'flow.1.cwnd_packets': { hi: [NaN, NaN, 1, 1, 2, 3] },
      'flow.1.state': { hi: [0, 0, 0, 0, 1, 4] },
    },
    6,
  ),
  t1_s: 6,
  marks: Float64Array.of(3.2, MARK.recovers, 0, 4.25, 3.21, 99, 0, 0),
};

function pictureOf(hidden = new Set<string>(), overrides: Partial<Frame> = {}): Picture {
  const range = nextRange(null, chart.rule, extentOf(chart, frame, hidden), 0);
  const rest = { met: [], warmup_s: 0, edits_s: [], cursor_s: null, pinned_s: null, theme: PAPER };
  const unit = { per: 1, name: 'packets' };
  const shown = { t0_s: 0, t1_s: 6 };
  return placed(
    { chart, frame: { ...frame, ...overrides }, shown, range, unit, hidden, ...rest },
    geometryOf(chart, 900, 120),
  );
}
const at = (t_s: number): string[] =>
  causesAt(pictureOf(), t_s).map((cause) => `${cause.flow} ${cause.state}`);

describe('the cause of a window', () => {
  it('is the state, and how the window moved', () => {
    expect(at(1.5)).toEqual(['flow 0 slow start: window grows with ACKs']);
    expect(at(2.5)).toEqual(['flow 0 avoidance: window unchanged', 'flow 1 slow start']);
    expect(at(4.5)[0]).toBe('flow 0 recovery: window set by loss recovery');
    expect(at(5.5)).toEqual([
      'flow 0 avoidance: window reduced by the controller',
      'flow 1 probe up: window grows with ACKs',
    ]);
  });

  it('is the event where one happened within a few pixels, with the window right after it', () => {
    const [first] = causesAt(pictureOf(), 3.195);
    expect(first).toMatchObject({ flow: 'flow 0', state: 'recovery' });
    expect(first?.events).toEqual([
      '3.2000 s: loss detected, recovery begins; window 4.25',
      '3.2100 s: window changed',
    ]);
    expect(causesAt(pictureOf(), 3.5)[0]?.events).toEqual([]);
  });

  it('has no text for flows whose window is hidden, nor outside of the recorded time', () => {
    expect(causesAt(pictureOf(new Set(['flow.0.cwnd_packets'])), 1.5)).toEqual([]);
    expect(causesAt(pictureOf(), 7)).toEqual([]);
  });

  it('is not guessed where there are no single marks, but timeouts are counted', () => {
    const counts = Uint16Array.of(0, 5, 3);
    const none = { marks: new Float64Array(), counts };
    const crowded = causesAt(pictureOf(new Set(), { ...none, crowded: true }), 5.5);
    expect(crowded[0]).toMatchObject({
      // Not that its controller lowered the window: a mark might say otherwise.
      state: 'avoidance',
      events: ['3 retransmission timeouts'],
    });
    expect(crowded[1]).toMatchObject({ flow: 'flow 1', state: 'probe up', events: [] });
    const of = (overrides: Partial<Frame>, at_s = 5.5) => gapAt({ ...frame, ...overrides }, at_s);
    expect(of({ crowded: true })).toBe('Too many events to show one by one. Zoom in.');
    expect(of({ crowded: true, t_s: 5 })).toBeNull();
    expect(of({ marks_from_s: 5.6 })).toBe('Events of this time are not stored any more.');
    expect(of({ marks_from_s: 5.4 })).toBeNull();
  });

  it('can be heard', () => {
    expect(spokenCauses(causesAt(pictureOf(), 5.5).slice(0, 1))).toBe(
      'flow 0 avoidance: window reduced by the controller',
    );
  });
});

describe('each kind of mark', () => {
  it('has words of its own', () => {
    const texts = Object.values(MARK).map((kind) => markText({ t_s: 1, kind, window: 0 }, 0.1));
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the note at the cursor', () => {
  it('names four flows at most, on the side that has room, and goes away', () => {
    const tip = document.createElement('div');
    const causes = Array.from({ length: 6 }, (_, i) => ({
      flow: `flow ${i}`,
      color: 'flow-1' as const,
      state: 'avoidance',
      events: [],
    }));
    showTip(tip, causes, 'Zoom in.', 700, 900);
    expect(tip.textContent).toContain('flow 3 avoidance');
    expect(tip.textContent).not.toContain('flow 4');
    expect(tip.textContent).toMatch(/and 2 moreZoom in\.$/);
    expect(tip.dataset.side).toBe('left');
    showTip(tip, causes, null, 200, 390);
    expect(tip.dataset.side).toBe('whole');
    showTip(tip, [], 'Zoom in.', 0, 900);
    expect(tip.hidden).toBe(true);
  });
});
