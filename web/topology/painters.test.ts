// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOW_PER_LINK, type Frame } from '../engine/protocol';
import { DropCounter, placeOf, type Falling } from './dropMarks';
import { nowIndex } from './now';
import { dumbbell, layoutOf } from './testing/dumbbell';
import type { Painter } from './live';
import { tankPainter, type TankSubject } from './tankPainter';
import { groupPainter, wireWidth } from './wirePainter';

const index = nowIndex(layoutOf(dumbbell()));
const tank = { x: 100, y: 0, w: 50, h: 120 };
const subject: TankSubject = {
  link: 'r0',
  scale: { unit: 'packets', limit: 100, capacity: 120 },
  tank,
  rate_bps: 1e7,
  fall: { depth: 100, stray: [6, 20], size: 1 },
  compact: false,
  thickness: 14,
};

/** A frame of r0 (forward, reverse) and the group tcp. */
function frame(link: number[], throughput_bps = 0, fields: Partial<Frame> = {}): Frame {
  const now = Float64Array.from([
    ...link,
    ...new Array<number>(2 * NOW_PER_LINK - link.length).fill(0),
    throughput_bps,
    10,
  ]);
  return {
    type: 'frame',
    run: 1,
    t_s: 1,
    playing: false,
    seeking: false,
    now,
    series: [],
    ...fields,
  } as Frame;
}

function drawing(): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const parts = [
    'tcp',
    'udp',
    'ack',
    'level',
    'wait',
    'load',
    'drops',
    'line',
    'moving',
    'marks',
    'rate',
    'source-wire',
  ];
  for (const part of parts) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    element.setAttribute('data-part', part);
    svg.append(element);
  }
  return svg;
}

const bound =
  (paint: Painter) =>
  (one: Frame): void =>
    paint(one, index);
const show = (svg: Element, of: TankSubject = subject) => bound(tankPainter(svg, of));
const part = (svg: Element, name: string) => svg.querySelector(`[data-part="${name}"]`)!;
/** How many marks of a class are on their way. */
const falling = (svg: Element, name: string): number =>
  [...svg.querySelectorAll(`[data-marks^="${name}-"]`)]
    .map((path) => path.getAttribute('d')!.split('M').length - 1)
    .reduce((sum, count) => sum + count, 0);

beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }));
});
afterEach(() => vi.unstubAllGlobals());

describe('the tank', () => {
  it('shows the limit that a discipline sets itself, where the frame has it', () => {
    const svg = drawing();
    const shows = show(svg);
    const now = [50, 50_000, 25_000, 25_000, 0, 0.98, 0, 0, 0];
    const moving = (id: string, limit: number) => ({
      series: [{ id, unit: 'packets', shape: 'envelope' }] as unknown as Frame['series'],
      data: Float32Array.of(limit, limit, limit, limit, limit, limit),
      columns: 2,
      t0_s: 0,
      t1_s: 1,
    });
    shows(frame(now, 0, moving('link.r0.gauge.adt.moving_limit_packets', 30)));
    expect(part(svg, 'moving').getAttribute('d')).toBe('M100 90.0h50');
    // Another link's, another unit's (0), and none.
    shows(frame(now, 0, moving('link.r1.gauge.adt.moving_limit_packets', 30)));
    expect(part(svg, 'moving').getAttribute('d')).toBe('');
    shows(frame(now, 0, moving('link.r0.gauge.adt.moving_limit_bytes', 30)));
    expect(part(svg, 'moving').getAttribute('d')).toBe('');
    shows(frame(now));
    expect(part(svg, 'moving').getAttribute('d')).toBe('');
  });

  it('is filled from its floor by class, at scale', () => {
    const svg = drawing();
    show(svg)(frame([50, 50_000, 25_000, 25_000, 0, 0.98, 0, 0, 0]));
    expect(part(svg, 'tcp').getAttribute('height')).toBe('25');
    expect(part(svg, 'tcp').getAttribute('y')).toBe('95');
    expect(part(svg, 'udp').getAttribute('y')).toBe('70');
    expect(part(svg, 'ack').getAttribute('height')).toBe('0');
    expect(part(svg, 'level').textContent).toBe('50');
    expect(part(svg, 'wait').textContent).toBe('40\u00a0ms wait');
    expect(part(svg, 'load').textContent).toBe('98 % busy');
    expect(Number(part(svg, 'line').getAttribute('stroke-width'))).toBeCloseTo(13.72);
  });

  it('shows a falling mark for each class, and the number of drops', () => {
    const svg = drawing();
    const paint = show(svg);
    paint(frame([100, 1, 1, 0, 0, 1, 5, 0, 0]));
    expect([falling(svg, 'tcp'), falling(svg, 'udp')]).toEqual([0, 0]);
    paint(frame([100, 1, 1, 0, 0, 1, 6, 1, 0]));
    expect([falling(svg, 'tcp'), falling(svg, 'udp'), falling(svg, 'ack')]).toEqual([1, 1, 0]);
    expect(part(svg, 'drops').textContent).toBe('7 dropped');
  });

  it('limits the number of falling marks, and lets each fall to its end', () => {
    vi.useFakeTimers();
    const svg = drawing();
    document.body.append(svg);
    const paint = show(svg);
    for (let drops = 0; drops < 1e6; drops += 5e3) {
      paint(frame([100, 1, 1, 0, 0, 1, drops, drops, drops]));
      vi.advanceTimersByTime(16);
    }
    expect(falling(svg, 'tcp')).toBeGreaterThan(5);
    expect(falling(svg, 'tcp') + falling(svg, 'udp') + falling(svg, 'ack')).toBeLessThanOrEqual(36);
    expect(part(svg, 'marks').childElementCount).toBeLessThanOrEqual(12);
    vi.advanceTimersByTime(1000);
    expect(falling(svg, 'tcp') + falling(svg, 'udp') + falling(svg, 'ack')).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    svg.remove();
    vi.useRealTimers();
  });

  it('shares falling marks with the painter of another limit', () => {
    vi.useFakeTimers();
    const svg = drawing();
    document.body.append(svg);
    show(svg)(frame([100, 1, 1, 0, 0, 1, 0, 0, 0]));
    for (const drops of [1, 2]) {
      const paint = show(svg, { ...subject, fall: { depth: 50 * drops, stray: [6, 20], size: 1 } });
      paint(frame([100, 1, 1, 0, 0, 1, 0, 0, 0]));
      paint(frame([100, 1, 1, 0, 0, 1, drops, 0, 0]));
    }
    vi.advanceTimersByTime(100);
    expect(svg.querySelectorAll('[data-marks="tcp-0"]')).toHaveLength(1);
    svg.remove();
    vi.useRealTimers();
  });

  it('flashes the counter if less motion is preferred', () => {
    vi.useFakeTimers();
    vi.stubGlobal('matchMedia', () => ({ matches: true }));
    const svg = drawing();
    const paint = show(svg);
    paint(frame([100, 1, 1, 0, 0, 1, 0, 0, 0]));
    paint(frame([100, 1, 1, 0, 0, 1, 1, 0, 0]));
    expect(falling(svg, 'tcp')).toBe(0);
    expect(part(svg, 'drops').hasAttribute('data-flash')).toBe(true);
    vi.runAllTimers();
    expect(part(svg, 'drops').hasAttribute('data-flash')).toBe(false);
    vi.useRealTimers();
  });

  it('changes nothing if the frame does not contain the link', () => {
    const svg = drawing();
    show(svg, { ...subject, link: 'r9' })(frame([50, 1, 1, 0, 0, 1, 0, 0, 0]));
    expect(part(svg, 'level').textContent).toBe('');
  });
});

