import { describe, expect, it } from 'vitest';
import { fullLesson as full } from '../../../tests/lessons/samples';
import { FRONT, SCENE, lessonOf, problemsIn, problemsOf } from '../testing';
import { parseLesson } from './parse';

describe('a lesson with every block', () => {
  const parsed = parseLesson(full);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { lesson } = parsed;
  const blocks = lesson.steps.flatMap((step) => step.blocks);

  it('has its front matter', () => {
    expect(lesson).toMatchObject({
      title: 'What a buffer does',
      level: 1,
      minutes: 8,
      leavesOut: 'Packets of different sizes.',
      presets: ['one-flow'],
      figures: ['buffers-fig1'],
      teacher: { misconceptions: ['A larger buffer is always better.'] },
    });
    expect(lesson.goals).toHaveLength(2);
  });

  it('has its steps and blocks in order, with the line of each', () => {
    expect(lesson.steps.map(({ heading }) => heading)).toEqual(['A queue at a link', 'The run']);
    expect(blocks.map(({ kind }) => kind).join()).toBe(
      'text,scene,text,predict,predict,predict,predict,run,run,task,reveal,explain,check,data',
    );
    const rows = full.split('\n');
    for (const { kind, line } of blocks)
      if (kind !== 'text') expect(rows[line - 1]).toMatch(new RegExp(`^:::${kind}`));
  });

  it('has the data of each block', () => {
    const [scene, , , , curve, run, drop, task] = blocks.filter(({ kind }) => kind !== 'text');
    expect(scene).toMatchObject({
      origin: { kind: 'preset', id: 'one-flow' },
      set: [['bottlenecks.r0.queue.limit_packets', 20]],
      show: ['queue', 'windows'],
      speed: 4,
      seed: 7,
      watch: [0],
      until_s: 60,
    });
    expect(run).toMatchObject({ kind: 'run', until: { kind: 'time', t_s: 30 }, show: 'queue' });
    expect(drop).toMatchObject({ kind: 'run', until: { kind: 'event', event: 'drop' }, show: null });
    expect(task).toMatchObject({
      hints: ['Start with 20 packets.', 'The product of rate and delay is 22 packets.'],
      solution: { set: [['bottlenecks.r0.queue.limit_packets', '22 packets']], until_s: 60 },
    });
    expect(curve).toMatchObject({ answer: { kind: 'curve', correct: { kind: 'points' }, within: 0.15 } });
  });

  it('is the same with other ends of lines', () => {
    const withoutOffsets = (text: string) =>
      JSON.stringify(parseLesson(text), (key, value: unknown) => (key === 'position' ? undefined : value));
    expect(withoutOffsets(full.replaceAll('\n', '\r\n')).replaceAll('\\r\\n', '\\n')).toBe(
      withoutOffsets(full),
    );
  });
});

