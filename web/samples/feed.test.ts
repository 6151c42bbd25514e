import { describe, expect, it, vi } from 'vitest';
import type { Frame, Layout } from '../engine/protocol';
import { FrameFeed, type FrameSource } from './feed';
import { Frames } from './frames';
import { createView } from './view';

const LAYOUT: Layout = { links: [], groups: [], flows: [], series: [], links_without_groups: [] };

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
    series: [],
    data: new Float32Array(1),
    now: new Float64Array(0),
    histograms: [],
    histogram: new Float32Array(0),
    counted: [],
    counts: new Uint16Array(0),
    marks: new Float64Array(0),
    crowded: false,
    marks_from_s: 0,
  };
}

function feed() {
  const frames = new Frames();
  const view = createView();
  const it = new FrameFeed(frames, view);
  const source = {
    requestFrame: vi.fn<FrameSource['requestFrame']>(),
    setView: vi.fn<FrameSource['setView']>(),
  };
  it.connect(source);
  return { it, source, frames, view, turn: () => it.turn() };
}

describe('a feed of frames', () => {
  it('has at most one frame under way', () => {
    const { it, source, turn } = feed();
    for (let i = 0; i < 5; i++) turn();
    expect(source.requestFrame).toHaveBeenCalledTimes(1);
    it.receive(frame(1), LAYOUT);
    turn();
    expect(source.requestFrame).toHaveBeenCalledTimes(2);
  });

  it('shows each frame once to everyone, also when one painter fails', () => {
    const { it, frames, turn } = feed();
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
    const { it, source, turn } = feed();
    const first = frame(1);
    turn();
    it.receive(first, LAYOUT);
    turn();
    expect(source.requestFrame).toHaveBeenLastCalledWith(undefined);
    it.receive(frame(2), LAYOUT);
    turn();
    expect(source.requestFrame).toHaveBeenLastCalledWith(first.data.buffer);
  });

  it('tells the engine a view only when it changed, also while a frame is under way', () => {
    const { source, view, turn } = feed();
    turn();
    turn();
    expect(source.setView).toHaveBeenCalledTimes(1);
    view.actions.setColumns(321);
    turn();
    expect(source.setView).toHaveBeenCalledTimes(2);
    expect(source.setView).toHaveBeenLastCalledWith(expect.objectContaining({ columns: 321 }));
  });

  it('tells the engine what the charts need, and only where that is something else', () => {
    const { source, view, turn } = feed();
    const needs = { series: ['link.r0.queue_packets'], histograms: ['r0'], counts: [] };
    view.actions.need(needs);
    turn();
    view.actions.need(structuredClone(needs));
    turn();
    expect(source.setView).toHaveBeenCalledTimes(1);
    expect(source.setView).toHaveBeenLastCalledWith(expect.objectContaining(needs));
    view.actions.need({ ...needs, histograms: [] });
    turn();
    expect(source.setView).toHaveBeenCalledTimes(2);
  });

  it('forgets everything when the engine is gone', () => {
    const { it, source, frames, turn } = feed();
    turn();
    it.receive(frame(1), LAYOUT);
    turn();
    it.connect(null);
    turn();
    expect(frames.latest).toBeNull();
    expect(source.requestFrame).toHaveBeenCalledTimes(2);
  });

  it('passes over a frame of a run that is not shown, and asks for the next with its memory', () => {
    const { it, source, frames, turn } = feed();
    const other = frame(1);
    turn();
    it.pass(other);
    turn();
    expect(frames.latest).toBeNull();
    expect(source.requestFrame).toHaveBeenLastCalledWith(other.data.buffer);
  });

  it('shows its frames to its own painters only', () => {
    const [a, b] = [feed(), feed()];
    a.it.receive(frame(1), LAYOUT);
    b.it.receive(frame(2), LAYOUT);
    a.turn();
    b.turn();
    expect([a.frames.latest?.t_s, b.frames.latest?.t_s]).toEqual([1, 2]);
  });
});