describe('the way of a mark', () => {
  const mark: Falling = {
    name: 'tcp',
    from: { x: 100, y: 20 },
    fall: { depth: 90, stray: 10, size: 1 },
    since_ms: 0,
  };
  const way = Array.from({ length: 101 }, (_, step) => placeOf(mark, step * 8));

  it('goes over the wall and down, without a jump', () => {
    expect(way[0]).toEqual({ x: 100, y: 16, shade: 0 });
    expect(way[20]).toMatchObject({ x: 92, y: 11 });
    expect(way[100]).toMatchObject({ x: 90, y: 110 });
    const steps = way.slice(1).map(({ x, y }, i) => Math.hypot(x - way[i]!.x, y - way[i]!.y));
    expect(Math.max(...steps)).toBeLessThan(3);
  });

  it('fades near its end, step by step', () => {
    expect(way.slice(0, 75).every(({ shade }) => shade === 0)).toBe(true);
    expect(new Set(way.map(({ shade }) => shade))).toEqual(new Set([0, 1, 2, 3]));
    expect(way[100]!.shade).toBe(3);
  });
});

describe('counting drops', () => {
  it('restarts after a jump in time or in another run', () => {
    const counter = new DropCounter();
    const drops = (tcp: number) => ({ tcp, udp: 0, ack: 0 });
    expect(counter.take(drops(5), 1, false).tcp).toBe(0);
    expect(counter.take(drops(7), 1, false).tcp).toBe(2);
    expect(counter.take(drops(900), 1, true).tcp).toBe(0);
    expect(counter.take(drops(901), 1, false).tcp).toBe(1);
    expect(counter.take(drops(3), 2, false).tcp).toBe(0);
    expect(counter.take(drops(1), 2, false).tcp).toBe(0);
  });
});

describe('the lines of a group', () => {
  it('are as thick as its share of the bottleneck, never invisible, never thicker than that', () => {
    expect(wireWidth(5e6, 1e7, 16)).toBe(8);
    expect(wireWidth(1, 1e7, 16)).toBe(2);
    expect(wireWidth(9e9, 1e7, 16)).toBe(16);
    expect(wireWidth(0, 1e7, 16)).toBe(0);
  });

  it('show the throughput', () => {
    const svg = drawing();
    const paint = bound(groupPainter(svg, { group: 'tcp', bottleneck_bps: 1e7, thickness: 16 }));
    paint(frame([0, 0, 0, 0, 0, 0, 0, 0, 0], 9.41e6));
    expect(part(svg, 'rate').textContent).toBe('9.41\u00a0Mb/s');
    expect(Number(part(svg, 'source-wire').getAttribute('stroke-width'))).toBeCloseTo(15.06);
  });
});
