/**
 * Marks of drops: they fall over the left wall of a full tank, where packets arrive, and fade.
 *
 * All marks of a class with the same opacity are one path, which is drawn in every display frame while marks fall.
 * Separate elements with browser animations would each be a layer, and cost a third of a frame. If the user prefers
 * less motion, the counter flashes instead.
 */
import { CLASSES, type PacketClass } from '../engine/classes';
import type { LinkNow } from './now';
import type { Point } from './viewport';
import { drawingMoves, setAttribute, reducedMotion } from './live';

type Drops = LinkNow['drops'];

/** Corners of the mark of each class around the origin: square, diamond, triangle. */
const CORNERS: Record<PacketClass, readonly (readonly [x: number, y: number])[]> = {
  tcp: [
    [-3.5, -3.5],
    [3.5, -3.5],
    [3.5, 3.5],
    [-3.5, 3.5],
  ],
  udp: [
    [0, -5],
    [5, 0],
    [0, 5],
    [-5, 0],
  ],
  ack: [
    [0, -4.5],
    [4.5, 3.5],
    [-4.5, 3.5],
  ],
};

/** Outline of the mark of each class around the origin, as SVG path data. */
export const MARKS: Record<PacketClass, string> = {
  tcp: outlineOf('tcp', 0, 0, 1),
  udp: outlineOf('udp', 0, 0, 1),
  ack: outlineOf('ack', 0, 0, 1),
};

/** Shortest time between two marks of a class, ms. A mark represents all drops since the previous one. */
const GAP_MS = 70;
const FALL_MS = 800;
/** Opacities of a mark while it fades. */
const SHADES = [1, 0.7, 0.45, 0.2];
const FLASH_MS = 260;
/** Shortest time between two flashes, ms. */
const FLASH_EVERY_MS = 500;

/** Path and size of the marks, in units of the drawing. */
export interface Fall {
  depth: number;
  /** Smallest and largest distance to the left of the wall. */
  stray: readonly [number, number];
  /** Relative size of the marks; 1 beside a large tank. */
  size: number;
}

/** Counter of the drops since the last frame; zero after a jump in time or a new run. */
export class DropCounter {
  private seen: Drops | null = null;
  private run = -1;

  take(drops: Drops, run: number, seeking: boolean): Drops {
    const before = this.run === run && !seeking ? this.seen : null;
    this.seen = drops;
    this.run = run;
    if (!before) return { tcp: 0, udp: 0, ack: 0 };
    const since = (name: PacketClass): number => Math.max(0, drops[name] - before[name]);
    return { tcp: since('tcp'), udp: since('udp'), ack: since('ack') };
  }
}

/** Mark that is falling. */
export interface Falling {
  name: PacketClass;
  from: Point;
  fall: { depth: number; stray: number; size: number };
  since_ms: number;
}

/** Falling marks of one SVG layer. */
export class DropMarks {
  readonly reducedMotion = reducedMotion();
  private falling: readonly Falling[] = [];
  private pending = 0;
  private used = 0;
  private readonly waiting = {
    tcp: { packets: 0, last: -Infinity },
    udp: { packets: 0, last: -Infinity },
    ack: { packets: 0, last: -Infinity },
  };

  private constructor(
    private readonly layer: Element,
    private fall: Fall,
  ) {}

  /** Returns the marks of a layer. Painters of earlier limits may have used the same marks. */
  static of(layer: Element, fall: Fall): DropMarks {
    const marks = layers.get(layer) ?? new DropMarks(layer, fall);
    layers.set(layer, marks);
    marks.fall = fall;
    return marks;
  }

  add(news: Drops, from: Point): void {
    const now = performance.now();
    for (const name of CLASSES) {
      const waiting = this.waiting[name];
      waiting.packets += news[name];
      if (waiting.packets === 0 || now - waiting.last < GAP_MS) continue;
      this.drop(name, from, waiting.packets, now);
      this.waiting[name] = { packets: 0, last: now };
    }
    if (this.falling.length > 0 && this.pending === 0) this.turn();
  }