describe('the parts of a file', () => {
  it.each([
    ['a file without front matter', '## A\n\nText.', '1: The file does not begin with front matter'],
    ['an empty file', '', '1: The file does not begin with front matter'],
    ['a missing title', FRONT.replace('title', 'titel'), '2: “title” is missing in the front matter'],
    ['an unknown field', FRONT.replace('title', 'titel'), '2: “titel” is no field of the front matter'],
    [
      'a level above 3',
      FRONT.replace('level: 1', 'level: 4'),
      '3: “level” has a wrong value: “4”. Accepted: an integer from 1 to 3.',
    ],
    ['a level as text', FRONT.replace('level: 1', 'level: core'), '3: “level” has a wrong value: “core”.'],
    [
      'minutes above 60',
      FRONT.replace('minutes: 5', 'minutes: 61'),
      '4: “minutes” has a wrong value: “61”. Accepted: an integer from 1 to 60.',
    ],
    ['no source', FRONT.replace(/sources.*/, 'sources: []'), '5: “sources” has a wrong value: a list.'],
    [
      'sources as a text',
      FRONT.replace(/sources.*/, 'sources: RFC'),
      '5: “sources” has a wrong value: “RFC”. Accepted: a list',
    ],
    ['front matter that is a list', '---\n- a\n---\n', '2: The front matter needs fields'],
    ['empty front matter', '---\n---\n', '2: The front matter needs fields'],
    [
      'an unknown field of the notes',
      FRONT.replace('---\n', '---\nteacher: { timming: x }\n'),
      '2: “timming” is no field of the field “teacher”',
    ],
    [
      'notes that are a text',
      FRONT.replace('---\n', '---\nteacher: x\n'),
      '2: “teacher” has a wrong value: “x”',
    ],
    ['no step', FRONT, '1: The lesson has no step'],
    ['text before the first step', `${FRONT}Text.\n\n## A\n\nB.`, '7: This text precedes the first step'],
    ['a block before the first step', `${FRONT}${SCENE}\n## A\n\nB.`, '7: This text precedes the first step'],
    ['a title in the text', `${FRONT}\n# A\n`, '8: A heading “# …” is not accepted'],
    ['an empty heading', `${FRONT}\n##\n\nA.`, '8: The heading is empty'],
    ['a heading with a formula', `${FRONT}\n## $x$\n\nA.`, '8: The heading is empty or has more than text'],
    ['an empty step', `${FRONT}\n## A\n\n## B\n\nC.`, '8: The step is empty'],
    ['front matter further down', `${FRONT}\n## A\n\n---\nb: c\n---\n`, '10: '],
  ])('%s is refused at its line', (name, file, message) => {
    const problems = problemsOf(file);
    if (name === 'front matter further down') expect(problems[0]).toMatch(/step begins|empty/);
    else
      expect(
        problems.find((one) => one.startsWith(message)),
        problems.join('\n'),
      ).toBeDefined();
  });

  it('are counted', () => {
    const steps = (count: number) => FRONT + '\n## A\n\nB.\n'.repeat(count);
    expect(problemsOf(steps(60))).toEqual([]);
    expect(problemsOf(steps(61))).toEqual([
      `${6 + 60 * 4 + 2}: The lesson has too many steps. At most 60 are accepted.`,
    ]);
    const blocks = (count: number) => `${FRONT}## A\n${':::explain\nB.\n:::\n'.repeat(count)}`;
    expect(problemsOf(blocks(300))).toEqual([]);
    expect(problemsOf(blocks(301))).toEqual([
      `${7 + 300 * 3 + 1}: The lesson has too many blocks. At most 300 are accepted.`,
    ]);
  });

  it('have at most twenty problems, the first of the file', () => {
    const problems = problemsIn('a <b>\n\n'.repeat(50));
    expect(problems).toHaveLength(20);
    expect(problems[0]).toMatch(/^1: HTML/);
    expect(problems[19]).toMatch(/^39: HTML/);
  });
});

