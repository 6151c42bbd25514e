// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Frame } from '../engine/protocol';
import { Frames } from '../samples/frames';
import { drawingMoves, showFrames } from './live';

/** Makes every display frame last until `at_ms` says otherwise. */
function clock() {
  const timeline = { currentTime: 0 };
  Object.defineProperty(document, 'timeline', { value: timeline, configurable: true });
  return { at: (at_ms: number) => void (timeline.currentTime = at_ms) };
}

afterEach(() => {
  Reflect.deleteProperty(document, 'timeline');
});

const frame = (fields: Partial<Frame>): Frame => ({ playing: true, seeking: false, ...fields }) as Frame;

describe('the drawing', () => {
  it('changes in every second display frame at 60 Hz, the same for all parts', () => {
    const { at } = clock();
    const answers = Array.from({ length: 8 }, (_, i) => {
      at(1e6 + (i * 1000) / 60);
      return [drawingMoves(), drawingMoves()];
    });
    expect(answers.map(([first, second]) => first === second)).not.toContain(false);
    expect(answers.map(([moves]) => moves)).toEqual([true, false, true, false, true, false, true, false]);
  });

  it('changes in every display frame of a slow page', () => {
    const { at } = clock();
    const answers = Array.from({ length: 5 }, (_, i) => {
      at(2e6 + i * 40);
      return drawingMoves();
    });
    expect(answers).not.toContain(false);
  });

  it('paints every frame of a run that is paused or seeks', () => {
    const { at } = clock();
    at(3e6);
    const frames = new Frames();
    const paint = vi.fn();
    showFrames(frames, paint, (error) => expect.unreachable(String(error)));
    const layout = { links: [], groups: [], edges: [] } as never;
    frames.publish(frame({}), layout);
    at(3e6 + 1);
    frames.publish(frame({}), layout);
    expect(paint).toHaveBeenCalledTimes(1);
    frames.publish(frame({ playing: false }), layout);
    frames.publish(frame({ seeking: true }), layout);
    expect(paint).toHaveBeenCalledTimes(3);
  });

  it('ends with the error of a painter, and other listeners go on', () => {
    const { at } = clock();
    at(4e6);
    const frames = new Frames();
    const broken = vi.fn(() => {
      throw new Error('no pipe');
    });
    const fail = vi.fn();
    const other = vi.fn();
    showFrames(frames, broken, fail);
    frames.subscribe(other);
    for (let i = 0; i < 2; i++) frames.publish(frame({ playing: false }), null);
    expect(broken).toHaveBeenCalledTimes(1);
    expect(fail).toHaveBeenCalledExactlyOnceWith(new Error('no pipe'));
    expect(other).toHaveBeenCalledTimes(2);
  });
});
