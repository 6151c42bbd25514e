/** Snippets of the editor: each is valid where it is inserted, and its id is new. */
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../scenario/types';
import { parseLesson } from '../format/parse';
import { lessonFrom } from './template';
import { factsOf, inserted, SNIPPETS } from './snippets';

const FACTS = factsOf(null);
const LESSON = lessonFrom('#1.dAAAA.00000000', FACTS);

describe('an inserted block', () => {
  it.each(SNIPPETS)('of kind %s leaves a lesson without problems, twice and anywhere', (kind) => {
    // Behind the scene, since most blocks need one.
    for (const mark of ['One sentence that', '{#first}', 'Say what to watch', 'has shown']) {
      const position = LESSON.indexOf(mark);
      expect(position).toBeGreaterThan(0);
      const once = inserted(LESSON, position, kind, FACTS);
      const twice = inserted(once.text, once.to, kind, FACTS);
      expect(parseLesson(twice.text)).toMatchObject({ ok: true });
      expect(once.text.slice(once.from, once.to)).not.toMatch(/ID|LAST/);
    }
  });

  it('stands behind the block in which the cursor is', () => {
    const { text, from } = inserted(LESSON, LESSON.indexOf('kind: choice'), 'task', FACTS);
    expect(text.slice(0, from)).toMatch(/buffer is full\n```\n:::\n\n$/);
    expect(text.slice(from)).toMatch(/^:::task\{#item-3\}/);
  });

  it('refers a reveal to the question before it, if there is one', () => {
    const behind = inserted(LESSON, LESSON.length, 'reveal', FACTS);
    expect(behind.text.slice(behind.from)).toMatch(/^:::reveal\{after=first\}/);
    const before = inserted(LESSON, LESSON.indexOf('Describe the network'), 'reveal', FACTS);
    expect(before.text.slice(before.from)).toMatch(/^:::explain/);
  });

  it('names the first link of the experiment and its limit', () => {
    const queue = { kind: 'drop_tail', limit_packets: null, limit_bytes: 11_000 };
    const facts = factsOf({ bottlenecks: [{ id: 'exit', queue }], duration_s: 120 } as unknown as Scenario);
    const { text } = inserted('', 0, 'task', facts);
    expect(text).toContain('at_most: [bottlenecks.exit.queue.limit_bytes, 22000]');
    expect(text).toContain('until: 120 s');
  });

  it('takes the end of an empty text', () => {
    expect(inserted('', 0, 'step', FACTS).text).toMatch(/^## One idea/);
  });
});