describe('text', () => {
  it.each([
    ['HTML in a line', 'a <b>c</b>', '1: HTML is not accepted: “<b>”'],
    ['HTML as a block', '<div>\na\n</div>', '1: HTML is not accepted'],
    ['a comment', '<!-- a -->', '1: HTML is not accepted: “<!-- a -->”'],
    ['a script', 'a\n\n<script>alert(1)</script>', '3: HTML is not accepted'],
    ['an image', '![a](https://b.c)', '1: Images are not accepted'],
    ['an image by reference', '![a]\n\n[a]: https://b.c', '1: Images are not accepted'],
    ['a definition', 'a\n\n[a]: https://b.c', '3: Definitions of links are not accepted'],
    ['a link by definition', '[a]\n\n[a]: https://b.c', '1: Definitions of links are not accepted'],
    ['a link with another protocol', '[a](http://b.c)', '1: The link “http://b.c” is not accepted'],
    ['a link with a script', '[a](javascript:alert(1))', '1: The link “javascript:alert(1)” is not accepted'],
    ['a link with data', '<data:text/html,x>', '1: The link “data:text/html,x” is not accepted'],
    ['a link to a file in another folder', '[a](../b.md)', '1: The link “../b.md” is not accepted'],
    ['a mail address', '<a@b.cd>', '1: The link “mailto:a@b.cd” is not accepted'],
    ['a leaf directive', '::video[a]', '1: “::video” is not accepted'],
    [
      'an unknown inline directive',
      'a :video[b]',
      '1: “:video” is no inline directive. Accepted: :measured, :see, :scrub, :term',
    ],
    ['an unknown inline directive with attributes', 'a :b{c=d}', '1: “:b” is no inline directive'],
    ['a block in a list', '- :::explain\n  a\n  :::', '1: The block “:::explain” is within another block'],
    [
      'a block in a quotation',
      '> :::explain\n> a\n> :::',
      '1: The block “:::explain” is within another block',
    ],
    [
      'a block in a block',
      '::::explain\n:::explain\na\n:::\n::::',
      '2: The block “:::explain” is within another block',
    ],
    ['a step in a block', ':::explain\n## A\n:::', '2: A step begins within a block'],
    ['a step in a list', '- a\n\n  ## B', '3: A step begins within a block, a list'],
    ['a block without an end', ':::explain\na', '1: The block :::explain has no end'],
    [
      'a block with a space before its name',
      'a\n\n::: explain\na\n:::',
      '3: The line has “:::”, but neither',
    ],
    ['a block with an open brace', 'a\n:::run{until="30 s"\na', '2: The line has “:::”, but neither'],
    ['an end without a block', ':::explain\na\n:::\n\n:::', '5: The line has “:::”, but neither'],
    ['a block that is indented', '    :::explain\n    a\n    :::', '1: The block is shown as code'],
    ['an unknown block', ':::video\na\n:::', '1: “:::video” is no block. Accepted: :::scene, :::predict'],
    [
      'a number of a run before a scene',
      ':measured[1 ms]{of=a.b}',
      '1: :measured speaks of a run, but no scene precedes it',
    ],
    [
      'a number that changes the scene before it',
      ':scrub[1 ms]{path=a.b min=1 max=2}',
      '1: :scrub speaks of a run',
    ],
    ['deep emphasis', `${'*a '.repeat(9)}b${'*'.repeat(9)}`, '1: The text is nested too deeply'],
    [
      'a deep list',
      Array.from({ length: 9 }, (_, i) => `${'  '.repeat(i)}- a`).join('\n'),
      '9: The text is nested too deeply',
    ],
    ['a table with many columns', `|${'a|'.repeat(13)}\n|${'-|'.repeat(13)}`, '1: The table has 13 columns'],
    [
      'a table with many cells',
      `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'a|'.repeat(10)}\n`.repeat(20)}`,
      '1: The table has 210 cells',
    ],
  ])('with %s is refused at its line', (_, body, message) => {
    const problems = problemsIn(body);
    expect(
      problems.find((one) => one.startsWith(message)),
      problems.join('\n'),
    ).toBeDefined();
  });

  it('may have links, lists, tables, formulas, code and headings', () => {
    const body =
      '### A\n\n[a](https://b.c) [b](#5.abc) [c](windows.md) <https://d.e>\n\n1. *a* **b** `c` $d$\n\n> e\n\n' +
      '| a | b |\n|---|---|\n| 1 | 2 |\n\n$$\nx\n$$\n\n```\n<b>:::\n```\n\n---\n\na\\\nb \\<c>';
    expect(problemsIn(body)).toEqual([]);
  });

  it('keeps colons that begin no directive', () => {
    const [block] = lessonOf('The ratio 1:N, a:b and 5 :c.').steps[0]!.blocks;
    expect(block).toMatchObject({
      text: [{ children: [{ type: 'text', value: 'The ratio 1:N, a:b and 5 :c.' }] }],
    });
    expect(
      block?.kind === 'text' && block.text[0]?.type === 'paragraph' && block.text[0].children,
    ).toHaveLength(1);
  });
});