  private drop(name: PacketClass, from: Point, packets: number, since_ms: number): void {
    this.used += 1;
    const { depth, size, stray } = this.fall;
    const [nearest, farthest] = stray;
    const fall = {
      depth,
      stray: nearest + (farthest - nearest) * ((this.used * 0.618) % 1),
      size: size * Math.min(1.8, 1 + Math.log10(packets) / 3),
    };
    this.falling = [...this.falling, { name, from, fall, since_ms }];
  }

  /** Draws the marks in each display frame, until none is left or the layer is removed. */
  private turn(): void {
    if (drawingMoves()) this.draw(performance.now());
    const continues = this.falling.length > 0 && this.layer.isConnected;
    this.pending = continues ? requestAnimationFrame(() => this.turn()) : 0;
  }

  private draw(now: number): void {
    this.falling = this.falling.filter(({ since_ms }) => now - since_ms < FALL_MS);
    for (const name of CLASSES) {
      const outlines = outlinesOf(this.falling, name, now);
      SHADES.forEach((_, shade) => setAttribute(this.path(name, shade, outlines), 'd', outlines[shade]!));
    }
  }

  /** Returns the path of the marks of a class with an opacity; created when it is first needed. */
  private path(name: PacketClass, shade: number, outlines: readonly string[]): Element | null {
    const id = `${name}-${shade}`;
    const found = this.layer.querySelector(`[data-marks="${id}"]`);
    if (found || outlines[shade] === '') return found;
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('class', `topo-drop topo-${name}`);
    path.setAttribute('data-marks', id);
    path.setAttribute('opacity', String(SHADES[shade]));
    return this.layer.appendChild(path);
  }
}

const layers = new WeakMap<Element, DropMarks>();

/** Returns the path data of each opacity. */
function outlinesOf(falling: readonly Falling[], name: PacketClass, now: number): string[] {
  const outlines = SHADES.map(() => '');
  for (const one of falling) {
    if (one.name !== name) continue;
    const { x, y, shade } = placeOf(one, now);
    outlines[shade] = (outlines[shade] ?? '') + outlineOf(name, x, y, one.fall.size);
  }
  return outlines;
}

/** Returns position and opacity of a mark: it rises over the wall, falls faster and faster, and fades. */
export function placeOf({ from, fall: { depth, stray }, since_ms }: Falling, now: number) {
  const done = Math.min(1, Math.max(0, (now - since_ms) / FALL_MS));
  const [over, fallen, faded] = [done / 0.2, (done - 0.2) / 0.55, (done - 0.75) / 0.25];
  const at = (dx: number, dy: number, shade: number) => ({ x: from.x - dx, y: from.y + dy, shade });
  if (over < 1) {
    const share = 1 - (1 - over) ** 2;
    return at(0.8 * stray * share, -4 - 5 * share, 0);
  }
  if (fallen < 1) {
    const share = fallen ** 2;
    return at(stray * (0.8 + 0.2 * share), -9 + (0.7 * depth + 9) * share, 0);
  }
  const shade = Math.min(SHADES.length - 1, Math.floor(faded * SHADES.length));
  return at(stray, depth * (0.7 + 0.3 * faded), shade);
}

function outlineOf(name: PacketClass, x: number, y: number, size: number): string {
  const corners = CORNERS[name].map(([dx, dy]) => `${near(x + dx * size)} ${near(y + dy * size)}`);
  return `M${corners.join('L')}z`;
}

function near(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Shows new drops by falling marks, or by a flash of `counter` if the user prefers less motion. */
export function announceDrops(news: Drops, marks: DropMarks, counter: Element | null, from: Point): void {
  if (!marks.reducedMotion.matches) marks.add(news, from);
  else if (counter && news.tcp + news.udp + news.ack > 0) flash(counter);
}

const flashed = new WeakMap<Element, number>();

function flash(counter: Element): void {
  const now = performance.now();
  if (now - (flashed.get(counter) ?? -Infinity) < FLASH_EVERY_MS) return;
  flashed.set(counter, now);
  counter.setAttribute('data-flash', '');
  setTimeout(() => counter.removeAttribute('data-flash'), FLASH_MS);
}
