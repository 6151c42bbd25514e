/** Hatches as tiles of a raster, like the patterns of the canvas and SVG renderers: marks on a lighter ground. */
import type { Hatch } from './chart';
import { Coverage } from './coverage';
import { Outline } from './outline';
import { packedColor, Raster, type Tile } from './raster';
import { boxesShape, segmentsShape } from './shapes';
import { fillOutline, strokeOutline } from './strokes';

/** Returns the tile of a hatch for `density` screen pixels per CSS pixel; null for a plain fill. */
export function hatchTile(hatch: Hatch, density: number): Tile | null {
  if (hatch === 'plain') return null;
  const key = `${hatch} ${density}`;
  const known = tiles.get(key);
  if (known) return known;
  const made = makeTile(hatch, density);
  tiles.set(key, made);
  return made;
}

function makeTile(hatch: Exclude<Hatch, 'plain'>, density: number): Tile {
  const size = Math.max(1, Math.round(SIDE * density));
  const coverage = new Coverage();
  coverage.resize(size, size);
  const outline = new Outline().clear(size / SIDE);
  if (hatch === 'diagonal')
    strokeOutline(coverage, outline.of(segmentsShape(DIAGONALS)), (1.5 * size) / SIDE);
  else fillOutline(coverage, outline.of(boxesShape(DOTS)));
  const marks = new Raster(size, size);
  marks.clear(BLACK);
  marks.lay(coverage, WHITE, 1);
  const opaque = new Int32Array(size * size);
  for (let at = 0; at < opaque.length; at++) {
    const mark = (marks.pixels[Math.floor(at / size) * marks.stride + (at % size)] as number) & 0xff;
    opaque[at] = Math.round(256 * (GROUND + ((1 - GROUND) * mark) / 255));
  }
  return { size, opaque };
}

const tiles = new Map<string, Tile>();

const BLACK = packedColor('#000000');
const WHITE = packedColor('#ffffff');
/** Side of a tile, in CSS pixels. */
const SIDE = 6;
/** Opacity of the ground between marks. */
const GROUND = 0.45;
const DIAGONALS = [-6, 6, 0, 0, 0, 6, 6, 0, 6, 6, 12, 0];
const DOTS = [1, 1, 1.5, 1.5, 4, 4, 1.5, 1.5];
