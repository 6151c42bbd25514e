/** Renderer that draws charts on a canvas, on the page and for saved PNG images. ARCHITECTURE.md has its times per frame. */
import {
  TEXT_SIZE,
  type Fill,
  type Renderer,
  type Shape,
  type Stroke,
  type TextStyle,
  type Box,
  type Hatch,
  type Marker,
} from './renderer';
import { SYMBOLS } from './shapes';

/** Renderer for a 2D context of a canvas. */
export class CanvasRenderer implements Renderer {
  /** `context` must be scaled so that one unit is a CSS pixel. `font` is a list of font families. */
  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly font: string,
  ) {}

  stroke(shape: Shape, { color, width, dash = [], alpha = 1 }: Stroke): void {
    const { context } = this;
    context.globalAlpha = alpha;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.lineJoin = 'bevel';
    context.setLineDash(dash as number[]);
    context.beginPath();
    shape(context);
    context.stroke();
  }

  fill(shape: Shape, { color, hatch = 'plain', alpha = 1 }: Fill): void {
    const { context } = this;
    context.globalAlpha = alpha;
    context.fillStyle = hatch === 'plain' ? color : (hatchPattern(context, color, hatch) ?? color);
    context.beginPath();
    shape(context);
    context.fill();
  }

  symbols(marker: Marker, places: readonly number[], size: number, color: string, rim: string): void {
    const { context } = this;
    context.globalAlpha = 1;
    context.fillStyle = color;
    context.strokeStyle = rim;
    context.lineWidth = 1;
    context.setLineDash([]);
    // One path for all symbols: a chart of windows has a hundred.
    context.beginPath();
    for (let i = 0; i + 1 < places.length; i += 2) {
      const x = places[i] as number;
      const y = places[i + 1] as number;
      context.translate(x, y);
      SYMBOLS[marker].draw(context, size * size);
      context.translate(-x, -y);
    }
    context.stroke();
    context.fill();
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const { context } = this;
    context.globalAlpha = 1;
    const font = `${style.bold ? '600 ' : ''}${style.size ?? TEXT_SIZE}px ${this.font}`;
    if (fonts.get(context) !== font) context.font = font;
    fonts.set(context, font);
    context.textAlign = style.align ?? 'left';
    context.textBaseline = style.baseline ?? 'middle';
    if (style.halo) {
      context.strokeStyle = style.halo;
      context.lineWidth = 4;
      context.lineJoin = 'round';
      context.setLineDash([]);
      context.strokeText(text, x, y);
    }
    context.fillStyle = style.color;
    context.fillText(text, x, y);
  }

  clipped({ x, y, width, height }: Box, draw: () => void): void {
    const { context } = this;
    const font = fonts.get(context) ?? '';
    context.save();
    context.beginPath();
    context.rect(x, y, width, height);
    context.clip();
    draw();
    context.restore();
    fonts.set(context, font);
  }
}

/** Sets the size of a canvas for the density of the screen, clears it and returns its context; null without a 2D context. */
export function sharpContext(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  density: number,
): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  if (!context) return null;
  const across = Math.max(1, Math.round(width * density));
  const down = Math.max(1, Math.round(height * density));
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
    fonts.delete(context);
  }
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, width, height);
  return context;
}

/** Font of each context, because setting a font takes longer than drawing a text. A new canvas size resets the font. */
const fonts = new WeakMap<CanvasRenderingContext2D, string>();

const patterns = new Map<string, CanvasPattern | null>();

/** Returns a tile of 6 × 6 pixels with lines or dots, created once per color. */
function hatchPattern(context: CanvasRenderingContext2D, color: string, hatch: Hatch): CanvasPattern | null {
  const key = `${hatch} ${color}`;
  const known = patterns.get(key);
  if (known !== undefined) return known;
  const tile = document.createElement('canvas');
  tile.width = tile.height = 6;
  const brush = tile.getContext('2d');
  if (brush) {
    brush.fillStyle = brush.strokeStyle = color;
    brush.lineWidth = 1.5;
    brush.beginPath();
    if (hatch === 'diagonal') {
      for (const shift of [-6, 0, 6]) {
        brush.moveTo(shift, 6);
        brush.lineTo(shift + 6, 0);
      }
    }
    brush.stroke();
    if (hatch === 'dots')
      for (const [x, y] of [
        [1, 1],
        [4, 4],
      ] as const)
        brush.fillRect(x, y, 1.5, 1.5);
    brush.globalAlpha = 0.45;
    brush.fillRect(0, 0, 6, 6);
  }
  const pattern = context.createPattern(tile, 'repeat');
  patterns.set(key, pattern);
  return pattern;
}
