import { expect, it } from 'vitest';
import type { Summary } from '../engine/summary';
import { groupSummary } from '../engine/testing/summaries';
import { differentSentences } from './comparedRows';

const said = (...sentences: (string | null)[]) =>
  ({ groups: sentences.map((sentence, i) => groupSummary({ id: `g${i}`, sentence })) }) as unknown as Summary;

it('the sentences of a group are compared where both runs have one and they differ', () => {
  const baseline = said('poor', 'the same', null, 'only before');
  const current = said('good', 'the same', 'only now');
  expect(differentSentences({ current, baseline })).toEqual([{ group: 'g0', before: 'poor', after: 'good' }]);
});
