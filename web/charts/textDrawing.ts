/**
 * Cache of drawn texts. A browser needs up to 1.5 ms to draw a text with a rim, and the labels of an axis stay the same for
 * a long time.
 */
import { CanvasRenderer } from './canvas';
import type { Clip } from './coverage';
import { TEXT_SIZE, roughWidth, type TextStyle } from './renderer';

/** Canvas on which a text is drawn. */
interface Paper {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D | null;
}

/** Cached picture of a text. */
interface Stamp extends Paper {
  /** Width of the text without margins, in screen pixels. */
  width: number;
}

/** Text with its position in CSS pixels, and its clip in screen pixels. */
export interface Placed {
  x: number;
  y: number;
  text: string;
  style: TextStyle;
  clip: Clip;
}

/** Draws a text at whole pixels on a canvas that is not scaled. */
export function drawWords(
  context: CanvasRenderingContext2D,
  { x, y, text, style, clip }: Placed,
  font: string,
  density: number,
): void {
  const stamp = stampOf(text, style, font, density);
  const { canvas, width } = stamp;
  const before = { left: 0, center: 0.5, right: 1 }[style.align ?? 'left'] * width;
  const left = Math.round(x * density - before) - Math.ceil(MARGIN * density);
  const top = Math.round(y * density - canvas.height / 2);
  const from = Math.max(left, clip.left);
  const over = Math.max(top, clip.top);
  const end = left + Math.min(canvas.width, Math.ceil(width) + 2 * Math.ceil(MARGIN * density));
  const across = Math.min(end, clip.right) - from;
  const down = Math.min(top + canvas.height, clip.bottom) - over;
  if (across <= 0 || down <= 0) return;
  context.drawImage(canvas, from - left, over - top, across, down, from, over, across, down);
}

/** Clears the cache of texts. */
export function forgetWords(): void {
  stamps.clear();
  spare.clear();
}

function stampOf(text: string, style: TextStyle, font: string, density: number): Stamp {
  const { color, halo = '', size = TEXT_SIZE, bold = false, baseline = 'middle' } = style;
  const key = `${text}\n${color}\n${halo}\n${size} ${bold} ${baseline} ${density}\n${font}`;
  const known = stamps.get(key);
  const stamp = known ?? setInType(text, style, font, density);
  // The map is in order of last use.
  if (known) stamps.delete(key);
  stamps.set(key, stamp);
  return stamp;
}

function setInType(text: string, style: TextStyle, font: string, density: number): Stamp {
  const { size = TEXT_SIZE } = style;
  const width = widthOf(text, `${style.bold ? '600 ' : ''}${size}px ${font}`) * density;
  const margin = Math.ceil(MARGIN * density);
  const across = WIDTHS * Math.ceil((width + 2 * margin) / WIDTHS);
  const paper = paperOf(across, 2 * Math.ceil(size * density));
  const { canvas, context } = paper;
  if (!context) return { ...paper, width };
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, across, canvas.height);
  const at = { x: margin / density, y: canvas.height / 2 / density };
  new CanvasRenderer(context, font).text(at.x, at.y, text, { ...style, align: 'left' });
  return { ...paper, width };
}

/** Returns a canvas of this size. If the cache is full, it is the least recently used one, or an unused one. */
function paperOf(width: number, height: number): Paper {
  const size = `${width} ${height}`;
  const [oldest] = stamps.size >= KEPT ? stamps : [];
  if (oldest) {
    const [key, { canvas, context }] = oldest;
    stamps.delete(key);
    const its = `${canvas.width} ${canvas.height}`;
    if (its === size) return { canvas, context };
    const others = spare.get(its) ?? [];
    if (others.length < SPARE) spare.set(its, [...others, { canvas, context }]);
  }
  const again = spare.get(size)?.pop();
  if (again) return again;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return { canvas, context: canvas.getContext('2d') };
}

function widthOf(text: string, font: string): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return roughWidth(text);
  // Setting the font takes as long as measuring.
  if (rulerFont !== font) ruler.font = rulerFont = font;
  return ruler.measureText(text).width;
}

let ruler: CanvasRenderingContext2D | null = null;
let rulerFont = '';
const stamps = new Map<string, Stamp>();
/** Unused canvases by size, because creating a canvas takes longer than drawing a text. */
const spare = new Map<string, Paper[]>();

/** Margin for the rim and for glyphs that exceed their box, in CSS pixels. */
const MARGIN = 4;
/** Widths of canvases are multiples of this number of screen pixels, so that they can be reused for other texts. */
const WIDTHS = 64;
/** Greatest number of cached texts. A page with all charts shows about 100 at once. */
const KEPT = 160;
/** Greatest number of unused canvases per size. */
const SPARE = 40;
