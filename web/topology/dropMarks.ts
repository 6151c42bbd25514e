/**
 * Drops fall out of a full tank: marks that spill over its left rim, where packets arrive, and fade.
 *
 * A fixed number of marks is used in turn; the browser animates them, so a frame costs at most a few
 * calls. Where less motion is preferred nothing falls and the counter flashes instead.
 */
import { CLASSES, type PacketClass } from '../engine/classes';
import type { LinkNow } from './now';
import type { Point } from './viewport';
import { stillness } from './live';

type Drops = LinkNow['drops'];

/** Outline of a mark of each class, about the origin: square, diamond, triangle. */
export const MARKS: Record<PacketClass, string> = {
  tcp: 'M-3.5 -3.5h7v7h-7z',
  udp: 'M0 -5l5 5l-5 5l-5 -5z',
  ack: 'M0 -4.5l4.5 8h-9z',
};

/** At most one mark of a class starts in this time; it stands for all packets dropped since the last. */
const GAP_MS = 70;
const FALL_MS = 800;
/** Enough for every mark to end its fall before it is used again. */
const POOL = Math.ceil((FALL_MS / GAP_MS) * CLASSES.length);
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

/** Lets marks fall from a point of `layer`. */
export class DropMarks {
  readonly stillness = stillness();
  private readonly marks: SVGElement[];
  private used = 0;
  private readonly waiting = {
    tcp: { packets: 0, last: -Infinity },
    udp: { packets: 0, last: -Infinity },
    ack: { packets: 0, last: -Infinity },
  };

  constructor(
    private readonly layer: Element,
    private readonly fall: Fall,
  ) {
    // A layer may have been used before, by the painter of an earlier limit.
    this.marks = [...layer.querySelectorAll<SVGElement>('path')];
  }

  spill(news: Drops, from: Point): void {
    const now = performance.now();
    for (const name of CLASSES) {
      const waiting = this.waiting[name];
      waiting.packets += news[name];
      if (waiting.packets === 0 || now - waiting.last < GAP_MS) continue;
      this.drop(name, from, waiting.packets);
      this.waiting[name] = { packets: 0, last: now };
    }
  }

  private drop(name: PacketClass, from: Point, packets: number): void {
    const mark = this.next();
    mark.setAttribute('d', MARKS[name]);
    mark.setAttribute('class', `topo-drop topo-${name}`);
    const size = this.fall.size * Math.min(1.8, 1 + Math.log10(packets) / 3);
    const [nearest, farthest] = this.fall.stray;
    const stray = nearest + (farthest - nearest) * ((this.used * 0.618) % 1);
    const at = (dx: number, dy: number): string =>
      `translate(${from.x - dx}px, ${from.y + dy}px) scale(${size})`;
    if (!('animate' in mark)) return;
    mark.animate(
      [
        { transform: at(0, -4), opacity: 1, easing: 'ease-out' },
        { transform: at(stray * 0.8, -9), opacity: 1, offset: 0.2, easing: 'ease-in' },
        { transform: at(stray, this.fall.depth * 0.7), opacity: 0.9, offset: 0.75, easing: 'linear' },
        { transform: at(stray, this.fall.depth), opacity: 0 },
      ],
      { duration: FALL_MS },
    );
  }

  /** The mark used longest ago. Outside its animation a mark is invisible (see the style sheet). */
  private next(): SVGElement {
    const index = this.used % POOL;
    this.used += 1;
    const mark = this.marks[index] ?? document.createElementNS('http://www.w3.org/2000/svg', 'path');
    if (!this.marks[index]) {
      this.marks[index] = mark;
      this.layer.append(mark);
    }
    return mark;
  }
}

/** Says that something was dropped: by falling marks, or by a flash of `counter` where motion is unwelcome. */
export function announceDrops(news: Drops, marks: DropMarks, counter: Element | null, from: Point): void {
  if (!marks.stillness.matches) marks.spill(news, from);
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
