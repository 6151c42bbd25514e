/** The summary as a drawing for paper: tables of links and groups, then the digest and the seed. */
import { originText } from '../charts/figure';
import type { Drawing } from '../plot/drawing';
import { roughWidth, type Renderer } from '../plot/renderer';
import { boxShape, segmentsShape } from '../plot/shapes';
import { PAPER } from '../plot/theme';
import { figure } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import type { GroupStyle } from '../engine/groupStyles';
import type { Summary } from '../engine/summary';
import type { Origin } from '../url/carried';
import { SUMMARY } from './lazyStrings';
import { groupRows, linkRows, linksOf, type Names, type StatisticRow } from './statistics';

/** Returns the drawing. `measured` describes the measured interval; `looks` are the styles of the groups, by id. */
export function summaryDrawing(
  summary: Summary,
  catalog: Pick<Catalog, 'measures'>,
  measured: string,
  looks: ReadonlyMap<string, GroupStyle>,
  names: Names,
  origin: Origin,
): Drawing {
  const links = linksOf(summary);
  const blocks = [
    ...blocksOf(SUMMARY.links, linkRows(catalog, links), links, ({ id }) => ({
      text: names.link(id),
      look: undefined,
    })),
    ...blocksOf(SUMMARY.groups, groupRows(catalog, summary.groups), summary.groups, ({ id }) => ({
      text: names.group(id),
      look: looks.get(id),
    })),
  ];
  const said = saidOf(summary, names);
  const title = origin.title === '' ? SUMMARY.title : SUMMARY.titleOf(origin.title);
  const columns = Math.max(...blocks.map(({ heads }) => heads.length));
  const labels = blocks.flatMap(({ cells }) => cells.map(({ label }) => roughWidth(label)));
  const width = Math.max(
    Math.ceil(Math.max(...labels)) + GAP + columns * COLUMN,
    LEAST_WIDTH,
    ...[measured, ...said].map((text) => Math.ceil(roughWidth(text))),
  );
  const proof = proofOf(summary);
  const rows = blocks.reduce((sum, { cells }) => sum + cells.length + 1, 0) + said.length + proof.length;
  const gaps = (blocks.length + 1 + Number(said.length > 0)) * GAP;
  return {
    width: width + 2 * MARGIN,
    height: HEAD + rows * ROW + gaps + FOOT,
    title,
    paint(renderer) {
      paintPaper(renderer, this, measured, origin);
      let y = HEAD;
      for (const block of blocks) y = paintBlock(renderer, block, y, width) + GAP;
      if (said.length > 0) y = paintSaid(renderer, said, y) + GAP;
      paintProof(renderer, proof, y);
    },
  };
}

interface Head {
  text: string;
  look: GroupStyle | undefined;
}

/** Part of a table: as many columns as fit on the paper. */
interface Block {
  caption: string;
  heads: Head[];
  cells: { label: string; texts: string[] }[];
}

/** Splits a table with many columns into blocks, which are drawn below one another. */
function blocksOf<T>(caption: string, rows: StatisticRow<T>[], items: T[], head: (item: T) => Head): Block[] {
  const starts = items.flatMap((_, i) => (i % MOST_COLUMNS === 0 ? [i] : []));
  return starts.map((start) => {
    const some = items.slice(start, start + MOST_COLUMNS);
    return {
      caption,
      heads: some.map(head),
      cells: rows.map(({ label, text }) => ({ label, texts: some.map(text) })),
    };
  });
}

function proofOf({ digest, now_s, seed, engine, packets_forwarded }: Summary): [string, string][] {
  return [
    [SUMMARY.digest, digest],
    [SUMMARY.time, figure(now_s, 's', 9)],
    [SUMMARY.seed, String(seed)],
    [SUMMARY.engine, engine],
    [SUMMARY.forwarded, figure(packets_forwarded, 'packets', 9)],
  ];
}

