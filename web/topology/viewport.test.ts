import { describe, expect, it } from 'vitest';
import { centered, fitScale, held, MAX_ZOOM, MIN_FIT, overflows, showing, zoomedAbout } from './viewport';

const window = { w: 400, h: 200 };

describe('the view of the picture', () => {
  it('is never enlarged to fit, nor made unreadable', () => {
    expect(fitScale({ w: 100, h: 100 }, window)).toBe(1);
    expect(fitScale({ w: 500, h: 100 }, window)).toBe(0.8);
    expect(fitScale({ w: 5000, h: 100 }, window)).toBe(MIN_FIT);
  });

  it('keeps the point under the pointer while zooming', () => {
    const before = { k: 1, x: 10, y: 20 };
    const about = { x: 150, y: 90 };
    const after = zoomedAbout(before, 2, about);
    const world = { x: (about.x - before.x) / before.k, y: (about.y - before.y) / before.k };
    expect(after.k * world.x + after.x).toBeCloseTo(about.x);
    expect(after.k * world.y + after.y).toBeCloseTo(about.y);
    expect(zoomedAbout(before, 1e9, about).k).toBe(MAX_ZOOM);
  });

  it('cannot be dragged off the window', () => {
    const content = { w: 1000, h: 100 };
    expect(held({ k: 1, x: 500, y: 500 }, content, window)).toEqual({ k: 1, x: 0, y: 50 });
    expect(held({ k: 1, x: -5000, y: 0 }, content, window)).toEqual({ k: 1, x: -600, y: 50 });
  });

  it('is centered if there is space', () => {
    expect(centered({ w: 200, h: 100 }, window, 1)).toEqual({ k: 1, x: 100, y: 50 });
    expect(centered({ w: 800, h: 100 }, window, 1)).toEqual({ k: 1, x: 0, y: 50 });
  });

  it('moves as little as needed to show the focused element', () => {
    const view = { k: 1, x: 0, y: 0 };
    expect(showing(view, { x: 100, y: 50, w: 50, h: 50 }, window)).toEqual(view);
    expect(showing(view, { x: 500, y: 50, w: 50, h: 50 }, window).x).toBe(400 - 558);
  });

  it('reports the axis on which the drawing overflows', () => {
    expect(overflows({ k: 1, x: 0, y: 0 }, { w: 500, h: 100 }, window)).toEqual({ x: true, y: false });
  });
});
