/**
 * Picture as an array of opaque pixels, over which shapes are painted.
 *
 * The canvas of a browser gives the same result, but without a graphics card it needs 19 ms for a line of a thousand
 * columns. Here this takes less than 1 ms.
 */
import { WHOLE, type Clip, type Coverage } from './coverage';

/** Square pattern that repeats in both directions: the opacity of each pixel, row by row, in parts of 256. */
export interface Tile {
  size: number;
  opaque: Int32Array;
}

/**
 * Color as in the memory of an image, as a signed 32-bit integer: red in the lowest byte, then green, blue, and 255.
 * (Numbers above 2³¹ would be floating-point numbers.)
 */
export type PackedColor = number;

/** Picture of opaque pixels. */
export class Raster {
  constructor(
    readonly width: number,
    readonly height: number,
    /** Distance between rows in pixels: `strideFor(width)`. */
    readonly stride = strideFor(width),
    /** Pixels row by row, from the top. */
    readonly pixels = new Int32Array(stride * height),
  ) {}

  clear(style: PackedColor): void {
    this.pixels.fill(style);
  }

  /** Paints the shape in `coverage` over the picture, with opacity `alpha` from 0 to 1. */
  lay(coverage: Coverage, style: PackedColor, alpha: number, tile: Tile | null = null): void {
    if (tile) this.layHatched(coverage, style, alpha, tile);
    else this.layPlain(coverage, style, alpha);
  }

  /** Paints the part of a box that is within the clip. Edges of the box can be within pixels. */
  box({ left, top, right, bottom }: Clip, clip: Clip, style: PackedColor, alpha: number): void {
    const { stride, pixels } = this;
    const [firstColumn, endColumn] = [
      Math.max(clip.left, Math.floor(left)),
      Math.min(clip.right, Math.ceil(right)),
    ];
    const [firstRow, endRow] = [
      Math.max(clip.top, Math.floor(top)),
      Math.min(clip.bottom, Math.ceil(bottom)),
    ];
    for (let row = firstRow; row < endRow; row++) {
      const share = 256 * alpha * overlap(top, bottom, row);
      let mixedOf = NaN;
      let mix = 0;
      for (let column = firstColumn; column < endColumn; column++) {
        const pixel = row * stride + column;
        const under = pixels[pixel] as number;
        const within = column >= left && column + 1 <= right;
        if (!within) pixels[pixel] = mixed(under, style, (share * overlap(left, right, column) + 0.5) | 0);
        else {
          if (under !== mixedOf) mix = mixed((mixedOf = under), style, (share + 0.5) | 0);
          pixels[pixel] = mix;
        }
      }
    }
  }

  private layPlain(coverage: Coverage, style: PackedColor, alpha: number): void {
    const { stride, pixels } = this;
    const { changes, first, last, from, to } = coverage;
    const most = Math.round(alpha * 256);
    // Adjacent pixels are mostly equal, so a mixture is computed only if the weight or the ground changes.
    let mixedAt = 0;
    let paper = 0;
    let mix = 0;
    for (let column = from; column <= to; column++) {
      const top = first[column] as number;
      let pixel = top * stride + column;
      let at = column * coverage.stride + top;
      const end = column * coverage.stride + (last[column] as number);
      let sum = 0;
      while (at <= end) {
        sum += changes[at] as number;
        changes[at] = 0;
        const weight = weightOf(sum, most);
        if (weight !== mixedAt) {
          mixedAt = weight;
          mix = mixed((paper = pixels[pixel] as number), style, weight);
        }
        // Paints down to the next change of the coverage. These loops take most of the time of a frame.
        const next = coverage.next(column, at + 1, end);
        const below = pixel + (next - at) * stride;
        if (weight === 256) for (let p = pixel; p < below; p += stride) pixels[p] = style;
        else if (weight !== 0) {
          for (let p = pixel; p < below; p += stride) {
            const under = pixels[p] as number;
            if (under !== paper) mix = mixed((paper = under), style, weight);
            pixels[p] = mix;
          }
        }
        at = next;
        pixel = below;
      }
    }
    coverage.done();
  }

  private layHatched(coverage: Coverage, style: PackedColor, alpha: number, tile: Tile): void {
    const { stride, pixels } = this;
    const { changes, first, last, from, to } = coverage;
    const { size, opaque } = tile;
    const most = Math.round(alpha * 256);
    for (let column = from; column <= to; column++) {
      const across = column % size;
      let row = first[column] as number;
      let at = column * coverage.stride + row;
      let pixel = row * stride + column;
      let sum = 0;
      for (; row <= (last[column] as number); row++, at++, pixel += stride) {
        sum += changes[at] as number;
        changes[at] = 0;
        if (sum === 0) continue;
        const here = opaque[(row % size) * size + across] as number;
        pixels[pixel] = mixed(pixels[pixel] as number, style, weightOf(sum, (here * most) >> 8));
      }
    }
    coverage.done();
  }
}

/** How many parts in 256 a pixel takes of an style of which `most` are opaque, where `sum` of it is covered. */
function weightOf(sum: number, most: number): number {
  const share = sum < 0 ? -sum : sum;
  return (Math.imul(share > WHOLE ? WHOLE : share, most) + WHOLE / 2) >> 16;
}

/**
 * Returns the distance between rows in pixels: an odd number of cache lines of 16 pixels. With a power of two, or nearly,
 * all pixels of a column would compete for the same few lines of the processor's cache.
 */
export function strideFor(width: number): number {
  return 16 * (Math.ceil(width / 16) | 1);
}

/** Returns the part of the pixel at `at` that is between two edges, from 0 to 1. */
function overlap(from: number, to: number, at: number): number {
  return Math.min(to, at + 1) - Math.max(from, at);
}

/** Returns a mixture: `weight` parts of 256 of a color, and the rest of the ground. It computes two bytes at a time. */
export function mixed(paper: PackedColor, style: PackedColor, weight: number): PackedColor {
  const rest = 256 - weight;
  const redBlue = (Math.imul(paper & 0xff00ff, rest) + Math.imul(style & 0xff00ff, weight)) | 0;
  const green = (Math.imul(paper & 0xff00, rest) + Math.imul(style & 0xff00, weight)) | 0;
  return OPAQUE | ((redBlue >>> 8) & 0xff00ff) | ((green >>> 8) & 0xff00);
}

const OPAQUE = 0xff000000 | 0;

/** The style of a color as a browser gives it, `#0072b2` or `rgb(0, 114, 178)`; what is not understood is black. */
export function packedColor(color: string): PackedColor {
  const known = styles.get(color);
  if (known !== undefined) return known;
  const style = parsedStyle(color);
  styles.set(color, style);
  return style;
}

function parsedStyle(color: string): PackedColor {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color);
  const parts = hex
    ? hex.slice(1).map((part) => parseInt(part, 16))
    : (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) * (color.startsWith('color(srgb') ? 255 : 1));
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.min(255, Math.round(part)));
  return OPAQUE | (blue << 16) | (green << 8) | red;
}

const styles = new Map<string, PackedColor>();
