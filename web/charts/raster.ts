/**
 * A picture as an array of pixels, all opaque: shapes are laid over what is there.
 *
 * What a chart draws, a browser's canvas draws as well; but without a graphics card it takes 19 ms for a line of
 * a thousand columns of which the pixels are written here in a fraction of one.
 */
import { WHOLE, type Clip, type Coverage } from './coverage';

/** How opaque each pixel of a square is that repeats in both directions, row by row, in parts of 256. */
export interface Tile {
  size: number;
  opaque: Int32Array;
}

/**
 * A color as it stands in an image's memory, as a signed number: red in the lowest byte, above it green, blue,
 * and 255. (Numbers above 2³¹ would be floating-point in every step.)
 */
export type TraceStyle = number;

export class Raster {
  constructor(
    readonly width: number,
    readonly height: number,
    /** From one row to the next, pixels: `strideFor(width)`. */
    readonly stride = strideFor(width),
    /** Row by row, the first row on top. */
    readonly pixels = new Int32Array(stride * height),
  ) {}

  clear(style: TraceStyle): void {
    this.pixels.fill(style);
  }

  /** Lays the shape that was drawn into `coverage` over what is there; of it `alpha` is opaque, from 0 to 1. */
  lay(coverage: Coverage, style: TraceStyle, alpha: number, tile: Tile | null = null): void {
    if (tile) this.layHatched(coverage, style, alpha, tile);
    else this.layPlain(coverage, style, alpha);
  }

  /** Lays an upright box over what is there, as far as it is within the clip; its edges can lie within pixels. */
  box({ left, top, right, bottom }: Clip, clip: Clip, style: TraceStyle, alpha: number): void {
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

  private layPlain(coverage: Coverage, style: TraceStyle, alpha: number): void {
    const { stride, pixels } = this;
    const { changes, first, last, from, to } = coverage;
    const most = Math.round(alpha * 256);
    // Neighbours are mostly alike: a mixture is worked out anew where weight or paper differ.
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
        // Down to where the coverage changes again. These loops are most of what a frame costs.
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

  private layHatched(coverage: Coverage, style: TraceStyle, alpha: number, tile: Tile): void {
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
 * Row by row a column's pixels lie this far apart: an odd number of a cache's lines, 16 pixels each. With a power
 * of two, or near it, all pixels of a column compete for the same few places in the processor's cache.
 */
export function strideFor(width: number): number {
  return 16 * (Math.ceil(width / 16) | 1);
}

/** How much of the pixel at `at` lies between two edges: 0 to 1. */
function overlap(from: number, to: number, at: number): number {
  return Math.min(to, at + 1) - Math.max(from, at);
}

/** `weight` parts in 256 of `ink` and the rest of `paper`: two bytes at a time, with room for their carry. */
export function mixed(paper: TraceStyle, style: TraceStyle, weight: number): TraceStyle {
  const rest = 256 - weight;
  const redBlue = (Math.imul(paper & 0xff00ff, rest) + Math.imul(style & 0xff00ff, weight)) | 0;
  const green = (Math.imul(paper & 0xff00, rest) + Math.imul(style & 0xff00, weight)) | 0;
  return OPAQUE | ((redBlue >>> 8) & 0xff00ff) | ((green >>> 8) & 0xff00);
}

const OPAQUE = 0xff000000 | 0;

/** The style of a color as a browser gives it, `#0072b2` or `rgb(0, 114, 178)`; what is not understood is black. */
export function styleOf(color: string): TraceStyle {
  const known = styles.get(color);
  if (known !== undefined) return known;
  const style = parsedStyle(color);
  styles.set(color, style);
  return style;
}

function parsedStyle(color: string): TraceStyle {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color);
  const parts = hex
    ? hex.slice(1).map((part) => parseInt(part, 16))
    : (color.match(/[\d.]+/g) ?? []).map((part) => Number(part) * (color.startsWith('color(srgb') ? 255 : 1));
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.min(255, Math.round(part)));
  return OPAQUE | (blue << 16) | (green << 8) | red;
}

const styles = new Map<string, TraceStyle>();
