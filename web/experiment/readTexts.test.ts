/** Reading of typed answers. */
import { describe, expect, it } from 'vitest';
import { FIRST_TEXTS, readTexts, withText } from './readTexts';

describe('texts', () => {
  it('are read with their units, and an empty number of users is 0', () => {
    const { answers, problems } = readTexts({
      ...FIRST_TEXTS,
      rate: '2.5G',
      rtt: '120 ms',
      web: '',
      game: '7',
    });
    expect(problems).toEqual({});
    expect(answers).toMatchObject({ rate_bps: 2.5e9, rtt_s: 0.12, services: { web: 0, game: 7, call: 1 } });
  });

  it('with problems give no answers, but a message for each field', () => {
    const { answers, problems } = readTexts({
      ...FIRST_TEXTS,
      rate: 'fast',
      rtt: '1 h',
      call: '1.5',
      game: '-1',
    });
    expect(answers).toBeNull();
    expect(Object.keys(problems).sort()).toEqual(['call', 'game', 'rate', 'rtt']);
    expect(problems.rtt).toContain('5 s');
  });

  it('need a flow or a service', () => {
    const { problems } = readTexts({ ...FIRST_TEXTS, flows: '0', call: '0', question: 'utilization' });
    expect(Object.keys(problems)).toEqual(['flows']);
  });

  it('need a user of the service that the question is about', () => {
    const { problems } = readTexts({ ...FIRST_TEXTS, call: '0' });
    expect(Object.keys(problems)).toEqual(['question']);
  });

  it('a question about an unused service adds one user of it', () => {
    expect(withText(FIRST_TEXTS, 'question', 'video')).toMatchObject({ question: 'video', video: '1' });
    expect(withText({ ...FIRST_TEXTS, video: '3' }, 'question', 'video')).toMatchObject({ video: '3' });
  });
});
