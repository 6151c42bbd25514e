/**
 * Words as they stand on the screen, set once and kept: a browser sets type anew each time that it is asked to,
 * with a rim in 1.5 ms, and an axis says the same for minutes.
 */
import { CanvasPen } from './canvas';
import type { Clip } from './coverage';
import { TEXT_SIZE, roughWidth, type TextStyle } from './pen';

/** A picture of words. */
interface Stamp {
  canvas: HTMLCanvasElement;
  /** Width of the words without their margin, screen pixels. */
  width: number;
}

/** Where words stand, CSS pixels, and which screen pixels they may touch. */
export interface Placed {
  x: number;
  y: number;
  text: string;
  style: TextStyle;
  clip: Clip;
}

/** Draws words onto a canvas that is not scaled, on whole pixels. */
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
  const across = Math.min(left + canvas.width, clip.right) - from;
  const down = Math.min(top + canvas.height, clip.bottom) - over;
  if (across <= 0 || down <= 0) return;
  context.drawImage(canvas, from - left, over - top, across, down, from, over, across, down);
}

/** Forgets all pictures of words, as when fonts have changed. */
export function forgetWords(): void {
  stamps.clear();
}

function stampOf(text: string, style: TextStyle, font: string, density: number): Stamp {
  const { colour, halo = '', size = TEXT_SIZE, bold = false, baseline = 'middle' } = style;
  const key = [text, colour, halo, size, bold, baseline, density, font].join('\n');
  const known = stamps.get(key);
  if (known) return known;
  if (stamps.size >= KEPT) stamps.clear();
  const made = makeStamp(text, style, font, density);
  stamps.set(key, made);
  return made;
}

function makeStamp(text: string, style: TextStyle, font: string, density: number): Stamp {
  const { size = TEXT_SIZE } = style;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return { canvas, width: 0 };
  context.font = `${style.bold ? '600 ' : ''}${size}px ${font}`;
  const width = (context.measureText(text).width || roughWidth(text)) * density;
  const margin = Math.ceil(MARGIN * density);
  canvas.width = Math.ceil(width) + 2 * margin;
  canvas.height = 2 * Math.ceil(size * density);
  context.setTransform(density, 0, 0, density, 0, 0);
  const at = { x: margin / density, y: canvas.height / 2 / density };
  new CanvasPen(context, font).text(at.x, at.y, text, { ...style, align: 'left' });
  return { canvas, width };
}

const stamps = new Map<string, Stamp>();

/** Room for a rim and for what leans out of its box, CSS pixels. */
const MARGIN = 4;
/** More than a page shows at once; clocks and shares pass through. */
const KEPT = 500;
