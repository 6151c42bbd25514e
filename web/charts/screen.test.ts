import { describe, expect, it } from 'vitest';
import { Coverage, WHOLE } from './coverage';
import { hatchTile } from './hatches';
import { Outline } from './outline';
import { packedColor, mixed, Raster } from './raster';
import { ScreenRenderer } from './screen';
import { addPoint, areaShape, boxesShape, boxShape, lineShape, pointsFor, segmentsShape } from './shapes';
import { fillOutline, strokeOutline } from './strokes';
import { bandPoints } from './traces';

const BLACK = { color: '#000000' };

/** A white picture onto which `draw` draws in black; how dark each pixel became, from 0 to 1. */
function darkness(width: number, height: number, draw: (renderer: ScreenRenderer) => void, density = 1) {
  const raster = new Raster(width, height);
  raster.clear(packedColor('#ffffff'));
  draw(new ScreenRenderer(raster, density));
  const at = (x: number, y: number): number =>
    1 - ((raster.pixels[y * raster.stride + x] as number) & 0xff) / 255;
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => at(x, y)));
  return { at, rows, sum: rows.flat().reduce((a, b) => a + b, 0) };
}

/** A line through these heights, one per column, at the columns' middles. */
function through(heights: readonly number[]) {
  const points = pointsFor(heights.length);
  heights.forEach((y, i) => addPoint(points, i + 0.5, y));
  return points;
}

/** A pixel is one of 256 steps dark, and rounded at each of two shapes that meet in it. */
const STEP = 2 / 255;

