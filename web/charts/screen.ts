/**
 * Renderer of the page: draws a whole chart into memory, pixel by pixel, and copies it to the canvas at once.
 *
 * Without a graphics card the browser's own strokes, fills and texts took 20 ms of every frame; this takes a few ms. It
 * draws on an opaque ground. The result is the same as that of `CanvasRenderer`, except that texts are at whole pixels and
 * above everything else. `CanvasRenderer` and `SvgRenderer` draw saved pictures. A worker with an OffscreenCanvas would
 * only move the same work to another thread, while the engine uses the other cores.
 */
import type { Box } from './axis';
import type { Marker } from './chart';
import { Coverage, type Clip } from './coverage';
import { hatchTile } from './hatches';
import { Outline } from './outline';
import type { Fill, Renderer, Shape, Stroke, TextStyle } from './renderer';
import { packedColor, Raster, strideFor } from './raster';
import { SYMBOLS } from './shapes';
import { fillOutline, ruledBoxes, strokeOutline } from './strokes';
import type { Theme } from './theme';
import { drawWords, type Placed } from './textDrawing';

/** Canvas of the page with the memory that is copied to it. */
export class Screen {
  private image: ImageData | null = null;
  private raster: Raster | null = null;

  /** Context, created on first use. */
  private context: CanvasRenderingContext2D | null = null;

  constructor(private readonly canvas: HTMLCanvasElement) {}

  /** Draws a picture of this size in CSS pixels, with `density` screen pixels per CSS pixel. */
  paint(
    { width, height }: { width: number; height: number },
    density: number,
    theme: Theme,
    draw: (renderer: Renderer) => void,
  ): void {
    const context = (this.context ??= this.canvas.getContext('2d', { alpha: false }));
    if (!context || width <= 0 || height <= 0) return;
    const raster = this.rasterOf(context, Math.round(width * density), Math.round(height * density));
    raster.clear(packedColor(theme.colors.surface));
    const renderer = new ScreenRenderer(raster, density);
    draw(renderer);
    if (this.image) context.putImageData(this.image, 0, 0, 0, 0, raster.width, raster.height);
    for (const words of renderer.words) drawWords(context, words, theme.font, density);
  }

  private rasterOf(context: CanvasRenderingContext2D, width: number, height: number): Raster {
    const [across, down] = [Math.max(1, width), Math.max(1, height)];
    if (this.raster?.width === across && this.raster.height === down) return this.raster;
    this.canvas.width = across;
    this.canvas.height = down;
    const stride = strideFor(across);
    this.image = context.createImageData(stride, down);
    this.raster = new Raster(across, down, stride, new Int32Array(this.image.data.buffer));
    return this.raster;
  }
}

/** Renderer that draws into a raster. Texts are only collected, and drawn on top later. */
export class ScreenRenderer implements Renderer {
  readonly words: Placed[] = [];
  private clip: Clip;

  constructor(
    private readonly raster: Raster,
    private readonly density: number,
  ) {
    const { width, height } = raster;
    coverage.resize(width, height);
    this.clip = { left: 0, top: 0, right: width, bottom: height };
  }

  stroke(shape: Shape, { color, width, dash = [], alpha = 1 }: Stroke): void {
    const { density } = this;
    outline.clear(density).of(shape);
    const boxes = dash.length > 0 ? null : ruledBoxes(outline, width * density);
    if (boxes) {
      for (const box of boxes) this.raster.box(box, this.clip, packedColor(color), alpha);
      return;
    }
    const dashes = dash.map((length) => length * density);
    strokeOutline(coverage, outline, width * density, dashes);
    this.raster.lay(coverage, packedColor(color), alpha);
  }

  fill(shape: Shape, { color, hatch = 'plain', alpha = 1 }: Fill): void {
    outline.clear(this.density).of(shape);
    const box = hatch === 'plain' ? outline.asBox() : null;
    if (box) {
      this.raster.box(box, this.clip, packedColor(color), alpha);
      return;
    }
    fillOutline(coverage, outline);
    this.raster.lay(coverage, packedColor(color), alpha, hatchTile(hatch, this.density));
  }

  symbols(marker: Marker, places: readonly number[], size: number, color: string, rim: string): void {
    // Only half of the width of a rim of one pixel is visible.
    this.marks(marker, places, size + 1, rim);
    this.marks(marker, places, size, color);
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    this.words.push({ x, y, text, style, clip: this.clip });
  }

  clipped({ x, y, width, height }: Box, draw: () => void): void {
    const { density, clip: before } = this;
    this.clipTo({
      left: Math.max(before.left, Math.round(x * density)),
      top: Math.max(before.top, Math.round(y * density)),
      right: Math.min(before.right, Math.round((x + width) * density)),
      bottom: Math.min(before.bottom, Math.round((y + height) * density)),
    });
    draw();
    this.clipTo(before);
  }

  private marks(marker: Marker, places: readonly number[], size: number, color: string): void {
    outline.clear(this.density);
    for (let i = 0; i + 1 < places.length; i += 2) {
      outline.moved(places[i] as number, places[i + 1] as number);
      SYMBOLS[marker].draw(outline.asContext(), size * size);
    }
    fillOutline(coverage, outline);
    this.raster.lay(coverage, packedColor(color), 1);
  }

  private clipTo(clip: Clip): void {
    this.clip = clip;
    coverage.within(clip);
  }
}

/** Scratch memory that all charts use. */
const coverage = new Coverage();
const outline = new Outline();
