import { describe, expect, it } from 'vitest';
import { dragged, needsNewRange, positionOf, stepped, rangeAround, valueAt, type NumberKind } from './steps';

const rate: NumberKind = { type: 'number', min: 1e3, max: 1e13, log: true, nullable: false };
const delay: NumberKind = { type: 'number', min: 0, max: 100, log: true, nullable: false };
const count: NumberKind = { type: 'integer', min: 0, max: 100_000, log: true, nullable: false };
const segments: NumberKind = { type: 'integer', min: 1, max: 10, log: false, nullable: false };

describe('stepped', () => {
  it('moves the second significant digit', () => {
    expect(stepped(10e6, 1, rate, 'b/s')).toBe(11e6);
    expect(stepped(95e6, 1, rate, 'b/s')).toBe(96e6);
    expect(stepped(10e6, -1, rate, 'b/s')).toBe(9.9e6);
    expect(stepped(0.0399, 1, delay, 's')).toBe(0.04);
  });

  it('steps through 1, 2, 5 when coarse', () => {
    expect(stepped(10e6, 1, rate, 'b/s', true)).toBe(20e6);
    expect(stepped(20e6, 1, rate, 'b/s', true)).toBe(50e6);
    expect(stepped(10e6, -1, rate, 'b/s', true)).toBe(5e6);
    expect(stepped(7e6, -1, rate, 'b/s', true)).toBe(5e6);
  });

  it('always changes whole numbers, by one if the range is small', () => {
    expect(stepped(1, 1, count, 'flows')).toBe(2);
    expect(stepped(5, -1, count, 'flows')).toBe(4);
    expect(stepped(100, 1, count, 'flows')).toBe(110);
    expect(stepped(3, 1, segments, 'packets')).toBe(4);
  });

  it('steps away from zero and back to it', () => {
    expect(stepped(0, 1, delay, 's')).toBe(0.001);
    expect(stepped(0, 1, count, 'flows')).toBe(1);
    expect(stepped(1, -1, count, 'flows')).toBe(0);
  });

  it('stays within the range', () => {
    expect(stepped(1e3, -1, rate, 'b/s')).toBe(1e3);
    expect(stepped(10, 1, segments, 'packets')).toBe(10);
    expect(stepped(0, -1, delay, 's')).toBe(0);
  });
});

describe('dragged', () => {
  it('is a factor of ten in 160 pixels', () => {
    expect(dragged(10e6, 160, rate, 'b/s')).toBe(100e6);
    expect(dragged(10e6, -160, rate, 'b/s')).toBe(1e6);
    expect(dragged(10e6, 0, rate, 'b/s')).toBe(10e6);
  });

  it('changes by one if the range is small', () => {
    expect(dragged(3, 12, segments, 'packets')).toBe(5);
  });

  it('goes away from zero and back to it', () => {
    expect(dragged(0, 160, delay, 's')).toBe(0.01);
    expect(dragged(0.001, -500, delay, 's')).toBe(0);
  });
});

describe('track', () => {
  it('spans four decades around the value', () => {
    expect(rangeAround(10e6, rate, 'b/s')).toEqual({ low: 1e5, high: 1e9, zero: false });
    expect(rangeAround(5, count, 'flows')).toEqual({ low: 1, high: 100, zero: true });
  });

  it('returns each value at its position', () => {
    const track = rangeAround(10e6, rate, 'b/s');
    for (const value of [1e5, 2.2e6, 10e6, 1e9]) {
      expect(valueAt(positionOf(value, track), track, rate)).toBe(value);
    }
  });

  it('reaches zero at its left end where zero is allowed', () => {
    expect(valueAt(0, rangeAround(0.01, delay, 's'), delay)).toBe(0);
    expect(valueAt(0, rangeAround(10e6, rate, 'b/s'), rate)).toBe(1e5);
  });

  it('moves when the value is near an end', () => {
    const track = rangeAround(10e6, rate, 'b/s');
    expect(needsNewRange(10e6, track)).toBe(false);
    expect(needsNewRange(0.95e9, track)).toBe(true);
  });
});
