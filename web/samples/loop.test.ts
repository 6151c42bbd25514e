import { describe, expect, it, vi } from 'vitest';
import { FrameLoop } from './loop';

/** A loop whose display frames are cranked by hand. */
function cranked() {
  const waiting: (() => void)[] = [];
  const loop = new FrameLoop((callback) => void waiting.push(callback));
  return { loop, waiting, frame: () => waiting.splice(0).forEach((callback) => callback()) };
}

describe('the frame loop', () => {
  it('gives everyone one turn per display frame, and asks for one at a time', () => {
    const { loop, waiting, frame } = cranked();
    const [a, b] = [{ turn: vi.fn() }, { turn: vi.fn() }];
    loop.serve(a);
    loop.serve(b);
    for (let i = 0; i < 3; i++) {
      expect(waiting).toHaveLength(1);
      frame();
    }
    expect(a.turn).toHaveBeenCalledTimes(3);
    expect(b.turn).toHaveBeenCalledTimes(3);
  });

  it('goes on for the others when one leaves, rests when nobody is left, and begins anew', () => {
    const { loop, waiting, frame } = cranked();
    const [a, b] = [{ turn: vi.fn() }, { turn: vi.fn() }];
    const leave = [loop.serve(a), loop.serve(b)];
    leave[1]?.();
    frame();
    leave[0]?.();
    frame();
    expect(a.turn).toHaveBeenCalledTimes(1);
    expect(b.turn).not.toHaveBeenCalled();
    expect(waiting).toHaveLength(0);
    loop.serve(b);
    frame();
    expect(b.turn).toHaveBeenCalledTimes(1);
  });

  it('goes on after an error in a turn, which is reported', () => {
    const report = vi.fn();
    vi.stubGlobal('reportError', report);
    const { loop, frame } = cranked();
    const broken = new Error('broken');
    const after = { turn: vi.fn() };
    loop.serve({
      turn() {
        throw broken;
      },
    });
    loop.serve(after);
    for (let i = 0; i < 2; i++) frame();
    expect(after.turn).toHaveBeenCalledTimes(2);
    expect(report.mock.calls).toEqual([[broken], [broken]]);
    vi.unstubAllGlobals();
  });
});
