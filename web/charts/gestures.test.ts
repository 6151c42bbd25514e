import { describe, expect, it } from 'vitest';
import { Gestures } from './gestures';

const mouse = (x: number) => ({ id: 1, x, touch: false });
const finger = (id: number, x: number) => ({ id, x, touch: true });

describe('a mouse', () => {
  it('hovers while no button is down, and leaves', () => {
    const hand = new Gestures();
    expect(hand.move(mouse(40))).toEqual([{ kind: 'hover', x: 40 }]);
    expect(hand.leave(mouse(40))).toEqual([{ kind: 'hover', x: null }]);
  });

  it('taps when it hardly moves between press and release', () => {
    const hand = new Gestures();
    hand.press(mouse(40));
    expect(hand.move(mouse(42))).toEqual([]);
    expect(hand.release(mouse(42))).toEqual([{ kind: 'tap', x: 42 }]);
  });

  it('drags the picture by all that it moved, and does not tap afterwards', () => {
    const hand = new Gestures();
    hand.press(mouse(40));
    expect(hand.move(mouse(50))[0]).toEqual({ kind: 'pan', dx: 10 });
    expect(hand.move(mouse(55))[0]).toEqual({ kind: 'pan', dx: 5 });
    expect(hand.release(mouse(55))).toEqual([]);
  });
});

describe('a wheel', () => {
  it('zooms in upwards about the pointer, and back out by the same', () => {
    const hand = new Gestures();
    const near = hand.wheel(0, -100, 30, false);
    const far = hand.wheel(0, 100, 30, false);
    expect(near).toMatchObject({ kind: 'zoom', x: 30 });
    if (near.kind !== 'zoom' || far.kind !== 'zoom') throw new Error('both zoom');
    expect(near.factor).toBeGreaterThan(1);
    expect(near.factor * far.factor).toBeCloseTo(1, 12);
  });

  it('pans sideways or with Shift', () => {
    expect(new Gestures().wheel(30, 4, 0, false)).toEqual({ kind: 'pan', dx: -30 });
    expect(new Gestures().wheel(0, 30, 0, true)).toEqual({ kind: 'pan', dx: -30 });
  });
});

describe('two fingers', () => {
  it('zoom by how far they part, about their middle', () => {
    const hand = new Gestures();
    hand.press(finger(1, 100));
    hand.press(finger(2, 200));
    expect(hand.move(finger(2, 300))[0]).toEqual({ kind: 'zoom', factor: 2, x: 200 });
  });

  it('do not tap when lifted', () => {
    const hand = new Gestures();
    hand.press(finger(1, 100));
    hand.press(finger(2, 200));
    expect(hand.release(finger(2, 200))).toEqual([]);
    expect(hand.release(finger(1, 100))).toEqual([]);
  });
});

describe('a finger', () => {
  it('never hovers', () => {
    expect(new Gestures().move(finger(1, 10))).toEqual([]);
  });
});
