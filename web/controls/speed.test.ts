import { describe, expect, it } from 'vitest';
import { nextSpeed, positionOfSpeed, speedAtPosition, speedText } from './speed';

describe('the speed slider', () => {
  it('has one simulated second per second in the middle', () => {
    expect(positionOfSpeed(1)).toBe(0);
    expect(speedAtPosition(0)).toBe(1);
    expect(positionOfSpeed(0.001)).toBeCloseTo(-3, 12);
    expect(positionOfSpeed('max')).toBe(3);
  });

  it('returns speeds with two digits', () => {
    for (const speed of [0.001, 0.05, 0.37, 1, 4.9, 250, 1000]) {
      expect(speedAtPosition(positionOfSpeed(speed))).toBe(speed);
    }
  });
});

describe('nextSpeed', () => {
  it('steps through 1, 2, 5 and ends at max and at the lowest speed', () => {
    expect(nextSpeed(1, 1)).toBe(2);
    expect(nextSpeed(4.9, 1)).toBe(5);
    expect(nextSpeed(1, -1)).toBe(0.5);
    expect(nextSpeed(1000, 1)).toBe('max');
    expect(nextSpeed('max', 1)).toBe('max');
    expect(nextSpeed('max', -1)).toBe(1000);
    expect(nextSpeed(0.001, -1)).toBe(0.001);
  });
});

describe('speedText', () => {
  it('shows simulated time', () => {
    expect(speedText(4.912)).toBe('4.9×');
    expect(speedText(0.0123)).toBe('0.012×');
    expect(speedText(1234.5)).toBe('1,235×');
  });
});
