/**
 * Drops fall out of a full tank: marks that spill over its left rim, where packets arrive, and fade.
 *
 * All marks of a class that are equally faint are one path, drawn anew with every display frame while any falls. As
 * elements of their own that the browser animates, each would be a layer of its own, and a third of what a frame costs.
 * Where less motion is preferred nothing falls and the counter flashes instead.
 */
import { CLASSES, type PacketClass } from '../engine/classes';
import type { LinkNow } from './now';
import type { Point } from './viewport';
import { drawingMoves, setAttribute, reducedMotion } from './live';

type Drops = LinkNow['drops'];

/** Corners of a mark of each class, about the origin: square, diamond, triangle. */
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

/** Outline of a mark of each class, about the origin. */
export const MARKS: Record<PacketClass, string> = {
  tcp: outlineOf('tcp', 0, 0, 1),
  udp: outlineOf('udp', 0, 0, 1),
  ack: outlineOf('ack', 0, 0, 1),
};

/** At most one mark of a class starts in this time; it stands for all packets dropped since the last. */
const GAP_MS = 70;
const FALL_MS = 800;
/** How opaque marks are, step by step, while they fade. */
const SHADES = [1, 0.7, 0.45, 0.2];
const FLASH_MS = 260;
/** Not more than two flashes a second. */
const FLASH_EVERY_MS = 500;

/** The way of a mark: how far it falls, in the world's units, and how large it is. */
export interface Fall {
  depth: number;
  /** How far it strays to the left of the rim, at least and at most. */
  stray: readonly [number, number];
  /** 1 beside a large tank. */
  size: number;
}

/** What was newly dropped since the last frame; nothing after a jump in time or a new run. */
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

/** A mark on its way. */
export interface Falling {
  name: PacketClass;
  from: Point;
  fall: { depth: number; stray: number; size: number };
  since_ms: number;
}

/** Lets marks fall from a point of `layer`. */
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

  /** Those of this layer, which may have been used before, by the painter of an earlier limit. */
  static of(layer: Element, fall: Fall): DropMarks {
    const marks = layers.get(layer) ?? new DropMarks(layer, fall);
    layers.set(layer, marks);
    marks.fall = fall;
    return marks;
  }

  spill(news: Drops, from: Point): void {
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

  /** Draws what falls, until nothing does or the layer is gone. */
  private turn(): void {
    if (drawingMoves()) this.draw(performance.now());
    const goesOn = this.falling.length > 0 && this.layer.isConnected;
    this.pending = goesOn ? requestAnimationFrame(() => this.turn()) : 0;
  }

  private draw(now: number): void {
    this.falling = this.falling.filter(({ since_ms }) => now - since_ms < FALL_MS);
    for (const name of CLASSES) {
      const outlines = outlinesOf(this.falling, name, now);
      SHADES.forEach((_, shade) => setAttribute(this.path(name, shade, outlines), 'd', outlines[shade]!));
    }
  }

  /** The path of the marks of a class that are this faint; made when it is first needed. */
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

/** What the path of each shade draws. */
function outlinesOf(falling: readonly Falling[], name: PacketClass, now: number): string[] {
  const outlines = SHADES.map(() => '');
  for (const one of falling) {
    if (one.name !== name) continue;
    const { x, y, shade } = placeOf(one, now);
    outlines[shade] = (outlines[shade] ?? '') + outlineOf(name, x, y, one.fall.size);
  }
  return outlines;
}

/** Where a mark is, and how faint: up over the rim, slowing; down, ever faster; and out of sight. */
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

/** Says that something was dropped: by falling marks, or by a flash of `counter` where motion is unwelcome. */
export function announceDrops(news: Drops, marks: DropMarks, counter: Element | null, from: Point): void {
  if (!marks.reducedMotion.matches) marks.spill(news, from);
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
