/** The summary as a drawing for paper: links and groups as tables, then what proves the figures. */
import { originText } from '../charts/figure';
import type { Drawing } from '../charts/onPaper';
import { roughWidth, type Pen } from '../charts/pen';
import { boxShape, segmentsShape } from '../charts/shapes';
import { PAPER } from '../charts/theme';
import { figure } from '../controls/quantity';
import type { Look } from '../engine/looks';
import type { Summary } from '../engine/summary';
import type { Origin } from '../url/carried';
import { groupRows, linkRows, linksOf, type FigureRow } from './figures';

/** `measured`: over which time, in words; `looks`: how groups look where they are drawn. */
export function summaryDrawing(
  summary: Summary,
  measured: string,
  looks: ReadonlyMap<string, Look>,
  origin: Origin,
): Drawing {
  const blocks = [
    ...blocksOf('Links', linkRows, linksOf(summary), () => undefined),
    ...blocksOf('Groups', groupRows, summary.groups, ({ id }) => looks.get(id)),
  ];
  const title = origin.title === '' ? 'Summary' : `Summary: ${origin.title}`;
  const columns = Math.max(...blocks.map(({ heads }) => heads.length));
  const wanted = Math.max(LABEL + columns * COLUMN, LEAST_WIDTH, Math.ceil(roughWidth(measured)));
  const proof = proofOf(summary);
  const rows = blocks.reduce((sum, { cells }) => sum + cells.length + 1, 0) + proof.length;
  const gaps = (blocks.length + 1) * GAP;
  return {
    width: wanted + 2 * MARGIN,
    height: HEAD + rows * ROW + gaps + FOOT,
    title,
    paint(pen) {
      paintPaper(pen, this, measured, origin);
      let y = HEAD;
      for (const block of blocks) y = paintBlock(pen, block, y, wanted) + GAP;
      paintProof(pen, proof, y);
    },
  };
}

/** As many things of a table as fit side by side. */
interface Block {
  caption: string;
  heads: { text: string; look: Look | undefined }[];
  cells: { label: string; texts: string[] }[];
}

/** Of many things several blocks, one below the other. */
function blocksOf<T extends { id: string }>(
  caption: string,
  rows: FigureRow<T>[],
  items: T[],
  look: (item: T) => Look | undefined,
): Block[] {
  const shown = rows.filter((row) => row.applies?.(items) ?? true);
  const starts = items.flatMap((_, i) => (i % MOST_COLUMNS === 0 ? [i] : []));
  return starts.map((start) => {
    const some = items.slice(start, start + MOST_COLUMNS);
    return {
      caption,
      heads: some.map((item) => ({ text: item.id, look: look(item) })),
      cells: shown.map(({ label, text }) => ({ label, texts: some.map(text) })),
    };
  });
}

function proofOf({ digest, now_s, seed, engine, packets_forwarded }: Summary): [string, string][] {
  return [
    ['Digest', digest],
    ['At', figure(now_s, 's', 9)],
    ['Seed', String(seed)],
    ['Engine', engine],
    ['Forwarded', figure(packets_forwarded, 'packets', 9)],
  ];
}

function paintPaper(pen: Pen, { width, height, title }: Drawing, measured: string, origin: Origin): void {
  const { ink, surface, 'ink-3': faint } = PAPER.colours;
  pen.fill(boxShape({ x: 0, y: 0, width, height }), { colour: surface });
  const room = width - 2 * MARGIN;
  pen.text(MARGIN, 20, cut(title, room / 1.3), { colour: ink, bold: true, size: 15 });
  pen.text(MARGIN, 42, measured, { colour: faint });
  pen.text(MARGIN, height - 14, cut(originText(origin), room), { colour: faint });
}

/** Where the next one begins. */
function paintBlock(pen: Pen, { caption, heads, cells }: Block, top: number, width: number): number {
  const { ink, line } = PAPER.colours;
  const right = (column: number): number => MARGIN + width - (heads.length - 1 - column) * COLUMN;
  const middle = top + ROW / 2;
  pen.text(MARGIN, middle, caption, { colour: ink, bold: true });
  heads.forEach(({ text, look }, column) => {
    const name = cut(text, COLUMN - (look ? 44 : 8));
    pen.text(right(column), middle, name, { colour: ink, bold: true, align: 'right' });
    if (look) paintKey(pen, look, right(column) - 1.15 * roughWidth(name) - 32, middle);
  });
  pen.stroke(segmentsShape([MARGIN, top + ROW - 0.5, MARGIN + width, top + ROW - 0.5]), {
    colour: line,
    width: 1,
  });
  cells.forEach(({ label, texts }, i) => {
    const y = middle + (i + 1) * ROW;
    pen.text(MARGIN, y, label, { colour: PAPER.colours['ink-2'] });
    texts.forEach((text, column) => pen.text(right(column), y, text, { colour: ink, align: 'right' }));
  });
  return top + (cells.length + 1) * ROW;
}

function paintKey(pen: Pen, { colour: name, dash, marker }: Look, x: number, y: number): void {
  const colour = PAPER.colours[name];
  pen.stroke(segmentsShape([x, y, x + 24, y]), { colour, width: 2, dash });
  pen.symbols(marker, [x + 12, y], 6, colour, PAPER.colours.surface);
}

function paintProof(pen: Pen, proof: readonly [string, string][], top: number): void {
  proof.forEach(([name, text], i) => {
    const y = top + (i + 0.5) * ROW;
    pen.text(MARGIN, y, name, { colour: PAPER.colours['ink-2'] });
    pen.text(MARGIN + 80, y, text, { colour: PAPER.colours.ink });
  });
}

/** As much of a text as has room, pixels. */
function cut(text: string, room: number): string {
  if (roughWidth(text) <= room) return text;
  let end = text.length;
  while (end > 1 && roughWidth(text.slice(0, end)) > room - roughWidth('…')) end--;
  return `${text.slice(0, end)}…`;
}

/** Pixels. */
const MARGIN = 16;
const LABEL = 128;
const COLUMN = 116;
const LEAST_WIDTH = 400;
const HEAD = 62;
const ROW = 20;
const GAP = 16;
const FOOT = 28;

const MOST_COLUMNS = 6;