/** Returns what the users of each group feel, a sentence per group. */
function saidOf({ groups }: Summary, names: Names): string[] {
  return groups.flatMap(({ id, sentence }) => (sentence ? [SUMMARY.says(names.group(id), sentence)] : []));
}

function paintPaper(
  renderer: Renderer,
  { width, height, title }: Drawing,
  measured: string,
  origin: Origin,
): void {
  const { ink, surface, 'ink-3': faint } = PAPER.colors;
  renderer.fill(boxShape({ x: 0, y: 0, width, height }), { color: surface });
  const room = width - 2 * MARGIN;
  renderer.text(MARGIN, 20, cut(title, room / 1.3), { color: ink, bold: true, size: 15 });
  renderer.text(MARGIN, 42, measured, { color: faint });
  renderer.text(MARGIN, height - 14, cut(originText(origin), room), { color: faint });
}

/** Paints a block and returns the y coordinate below it, pixels. */
function paintBlock(
  renderer: Renderer,
  { caption, heads, cells }: Block,
  top: number,
  width: number,
): number {
  const { ink, line } = PAPER.colors;
  const right = (column: number): number => MARGIN + width - (heads.length - 1 - column) * COLUMN;
  const middle = top + ROW / 2;
  renderer.text(MARGIN, middle, caption, { color: ink, bold: true });
  heads.forEach(({ text, look }, column) => {
    const name = cut(text, COLUMN - (look ? 44 : 8));
    renderer.text(right(column), middle, name, { color: ink, bold: true, align: 'right' });
    if (look) paintKey(renderer, look, right(column) - 1.15 * roughWidth(name) - 32, middle);
  });
  renderer.stroke(segmentsShape([MARGIN, top + ROW - 0.5, MARGIN + width, top + ROW - 0.5]), {
    color: line,
    width: 1,
  });
  cells.forEach(({ label, texts }, i) => {
    const y = middle + (i + 1) * ROW;
    renderer.text(MARGIN, y, label, { color: PAPER.colors['ink-2'] });
    texts.forEach((text, column) => renderer.text(right(column), y, text, { color: ink, align: 'right' }));
  });
  return top + (cells.length + 1) * ROW;
}

function paintKey(renderer: Renderer, { color: name, dash, marker }: GroupStyle, x: number, y: number): void {
  const color = PAPER.colors[name];
  renderer.stroke(segmentsShape([x, y, x + 24, y]), { color, width: 2, dash });
  renderer.symbols(marker, [x + 12, y], 6, color, PAPER.colors.surface);
}

/** Paints the sentences and returns the y coordinate below them, pixels. */
function paintSaid(renderer: Renderer, said: readonly string[], top: number): number {
  said.forEach((text, i) => {
    renderer.text(MARGIN, top + (i + 0.5) * ROW, text, { color: PAPER.colors.ink });
  });
  return top + said.length * ROW;
}

function paintProof(renderer: Renderer, proof: readonly [string, string][], top: number): void {
  proof.forEach(([name, text], i) => {
    const y = top + (i + 0.5) * ROW;
    renderer.text(MARGIN, y, name, { color: PAPER.colors['ink-2'] });
    renderer.text(MARGIN + 80, y, text, { color: PAPER.colors.ink });
  });
}

/** Shortens a text to at most `room` pixels. */
function cut(text: string, room: number): string {
  if (roughWidth(text) <= room) return text;
  let end = text.length;
  while (end > 1 && roughWidth(text.slice(0, end)) > room - roughWidth('…')) end--;
  return `${text.slice(0, end)}…`;
}

/** Margins and sizes of the drawing, pixels. */
const MARGIN = 16;
const COLUMN = 116;
const LEAST_WIDTH = 400;
const HEAD = 62;
const ROW = 20;
const GAP = 16;
const FOOT = 28;

/** Columns of a block, so that the paper stays narrower than 900 pixels. */
const MOST_COLUMNS = 5;
