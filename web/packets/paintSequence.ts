/** Painting of the time–sequence graph with any renderer, and its drawing for files. */
import { timeTicks, xFromTime, yTicks } from '../charts/axis';
import { plotSpan } from '../charts/geometry';
import { paintTimeAxis } from '../charts/timeAxis';
import type { Interval } from '../engine/interval';
import type { Drawing } from '../plot/drawing';
import { unitFor, type Unit } from '../plot/format';
import { keyRows } from '../plot/marks';
import type { Box, Marker, Renderer } from '../plot/renderer';
import { boxShape, lineShape, segmentsShape } from '../plot/shapes';
import { PAPER, type Color, type Theme } from '../plot/theme';
import type { Packet } from './packet';
import { marksOf, rangeOf } from './sequence';
import { LEGEND } from './strings';

/** Inputs of one painting. */
export interface SequencePicture {
  packets: readonly Packet[];
  shown: Interval;
  plot: Box;
  theme: Theme;
  cursor_s: number | null;
  pinned_s: number | null;
  /** Present instant of a run that is stepped through; its packets are highlighted. */
  present_s: number | null;
  /** Packet that the tip describes. */
  pointed: Packet | null;
  /** Text in the plot if there are no packets. */
  empty: string;
}

/** Key of the legend. */
export interface Key {
  label: string;
  color: Color;
  width: number;
  dash: readonly number[];
  marker: Marker | null;
  /** Whether the line is upright, as of segments. */
  upright: boolean;
}

/** Entries of the legend, in the order of the drawing. */
export const KEYS: readonly Key[] = [
  { label: LEGEND.segment, color: 'tcp', width: 2, dash: [], marker: null, upright: true },
  { label: LEGEND.retransmission, color: 'warn', width: 2, dash: [], marker: 'square', upright: true },
  { label: LEGEND.dropped, color: 'ink', width: 0, dash: [], marker: 'cross', upright: false },
  { label: LEGEND.marked, color: 'udp', width: 0, dash: [], marker: 'diamond', upright: false },
  { label: LEGEND.block, color: 'accent', width: 2, dash: [], marker: null, upright: true },
  { label: LEGEND.ack, color: 'ack', width: 1.5, dash: [], marker: null, upright: false },
  { label: LEGEND.duplicate, color: 'ack', width: 0, dash: [], marker: 'triangle', upright: false },
  { label: LEGEND.window, color: 'ink-3', width: 1.5, dash: [4, 3], marker: null, upright: false },
];

/** Returns the unit of the y axis: bytes of data, or the number of datagrams. */
export function unitOf(packets: readonly Packet[]): Unit {
  const isOpenLoop = packets.length > 0 && packets.every(({ kind }) => kind === 'datagram');
  return isOpenLoop ? { per: 1, name: 'packets' } : unitFor('B', rangeOf(packets).hi);
}

/** Paints the graph without its time axis. */
export function paintSequence(renderer: Renderer, picture: SequencePicture): void {
  const { packets, shown, plot, theme, pointed, empty } = picture;
  const { colors } = theme;
  const range = rangeOf(packets);
  paintGrid(renderer, picture, range);
  if (packets.length === 0) {
    const [x, y] = [plot.x + plot.width / 2, plot.y + plot.height / 2];
    renderer.text(x, y, empty, { color: colors['ink-3'], align: 'center' });
  }
  const marks = marksOf(packets, shown, plot, range, picture.present_s);
  const { surface } = colors;
  renderer.clipped(plot, () => {
    renderer.stroke(lineShape(marks.windows), { color: colors['ink-3'], width: 1.5, dash: [4, 3] });
    renderer.stroke(lineShape(marks.acks), { color: colors.ack, width: 1.5 });
    renderer.stroke(segmentsShape(marks.present), { color: colors.accent, width: 8, alpha: 0.35 });
    renderer.stroke(segmentsShape(marks.blocks), { color: colors.accent, width: 1.5 });
    renderer.stroke(segmentsShape(marks.segments), { color: colors.tcp, width: 1.75 });
    renderer.symbols('triangle', marks.duplicates, 5, colors.ack, surface);
    // Above the duplicate ACKs: a retransmission begins at the number that they repeat.
    renderer.stroke(segmentsShape(marks.retransmissions), { color: colors.warn, width: 2.5 });
    renderer.symbols('square', tops(marks.retransmissions), 7, colors.warn, surface);
    renderer.symbols('diamond', marks.marked, 6, colors.udp, surface);
    renderer.symbols('cross', marks.dropped, 8, colors.ink, surface);
    if (pointed) {
      const place = marksOf([pointed], shown, plot, range, pointed.at_s).present;
      renderer.stroke(segmentsShape(place), { color: colors.ink, width: 6, alpha: 0.35 });
    }
  });
  paintCursor(renderer, picture);
}