describe('the renderer of the screen', () => {
  it('covers of a pixel what the shape covers of it', () => {
    const points = through([4.25, 4.25, 4.25]);
    const base = new Float32Array(3).fill(6.5);
    const { at } = darkness(4, 8, (renderer) => renderer.fill(areaShape(points, base), BLACK));
    // The area begins and ends in the middle of a column.
    expect([3, 4, 5, 6, 7].map((y) => at(1, y))).toEqual([0, 0.75, 1, 0.5, 0].map((v) => near(v)));
    expect([3, 4, 5, 6, 7].map((y) => at(0, y))).toEqual([0, 0.375, 0.5, 0.25, 0].map((v) => near(v)));
  });

  it('fills a triangle exactly: half of the pixels on its long side', () => {
    const triangle = (context: CanvasRenderingContext2D | null) => {
      context?.moveTo(0, 0);
      context?.lineTo(8, 8);
      context?.lineTo(0, 8);
      return null;
    };
    const { at, sum } = darkness(8, 8, (renderer) => renderer.fill(triangle, BLACK));
    expect(at(3, 3)).toEqual(near(0.5));
    expect([at(3, 2), at(3, 4)]).toEqual([0, 1]);
    expect(sum).toBeCloseTo(32, 0);
  });

  it.each([
    ['level', 0],
    ['gentle', 0.7],
    ['steep', 5],
  ])('draws a %s line as wide as it should be', (_, slope) => {
    const columns = 40;
    const heights = Array.from({ length: columns }, (_, i) => 10 + slope * i);
    const { sum } = darkness(columns, 230, (renderer) =>
      renderer.stroke(lineShape(through(heights)), { ...BLACK, width: 1.5 }),
    );
    const length = Math.hypot(1, slope) * (columns - 1);
    // Half a per cent for the rounding of each pixel.
    expect(sum / (1.5 * length)).toBeGreaterThan(0.995);
    expect(sum / (1.5 * length)).toBeLessThan(1.005);
  });

  it.each([1, 2])('shows every extreme of a busy band and nothing beyond, at ratio %d', (density) => {
    const lo = Float32Array.from({ length: 60 }, (_, i) => (i * 7) % 20);
    const hi = lo.map((value, i) => value + 5 + ((i * 11) % 17));
    const y = (value: number): number => 50 - value;
    const points = pointsFor(3 * 60);
    bandPoints({ lo, hi, mean: hi }, y, { first: 0.5, step: 1 }, points);
    const { at } = darkness(
      60 * density,
      60 * density,
      (renderer) => renderer.stroke(lineShape(points), { ...BLACK, width: 1.5 }),
      density,
    );
    // A slope of 45° is cut off upright or level: half its width beyond its end, 1.42 times, up or sideways.
    const beyond = Math.ceil(1.42 * 0.75 * density);
    for (let i = 2; i < 58; i++) {
      const middle = Math.floor((i + 0.5) * density);
      for (let row = y(hi[i]!) * density; row < y(lo[i]!) * density; row++) expect(at(middle, row)).toBe(1);
      const top = y(Math.max(...hi.subarray(i - 2, i + 3))) * density - beyond - 1;
      const bottom = y(Math.min(...lo.subarray(i - 2, i + 3))) * density + beyond;
      expect([at(middle, top), at(middle, bottom)]).toEqual([0, 0]);
    }
  });

  it('draws a step with its corners, dark all along', () => {
    const points = pointsFor(4);
    for (const [x, y] of [
      [2.5, 12],
      [10.5, 12],
      [10.5, 4],
      [18.5, 4],
    ] as const)
      addPoint(points, x, y);
    const { at } = darkness(20, 16, (renderer) => renderer.stroke(lineShape(points), { ...BLACK, width: 2 }));
    for (let x = 3; x < 10; x++) expect([at(x, 11), at(x, 12)]).toEqual([1, 1]);
    for (let y = 4; y < 12; y++) expect(at(10, y)).toBe(1);
    expect(at(10, 3)).toBeGreaterThan(0.7);
    expect(at(10, 12)).toBeGreaterThan(0.7);
  });

  it('breaks a line where there is no value, and draws nothing of what is not a number', () => {
    const { at, sum } = darkness(9, 9, (renderer) =>
      renderer.stroke(lineShape(through([4.5, 4.5, 4.5, NaN, NaN, NaN, 4.5, 4.5])), { ...BLACK, width: 1 }),
    );
    expect([0, 1, 2, 3, 4, 5, 6, 7].map((x) => at(x, 4))).toEqual(
      [0.5, 1, 0.5, 0, 0, 0, 0.5, 0.5].map((v) => near(v)),
    );
    expect(sum).toBeCloseTo(3, 1);
    expect(
      darkness(9, 9, (renderer) => renderer.fill(boxShape({ x: NaN, y: 0, width: 4, height: 4 }), BLACK)).sum,
    ).toBe(0);
  });

  it('dashes by length, along slopes and steps alike', () => {
    const dashes = darkness(100, 5, (renderer) =>
      renderer.stroke(segmentsShape([0, 2.5, 100, 2.5]), { ...BLACK, width: 1, dash: [6, 4] }),
    );
    expect(dashes.sum).toBeCloseTo(60, 0);
    expect([dashes.at(5, 2), dashes.at(6, 2), dashes.at(9, 2), dashes.at(10, 2)]).toEqual([1, 0, 0, 1]);
  });

  it('counts what overlaps within a shape once, and lays one shape over another', () => {
    const twice = boxesShape([0, 0, 3, 3, 1, 0, 3, 3]);
    const { at } = darkness(6, 4, (renderer) => {
      renderer.fill(twice, { ...BLACK, alpha: 0.5 });
      renderer.fill(boxesShape([0, 0, 1, 1, 5, 3, 1, 1]), { ...BLACK, alpha: 0.5 });
    });
    expect([at(1, 1), at(3, 1), at(0, 0), at(4, 0)]).toEqual([0.5, 0.5, 0.75, 0].map((v) => near(v)));
  });

  it('cuts off at the clip, wherever a shape reaches', () => {
    const wide = through([-50, 900, -50, 900, -50, 900]);
    const { rows } = darkness(6, 10, (renderer) => {
      renderer.clipped({ x: 1, y: 2, width: 3, height: 4 }, () => {
        renderer.stroke(lineShape(wide), { ...BLACK, width: 3 });
        renderer.fill(areaShape(wide, new Float32Array(6).fill(2000)), BLACK);
        renderer.stroke(segmentsShape([-9, 3.5, 99, 3.5]), { ...BLACK, width: 1 });
        renderer.fill(boxShape({ x: -5, y: -5, width: 50, height: 50 }), BLACK);
      });
    });
    rows.forEach((row, y) =>
      row.forEach((dark, x) => expect(dark).toBe(x >= 1 && x < 4 && y >= 2 && y < 6 ? 1 : 0)),
    );
  });

  it('draws hairlines on whole pixels sharply, at any ratio', () => {
    const grid = segmentsShape([0, 4.5, 8, 4.5, 3.5, 0, 3.5, 8]);
    expect(darkness(8, 8, (renderer) => renderer.stroke(grid, { ...BLACK, width: 1 })).sum).toBe(15);
    expect(darkness(16, 16, (renderer) => renderer.stroke(grid, { ...BLACK, width: 1 }), 2).sum).toBe(60);
  });

  it('leaves words to be placed, with the clip in which they stand', () => {
    const renderer = new ScreenRenderer(new Raster(20, 20), 2);
    renderer.clipped({ x: 1, y: 2, width: 3, height: 4 }, () => renderer.text(1, 2, 'r0', BLACK));
    expect(renderer.words).toEqual([
      { x: 1, y: 2, text: 'r0', style: BLACK, clip: { left: 2, top: 4, right: 8, bottom: 12 } },
    ]);
  });

  it('draws symbols with a rim, of their size', () => {
    const { at, sum } = darkness(20, 20, (renderer) =>
      renderer.symbols('square', [10, 10], 8, '#000000', '#ffffff'),
    );
    expect(at(10, 10)).toBe(1);
    // A symbol's size is the square root of its area; d3 draws `square2` a little larger.
    expect(Math.sqrt(sum)).toBeGreaterThan(7);
    expect(Math.sqrt(sum)).toBeLessThan(9);
    expect(
      darkness(20, 20, (renderer) => renderer.symbols('circle', [10, 10], 8, '#000000', '#000000')).sum,
    ).toBeGreaterThan(64);
  });
});

