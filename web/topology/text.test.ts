import { describe, expect, it } from 'vitest';
import {
  countText,
  delayText,
  groupSentence,
  levelText,
  limitSentence,
  limitText,
  limitWithin,
  linkSentence,
  shortCount,
  shortened,
  tickText,
} from './text';
import { FAKE_CATALOG } from '../engine/testing/fake-engine';
import { bottleneck, edge, group } from './testing/dumbbell';

const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

describe('texts of the picture', () => {
  it('write a level in the unit of its limit', () => {
    expect(levelText(62, 'packets', 100)).toBe('62');
    expect(limitText('packets', 100)).toBe('/ 100 pkt');
    expect(limitWithin('packets', 200, 100)).toBe('/ 200 pkt');
    expect(limitWithin('packets', 200, 60)).toBe('/ 200');
    expect(limitWithin('bytes', 20_000, 10)).toBe('/ 20 kB');
    expect(levelText(11_320, 'bytes', 20_000)).toBe('11.3');
    expect(limitText('bytes', 20_000)).toBe('/ 20 kB');
    expect(levelText(800, 'bytes', 5_000)).toBe('800');
    expect(limitText('bytes', 5_000)).toBe('/ 5,000 B');
    expect(tickText(15_000, 'bytes', 20_000)).toBe('15');
  });

  it('write distributions as a range', () => {
    expect(plain(delayText({ uniform: [0.001, 0.025] }))).toBe('1–25 ms');
    expect(plain(delayText({ uniform: [0.0005, 0.025] }))).toBe('500 µs–25 ms');
    expect(plain(delayText({ list: [0.003, 0.001, 0.002] }))).toBe('1–3 ms');
    expect(plain(delayText({ uniform: [0, 0.01] }))).toBe('0–10 ms');
    expect(plain(delayText({ list: [0.002] }))).toBe('2 ms');
    expect(plain(delayText({ exponential: 0.005 }))).toBe('mean 5 ms');
    expect(plain(delayText({ pareto: [0.005, 1.5] }))).toBe('mean 5 ms');
  });

  it('stay short', () => {
    expect(countText(1234567)).toBe('1,234,567');
    expect(shortCount(9_999)).toBe('9,999');
    expect(shortCount(12_345)).toBe('12.3k');
    expect(shortCount(1_234_567)).toBe('1.23M');
    expect(shortened('a very long label', 60)).toBe('a ver…');
    expect(shortened('tcp', 60)).toBe('tcp');
  });
});

describe('sentences for those who listen', () => {
  it('describe the elements', () => {
    const tcp = group('tcp', {
      count: 40,
      access: { ...group('x').access, delay_s: { uniform: [0.001, 0.025] } },
    });
    expect(plain(groupSentence(tcp, ['r0'], FAKE_CATALOG))).toBe(
      'Group tcp: 40 TCP flows, forward through r0, access 1 Gb/s, 1–25 ms',
    );
    expect(plain(linkSentence('bottleneck', bottleneck('r0')))).toBe(
      'Bottleneck r0: 10 Mb/s, 40 ms, buffer 100 packets',
    );
    expect(plain(linkSentence('edge', edge('b1', { side: 'right' })))).toMatch(
      /^Edge router b1 on the right: 1 Gb/,
    );
  });

  it('give the time to drain of a buffer in bytes', () => {
    expect(plain(limitSentence(20_000, 'bytes', 1e7))).toBe('20 kB, 16 ms at 10 Mb/s');
    expect(limitSentence(1, 'packets', 1e7)).toBe('1 packet');
  });
});
