// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { CanvasRenderer, sharpContext } from './canvas';
import { recordingContext } from './testing';
import { addPoint, areaShape, boxesShape, columnsShape, lineShape, pointsFor } from './shapes';
import { bandPoints } from '../charts/traces';

const BLACK = { color: '#000000' };

/** Calls of a canvas for what `draw` draws. */
function drawn(draw: (renderer: CanvasRenderer) => void): string[] {
  const { context, calls } = recordingContext();
  draw(new CanvasRenderer(context, 'sans-serif'));
  return calls;
}

/** Returns the points of a line with one height per column, at the middles of the columns. */
function through(heights: readonly number[]) {
  const points = pointsFor(heights.length);
  heights.forEach((y, i) => addPoint(points, i + 0.5, y));
  return points;
}

/** Returns the corners of the path of the only shape. */
const cornersOf = (calls: readonly string[]): [number, number][] =>
  calls
    .map((call) => /^(?:moveTo|lineTo) (\S+) (\S+)/.exec(call))
    .flatMap((match) => (match ? [[Number(match[1]), Number(match[2])] as [number, number]] : []));

describe('the renderer of canvases', () => {
  it('draws through every extreme of a busy band and not beyond', () => {
    const lo = Float32Array.from({ length: 60 }, (_, i) => (i * 7) % 20);
    const hi = lo.map((value, i) => value + 5 + ((i * 11) % 17));
    const points = pointsFor(3 * 60);
    bandPoints({ lo, hi, mean: hi }, (value) => 50 - value, { first: 0.5, step: 1 }, points);
    const corners = cornersOf(
      drawn((renderer) => renderer.stroke(lineShape(points), { ...BLACK, width: 1 })),
    );
    for (let i = 0; i < 60; i++) {
      const heights = corners.filter(([x]) => x === i + 0.5).map(([, y]) => y);
      expect([Math.min(...heights), Math.max(...heights)]).toEqual([50 - hi[i]!, 50 - lo[i]!]);
    }
  });

  it('breaks a line where there is no value', () => {
    const line = lineShape(through([4, 4, NaN, 4, 5]));
    const calls = drawn((renderer) => renderer.stroke(line, { ...BLACK, width: 1 }));
    expect(calls.filter((call) => /^(moveTo|lineTo)/.test(call))).toEqual([
      'moveTo 0.5 4',
      'lineTo 1.5 4',
      'moveTo 3.5 4',
      'lineTo 4.5 5',
    ]);
  });

  it('fills columns with a step between them, and areas along a slope', () => {
    const base = new Float32Array(2).fill(9);
    const corners = (shape: typeof areaShape) =>
      cornersOf(drawn((renderer) => renderer.fill(shape(through([4, 6]), base), BLACK)));
    expect(corners(columnsShape).slice(0, 4)).toEqual([
      [0.5, 4],
      [1, 4],
      [1, 6],
      [1.5, 6],
    ]);
    expect(corners(areaShape)).not.toContainEqual([1, 4]);
    expect(columnsShape(through([4, 6]), base)(null)).toBe(areaShape(through([4, 6]), base)(null));
  });

  it('draws a set of rectangles as one path, so that overlaps count once', () => {
    const calls = drawn((renderer) => renderer.fill(boxesShape([0, 0, 3, 3, 1, 0, 3, 3]), BLACK));
    expect(calls).toEqual(['beginPath', 'rect 0 0 3 3', 'rect 1 0 3 3', 'fill']);
  });

  it('clips what is drawn within a box, and nothing after it', () => {
    const calls = drawn((renderer) => {
      renderer.clipped({ x: 1, y: 2, width: 3, height: 4 }, () => renderer.text(1, 2, 'r0', BLACK));
      renderer.text(1, 2, 'r1', BLACK);
    });
    const names = calls.map((call) => call.split(' ').slice(0, 2).join(' '));
    expect(names).toEqual(
      ['save ', 'beginPath', 'rect 1', 'clip', 'fillText r0', 'restore', 'fillText r1'].map((one) =>
        one.trim(),
      ),
    );
  });

  it('draws symbols over their rims', () => {
    const calls = drawn((renderer) => renderer.symbols('square', [10, 10, 30, 10], 8, '#000', '#fff'));
    expect(calls.filter((call) => /^(stroke|fill)$/.test(call))).toEqual(['stroke', 'fill']);
    expect(calls.filter((call) => call.startsWith('moveTo'))).toHaveLength(2);
  });

  it('makes the pattern of a hatch once per color', () => {
    const { context, calls } = recordingContext();
    const tiles = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const renderer = new CanvasRenderer(context, 'sans-serif');
    for (let i = 0; i < 3; i++)
      renderer.fill(boxesShape([0, 0, 9, 9]), { color: '#123456', hatch: 'diagonal' });
    expect(calls.filter((call) => call.startsWith('createPattern'))).toHaveLength(1);
    tiles.mockRestore();
  });
});

describe('a canvas', () => {
  it('has as many pixels as the screen shows, and units of CSS pixels', () => {
    const { context, calls } = recordingContext();
    const canvas = { width: 1, height: 1, getContext: () => context } as unknown as HTMLCanvasElement;
    sharpContext(canvas, 300, 150.4, 1.25);
    expect([canvas.width, canvas.height]).toEqual([375, 188]);
    expect(calls).toEqual(['setTransform 1.25 0 0 1.25 0 0', 'clearRect 0 0 300 150.4']);
  });
});
