import { describe, expect, it } from 'vitest';
import { parseCourse } from './course';

const FRONT = '---\ntitle: Buffers\nabout: Twelve lessons.\n---\n';

describe('a course', () => {
  it('has topics with lessons in order', () => {
    expect(
      parseCourse(`${FRONT}\n## One\n\n1. [A \`b\`](a.md)\n2. [C](c-d_2.md)\n\n## Two\n\n1. [E](e.md)\n`),
    ).toEqual({
      ok: true,
      course: {
        title: 'Buffers',
        about: 'Twelve lessons.',
        topics: [
          {
            title: 'One',
            lessons: [
              { id: 'a', title: 'A b' },
              { id: 'c-d_2', title: 'C' },
            ],
          },
          { title: 'Two', lessons: [{ id: 'e', title: 'E' }] },
        ],
      },
    });
  });

  it.each([
    ['without front matter', '## A\n\n1. [A](a.md)', '1: The file does not begin with front matter'],
    ['without a title', '---\nabout: x\n---\n## A\n\n1. [A](a.md)', '2: “title” is missing'],
    [
      'with an unknown field',
      `${FRONT.replace('about', 'abuot')}## A\n\n1. [A](a.md)`,
      '3: “abuot” is no field',
    ],
    ['without lessons', `${FRONT}## A`, '1: The course has no lesson'],
    ['with lessons before a topic', `${FRONT}1. [A](a.md)`, '5: The list precedes the first topic'],
    ['with text', `${FRONT}## A\n\nText.\n\n1. [A](a.md)`, '7: This is neither a topic'],
    ['with a list without numbers', `${FRONT}## A\n\n- [A](a.md)`, '7: This is neither a topic'],
    [
      'with an entry that is no link',
      `${FRONT}## A\n\n1. [A](a.md)\n2. B`,
      '8: The entry is not only a link',
    ],
    ['with a link elsewhere', `${FRONT}## A\n\n1. [A](https://b.c/a.md)`, '7: The entry is not only a link'],
    ['with a link to another folder', `${FRONT}## A\n\n1. [A](../a.md)`, '7: The entry is not only a link'],
    [
      'with a lesson twice',
      `${FRONT}## A\n\n1. [A](a.md)\n2. [B](a.md)`,
      '8: The lesson “a” is in the course already',
    ],
    ['with a lesson named as a view', `${FRONT}## A\n\n1. [A](grade.md)`, '7: “grade” has another meaning'],
    ['with an image', `${FRONT}## A\n\n1. ![A](a.md)`, '7: The entry is not only a link'],
    ['with HTML', `${FRONT}## A\n\n<b>`, '7: This is neither a topic'],
    ['that is too large', 'a'.repeat(200_001), '1: The file is too large'],
    [
      'with many lessons',
      `${FRONT}## A\n\n${Array.from({ length: 201 }, (_, i) => `1. [A](a${i}.md)`).join('\n')}`,
      '1: The course has too many lessons',
    ],
  ])('%s is refused at its line', (_, text, message) => {
    const parsed = parseCourse(text);
    const problems = parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line}: ${message}`);
    expect(
      problems.find((one) => one.startsWith(message)),
      problems.join('\n'),
    ).toBeDefined();
  });
});
