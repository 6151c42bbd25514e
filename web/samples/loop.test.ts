import { describe, expect, it, vi } from 'vitest';
import type { Frame, Layout } from '../engine/protocol';
import { frames } from './frames';
import { FrameLoop, type FrameSource } from './loop';
import { viewActions } from './view';

const LAYOUT: Layout = { links: [], groups: [], flows: [], series: [] };

function frame(t_s: number): Frame {
  return {
    type: 'frame',
    run: 1,
    t_s,
    playing: true,
    ended: false,
    seeking: false,
    speed: 1,
    t0_s: 0,
    t1_s: 20,
    columns: 1,
    data: new Float32Array(1),
    now: new Float64Array(0),
    histogram: new Float32Array(0),
    marks: new Float64Array(0),
  };
}

function loop() {
  let next: (() => void) | undefined;
  const it = new FrameLoop((callback) => {
    next = callback;
  });
  const source = { wantFrame: vi.fn<FrameSource['wantFrame']>(), setView: vi.fn<FrameSource['setView']>() };
  it.connect(source);
  it.start();
  return { it, source, turn: () => next?.() };
}

describe('the frame loop', () => {
  it('has at most one frame under way', () => {
    const { it, source, turn } = loop();
    for (let i = 0; i < 5; i++) turn();
    expect(source.wantFrame).toHaveBeenCalledTimes(1);
    it.receive(frame(1), LAYOUT);
    turn();
    expect(source.wantFrame).toHaveBeenCalledTimes(2);
  });

  it('shows each frame once to everyone, also when one painter fails', () => {
    const { it, turn } = loop();
    const reported = vi.fn();
    vi.stubGlobal('reportError', reported);
    const failing = frames.subscribe(() => {
      throw new Error('a painter failed');
    });
    const seen: number[] = [];
    const stop = frames.subscribe(({ t_s }) => seen.push(t_s));
    for (const t_s of [1, 2]) {
      turn();
      it.receive(frame(t_s), LAYOUT);
    }
    turn();
    turn();
    stop();
    failing();
    expect(seen).toEqual([1, 2]);
    expect(frames.latest?.t_s).toBe(2);
    expect(frames.layout).toBe(LAYOUT);
    expect(reported).toHaveBeenCalledTimes(2);
    vi.unstubAllGlobals();
  });

  it('gives memory back only after the next frame was shown', () => {
    const { it, source, turn } = loop();
    const first = frame(1);
    turn();
    it.receive(first, LAYOUT);
    turn();
    expect(source.wantFrame).toHaveBeenLastCalledWith(undefined);
    it.receive(frame(2), LAYOUT);
    turn();
    expect(source.wantFrame).toHaveBeenLastCalledWith(first.data.buffer);
  });

  it('tells the engine a view only when it changed, also while a frame is under way', () => {
    const { source, turn } = loop();
    turn();
    turn();
    expect(source.setView).toHaveBeenCalledTimes(1);
    viewActions.setColumns(321);
    turn();
    expect(source.setView).toHaveBeenCalledTimes(2);
    expect(source.setView).toHaveBeenLastCalledWith(expect.objectContaining({ columns: 321 }));
  });

  it('forgets everything when the engine is gone', () => {
    const { it, source, turn } = loop();
    turn();
    it.receive(frame(1), LAYOUT);
    turn();
    it.connect(null);
    turn();
    expect(frames.latest).toBeNull();
    expect(source.wantFrame).toHaveBeenCalledTimes(2);
  });
});
