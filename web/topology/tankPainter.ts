/** Paints the current state of a buffer: its fill by class, its numbers, the drops, and the load of its link. */
import { columnsOf, latestColumn } from '../samples/columns';
import { CLASSES, type PacketClass } from '../engine/classes';
import type { Frame } from '../engine/protocol';
import { readablePace } from '../samples/readable';
import { writeText } from '../ui/text';
import { announceDrops, DropCounter, DropMarks, type Fall } from './dropMarks';
import type { Box } from './layout';
import { partOf, setAttribute, type Painter } from './live';
import { linkNow, type LinkNow } from './now';
import { fillOf, grown, type TankScale } from './scale';
import { LABEL } from './strings';
import { countText, levelText, shortCount, timeText } from './text';

/** Buffer that a painter paints, and its geometry. */
export interface TankSubject {
  /** Id of the link in the frame's layout: `r0`, `r0:reverse`, `edge:a1`. */
  link: string;
  scale: TankScale;
  /** Full height of the scale. */
  tank: Box;
  rate_bps: number;
  /** Path of the marks of drops; null: drops are only counted. */
  fall: Fall | null;
  /** Whether there is space only for short numbers. */
  compact: boolean;
  /** Thickness of the line of a link that is always busy. */
  thickness: number;
}

/**
 * Returns the painter of a buffer. It finds its parts in `root` by their `data-part`: `tcp`, `udp`, `ack` (rectangles), `level`,
 * `wait`, `load`, `drops` (texts), `line` (the load's path), `moving` (the path of a limit that moves), `marks` (the
 * layer of falling marks).
 */
export function tankPainter(root: Element, subject: TankSubject): Painter {
  const part = (name: string): Element | null => partOf(root, name);
  const fills = { tcp: part('tcp'), udp: part('udp'), ack: part('ack') };
  const texts = { level: part('level'), wait: part('wait'), load: part('load'), drops: part('drops') };
  const line = part('line');
  const moving = part('moving');
  const layer = part('marks');
  const marks = subject.fall && layer ? DropMarks.of(layer, subject.fall) : null;
  const counter = new DropCounter();
  const readable = readablePace();
  let peak = 0;

  return (frame, index) => {
    const now = linkNow(frame, index, subject.link);
    if (!now) return;
    peak = Math.max(peak, now.packets);
    const scale = grown(subject.scale, peak);
    paintFill(fills, now, scale, subject.tank);
    paintLine(line, now, subject.thickness);
    setAttribute(moving, 'd', pathAt(movingLimit(frame, subject), scale, subject.tank));
    const news = counter.take(now.drops, frame.run, frame.seeking);
    if (marks) announceDrops(news, marks, texts.drops, rimOf(scale, subject.tank));
    if (readable(frame)) paintTexts(texts, now, scale, subject);
  };
}

/** Returns the upper end of the left wall, which is at the limit. */
export function rimOf({ limit, capacity }: TankScale, { x, y, h }: Box): { x: number; y: number } {
  return { x, y: y + h * (1 - Math.min(1, (limit ?? capacity) / capacity)) };
}

type Parts<Name extends string> = Record<Name, Element | null>;

function paintFill(parts: Parts<PacketClass>, now: LinkNow, scale: TankScale, tank: Box): void {
  const fill = fillOf(now, scale);
  let top = tank.y + tank.h;
  for (const name of CLASSES) {
    const height = fill[name] * tank.h;
    top -= height;
    setAttribute(parts[name], 'y', top);
    setAttribute(parts[name], 'height', height);
  }
}

function paintLine(element: Element | null, now: LinkNow, thickness: number): void {
  setAttribute(element, 'stroke-width', Math.min(1, now.utilization) * thickness);
}

/** Returns the limit that a queue discipline sets itself, below the configured one; null if there is none. */
function movingLimit(frame: Frame, { link, scale }: TankSubject): number | null {
  const [start, end] = [`link.${link}.gauge.`, `.moving_limit_${scale.unit}`];
  const gauge = frame.series.find(({ id }) => id.startsWith(start) && id.endsWith(end));
  const columns = gauge ? columnsOf(frame, gauge.id) : null;
  const limit = columns?.hi[latestColumn(frame, columns)];
  return limit === undefined || !(limit > 0) ? null : limit;
}

function pathAt(amount: number | null, { capacity }: TankScale, { x, y, w, h }: Box): string {
  if (amount === null || amount > capacity) return '';
  return `M${x} ${(y + h * (1 - amount / capacity)).toFixed(1)}h${w}`;
}

function paintTexts(
  texts: Parts<'level' | 'wait' | 'load' | 'drops'>,
  now: LinkNow,
  { unit, limit }: TankScale,
  { rate_bps, compact }: TankSubject,
): void {
  writeText(texts.level, levelText(unit === 'bytes' ? now.bytes : now.packets, unit, limit));
  writeText(texts.wait, rate_bps > 0 ? LABEL.wait(timeText((now.bytes * 8) / rate_bps)) : '');
  writeText(texts.load, LABEL.busy(Math.round(now.utilization * 100)));
  const dropped = now.drops.tcp + now.drops.udp + now.drops.ack;
  writeText(
    texts.drops,
    dropped > 0 ? LABEL.dropped(compact ? shortCount(dropped) : countText(dropped)) : LABEL.noDrops,
  );
}
