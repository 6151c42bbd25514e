import { expect, it } from 'vitest';
import { cited } from './describe';

it('cites papers by author and year, and leaves other sources as they are', () => {
  expect(cited('ganjali-2007 Section 3.3')).toBe('Ganjali 2007, Section 3.3');
  expect(cited('hasegawa-2008')).toBe('Hasegawa 2008');
  expect(cited('ns-2.35 DropTail::enque; vishwanath-2011 Section II')).toBe(
    'ns-2.35 DropTail::enque; Vishwanath 2011, Section II',
  );
  expect(cited('RFC 9438; draft-ietf-ccwg-bbr-06')).toBe('RFC 9438; draft-ietf-ccwg-bbr-06');
});
