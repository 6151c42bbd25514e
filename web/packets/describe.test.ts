import { expect, it } from 'vitest';
import { saysOf, sentenceOf } from './describe';
import { packetsOf } from './packet';
import { ack, packet } from './testing';

const names = { links: ['r0', 'r0, reverse'], reasons: ['Buffer full'] };

it('a dropped segment has its bytes, and the place and the reason of the drop', () => {
  const dropped = packet(3, { fate: { kind: 'dropped', at_s: 0.3125, node: 0, reason: 0 } });
  expect(sentenceOf(dropped, names)).toBe(
    'Segment 3 (bytes 3,001 to 4,000), at 0.300000 s, dropped at r0 after 12.5 ms: buffer full',
  );
});

it('an acknowledgment has its number and what its header reports', () => {
  const duplicate = ack(4, 2001, { kind: 'duplicate_ack', number: 2, flags: 1, blocks: [[3001, 5001]] });
  expect(saysOf(duplicate)).toBe('ECE, SACK 3,001–5,000');
  expect(sentenceOf(duplicate, names)).toContain('Duplicate ACK 2,001 (next segment 2)');
  expect(sentenceOf(ack(4, 2001, { fate: { kind: 'in_flight' } }), names)).toContain('in flight');
  const atSender = ack(5, 2001, { fate: { kind: 'arrived', at_s: 0.5 } });
  expect(sentenceOf(atSender, names), 'at the sender it arrives when it passes').toMatch(/, arrived$/);
});

it('rows of numbers become packets', () => {
  const row = [7, 1.5, 3, 0, 12, 9001, 9001, 20_001, 10_001, 12_001, 0, 0, 0, 0, 64, 3, 0, 2, 1.6, 1];
  const [read] = packetsOf(Float64Array.from(row), row.length);
  expect(read).toMatchObject({
    place: 7,
    kind: 'duplicate_ack',
    windowEnd: 20_001,
    blocks: [[10_001, 12_001]],
    marked: true,
    fate: { kind: 'dropped', at_s: 1.6, node: 1, reason: 0 },
  });
});