/** Returns the upper ends of upright lines. */
function tops(lines: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i + 3 < lines.length; i += 4) out.push(lines[i + 2] as number, lines[i + 3] as number);
  return out;
}

function paintGrid(
  renderer: Renderer,
  { packets, shown, plot, theme }: SequencePicture,
  range: { lo: number; hi: number },
): void {
  const { colors } = theme;
  const right = plot.x + plot.width;
  const bottom = plot.y + plot.height;
  const ticks =
    packets.length === 0
      ? []
      : yTicks({ kind: 'linear', ...range, loose_since_ms: null }, plot, unitOf(packets));
  const across = ticks.flatMap(({ at }) => [plot.x, at, right, at]);
  const down = timeTicks(shown, plot).flatMap(({ at }) => [at, plot.y, at, bottom]);
  renderer.stroke(segmentsShape([...across, ...down]), { color: colors.line, width: 1, alpha: 0.7 });
  renderer.stroke(segmentsShape([plot.x, bottom, right, bottom]), { color: colors['ink-3'], width: 1 });
  for (const { at, label } of ticks)
    renderer.text(plot.x - 6, at, label, { color: colors['ink-3'], align: 'right' });
}

function paintCursor(renderer: Renderer, { shown, plot, theme, cursor_s, pinned_s }: SequencePicture): void {
  const line = (t_s: number | null, color: Color, width: number): void => {
    if (t_s === null || t_s < shown.t0_s || t_s > shown.t1_s) return;
    const x = Math.round(xFromTime(t_s, shown, plot)) + 0.5;
    renderer.stroke(segmentsShape([x, plot.y, x, plot.y + plot.height]), {
      color: theme.colors[color],
      width,
    });
  };
  line(pinned_s, 'accent', 1.5);
  line(cursor_s, 'ink-2', 1);
}

const WIDTH = 900;
const HEIGHT = 380;
const TITLE = 26;
const ROW = 20;
const AXIS = 26;
const FOOT = 20;

/** Returns the drawing of a graph for files, in the light theme: title, legend, plot, time axis and origin. */
export function sequenceDrawing(picture: SequencePicture, title: string, origin: string): Drawing {
  const rows = keyRows(KEYS, ({ label }) => label, WIDTH);
  const top = TITLE + rows.length * ROW;
  const height = top + HEIGHT + AXIS + FOOT;
  const plot = { ...plotSpan(WIDTH), y: top + 6, height: HEIGHT - 12 };
  const { colors } = PAPER;
  return {
    width: WIDTH,
    height,
    title,
    paint: (renderer) => {
      renderer.fill(boxShape({ x: 0, y: 0, width: WIDTH, height }), { color: colors.surface });
      renderer.text(12, 16, title, { color: colors.ink, bold: true, size: 15 });
      rows.forEach((row, i) => {
        for (const { item, x } of row) paintKey(renderer, item, x, TITLE + i * ROW + ROW / 2);
      });
      const paper = { ...picture, plot, theme: PAPER, cursor_s: null, pointed: null, present_s: null };
      paintSequence(renderer, paper);
      const axis = { ...plot, y: top + HEIGHT, height: AXIS };
      const { shown, pinned_s } = picture;
      paintTimeAxis(renderer, { plot: axis, shown, cursor_s: null, pinned_s, theme: PAPER });
      renderer.text(12, height - 10, origin, { color: colors['ink-3'] });
    },
  };
}

function paintKey(renderer: Renderer, key: Key, x: number, y: number): void {
  const color = PAPER.colors[key.color];
  const { width, dash, marker, upright, label } = key;
  const ends = upright ? [x + 13, y - 6, x + 13, y + 6] : [x, y, x + 26, y];
  if (width > 0) renderer.stroke(segmentsShape(ends), { color, width, dash });
  if (marker) renderer.symbols(marker, [x + 13, upright ? y - 6 : y], 7, color, PAPER.colors.surface);
  renderer.text(x + 32, y, label, { color: PAPER.colors.ink });
}