describe('coverage', () => {
  it('leaves nothing behind for the next shape', () => {
    const [coverage, raster] = [new Coverage(), new Raster(30, 30)];
    coverage.resize(30, 30);
    for (const heights of [
      [3, 25, 4, 29, -8, 60],
      [7.3, 7.9, 8.1],
    ]) {
      strokeOutline(coverage, new Outline().clear(1).of(lineShape(through(heights))), 2);
      raster.lay(coverage, packedColor('#000000'), 1);
    }
    expect([...coverage.changes].every((change) => change === 0)).toBe(true);
    raster.clear(7);
    raster.lay(coverage, packedColor('#000000'), 1);
    expect([...raster.pixels].every((pixel) => pixel === 7)).toBe(true);
  });

  it('is laid as its changes add up, however far apart they are', () => {
    const height = 700;
    const [coverage, raster] = [new Coverage(), new Raster(40, height)];
    coverage.resize(40, height);
    coverage.within({ left: 0, top: 0, right: 40, bottom: height });
    const at = (column: number, shift: number): number => ((column * 7919 + shift * 104_729) % 9973) / 9973;
    for (let column = 0; column < 40; column++) {
      const [top, bottom] = [300 * at(column, 1), 400 + 350 * at(column, 2)];
      coverage.edge(column, top, column + 1, top + 60 * at(column, 3));
      coverage.edge(column + 1, bottom, column, bottom);
    }
    const [white, blue] = [packedColor('#ffffff'), packedColor('#0072b2')];
    const expected = new Raster(40, height);
    expected.clear(white);
    for (let column = 0; column < 40; column++) {
      let sum = 0;
      for (let row = 0; row < height; row++) {
        sum += coverage.changes[column * coverage.stride + row]!;
        const weight = Math.floor((Math.min(sum, WHOLE) * 128) / WHOLE + 0.5);
        expected.pixels[row * expected.stride + column] = mixed(white, blue, weight);
      }
    }
    raster.clear(white);
    raster.lay(coverage, blue, 0.5);
    expect(raster.pixels).toEqual(expected.pixels);
  });

  it('starts anew when its picture changes size', () => {
    const coverage = new Coverage();
    for (const [width, height] of [
      [40, 10],
      [10, 40],
      [60, 60],
    ] as const) {
      coverage.resize(width, height);
      const raster = new Raster(width, height);
      fillOutline(coverage, new Outline().clear(1).of(boxesShape([0, 0, width, height])));
      raster.lay(coverage, packedColor('#123456'), 1);
      expect(raster.pixels.filter((pixel) => pixel === packedColor('#123456'))).toHaveLength(width * height);
    }
  });
});

describe('styles', () => {
  it('are read from what a browser gives', () => {
    const bytes = (color: string): number[] => [0, 8, 16, 24].map((by) => (packedColor(color) >>> by) & 0xff);
    expect(bytes('#0072b2')).toEqual([0x00, 0x72, 0xb2, 255]);
    expect(bytes('rgb(213, 94, 0)')).toEqual([213, 94, 0, 255]);
    expect(bytes('color(srgb 0.5 1 0)')).toEqual([128, 255, 0, 255]);
  });

  it('mix by weight, byte by byte', () => {
    const [white, black] = [packedColor('#ffffff'), packedColor('#000000')];
    expect(mixed(white, black, 0)).toBe(white);
    expect(mixed(white, black, 256)).toBe(black);
    expect(mixed(packedColor('#ff0000'), packedColor('#0000ff'), 128)).toBe(packedColor('#7f007f'));
  });

  it('of a hatch have a ground and marks, at every ratio', () => {
    for (const density of [1, 1.25, 2]) {
      const tile = hatchTile('diagonal', density);
      expect(tile?.size).toBe(Math.round(6 * density));
      expect(Math.min(...tile!.opaque)).toBe(Math.round(0.45 * 256));
      expect(Math.max(...tile!.opaque)).toBeGreaterThan(0.9 * 256);
    }
    expect(hatchTile('plain', 1)).toBeNull();
  });
});

function near(value: number): unknown {
  return expect.closeTo(value, Math.round(-Math.log10(2 * STEP)));
}
