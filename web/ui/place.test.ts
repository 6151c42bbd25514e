import { describe, expect, it } from 'vitest';
import { placeBeside } from './place';

const viewport = { width: 360, height: 740 };
const panel = { width: 200, height: 100 };

describe('placeBeside', () => {
  it('puts the panel below its anchor', () => {
    expect(placeBeside({ left: 20, top: 40, width: 24, height: 24 }, panel, viewport)).toEqual({
      x: 20,
      y: 68,
    });
  });

  it('puts it above if there is more space', () => {
    expect(placeBeside({ left: 20, top: 700, width: 24, height: 24 }, panel, viewport)).toEqual({
      x: 20,
      y: 596,
    });
  });

  it('keeps it on the screen', () => {
    const { x } = placeBeside({ left: 330, top: 40, width: 24, height: 24 }, panel, viewport);
    expect(x + panel.width).toBeLessThanOrEqual(viewport.width);
    const tall = placeBeside(
      { left: 0, top: 300, width: 24, height: 24 },
      { width: 400, height: 900 },
      viewport,
    );
    expect(tall).toEqual({ x: 4, y: 4 });
  });
});
