/**
 * Texts that cost a parser of Markdown most. Most of them repeat one construct. Each function takes the size in characters.
 */
type Make = (n: number) => string;

/** Parts of texts that are only repeated. */
const REPEATED: readonly string[] = [
  'word and word\n',
  'word word word word.\n\n',
  'a ',
  '[',
  ']',
  '[a](b)',
  '![',
  '[\n',
  '[a](',
  '[a](<',
  '[a](b "',
  '[a][b]',
  '[a]: b\n',
  '[a]:\n',
  '[a]: b "\n',
  '*',
  '* a',
  '*a ',
  '*a_b ',
  'a**b ',
  '*a**b***c',
  'a*',
  '*_',
  '_a ',
  'a_',
  '`',
  '` `` ',
  '`a``b```c',
  '$',
  '$a$$b',
  '$$\n',
  '$a ',
  ':a',
  ':a[',
  ':a{',
  ':a[b]{c',
  ':a[b]{c="d"} ',
  ':a{b="',
  '::a\n',
  '::a[\n',
  ':',
  ':a[b\n',
  ':::a[b',
  ':a{#b .c}',
  ':a:b:',
  ':a-',
  ':::a\n',
  ':::a\nb\n:::\n',
  ':::a\n:::\n',
  ':::\n',
  ':::a{\n',
  ':::a[b]{c=d}\n:::\n',
  '>',
  '> ',
  '> > > > > > > > a\n',
  '- ',
  '- a\n',
  '- a\n\n',
  '1. a\n',
  '- a\n  - b\n',
  '- a\n* b\n',
  '-\n',
  '- - - - - - - - a\n',
  '1) ',
  '- > ',
  '+ a\n\n b\n',
  '<',
  '<a',
  '<!--',
  '<a b="',
  '<?',
  '<![CDATA[',
  '<!a',
  '<a b ',
  'x <!-- a',
  '<div>\n',
  '<a:b> ',
  '<a:',
  '<a@b.c> ',
  'a <a@b',
  '&',
  '&amp;',
  '&#x10ffff;',
  '&aaaaaaaaaaaaaa',
  '\\',
  '\\*',
  'a  \n',
  'a\\\n',
  ' ',
  '\t',
  '\n',
  ' \n',
  '\r',
  '\0',
  '# a\n',
  '#',
  '# # #\n',
  'a\n=\n',
  'a\n-\n',
  '* * *\n',
  '* ',
  '- - - -\n',
  '```\n',
  '``` a\nb\n```\n',
  '~~~ ',
  '```a`\n',
  '    a\n',
  '    a\n\n',
  '|',
  '|a\n|-\n',
  'a\n-|\n',
  '|a|\n|-|\n\n',
  '|-',
  'a | b\n',
  '|a|b|\n',
  '\\|',
  '- |a|\n  |-|\n  |b|\n',
  '> |a|\n> |-|\n> |b|\n',
  '[a](b)[c](d ',
  '[a]\n',
  '[[a](b)](c)',
  '![a](b)',
  '[*a `b $c :d[e <f &g; \n',
  '*a [b `c` $d$ :e[f]{g=h} ',
  '\ud83d\ude00*',
  'é*a',
];

/** Parts of which the first fills one half of a text, and the second the other one. */
const HALVES: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['[a', '](b)'],
  ['*a', 'a*'],
  ['**a', 'a**'],
  ['*a_', '_a*'],
  [':a[', ']'],
];

/** Beginnings of texts, with the part that follows repeatedly. */
const BEGUN: readonly (readonly [string, string])[] = [
  ['[a](', '('],
  ['[a]: b\n\n', '[a] '],
  [':a{', 'b '],
  [':', 'a'],
  [':::a\n', 'b\n'],
  [':::a\n', '> b\n'],
  [':::a\n', '- b\n'],
  ['- a\n', '  b\n'],
  ['# ', '#'],
  ['# a', ' #'],
  ['# a', ' '],
  ['```\n', 'a\n'],
  ['```', 'a'],
  ['---\n', 'a\n'],
  ['---\n', '---a\n'],
  ['|a|b|\n|-|-|\n', '|a|b|\n'],
  ['|a|\n|-|\n', 'a\n'],
  ['|a|\n|-|\n', '|'],
  ['|a|b|\n|-|-|\n', '|*a|[b|\n'],
  ['[a](', 'b'],
];

/** Texts whose parts change. */
const GROWING: Readonly<Record<string, Make>> = {
  definitions: (n) => lines((i) => `[a${i}]: b\n`, n),
  'growing runs of backticks': (n) => lines((i) => '`'.repeat(i + 1) + ' ', n),
  'growing runs of dollar signs': (n) => lines((i) => '$'.repeat(i + 1) + ' ', n),
  'many attributes': (n) => ':a{' + lines((i) => `b${i}=1 `, n) + '}',
  'brackets in a label': (n) => ':a[' + repeated('[', n / 2) + repeated(']', n / 2),
  'blocks with ever fewer colons': (n) => lines((i) => ':'.repeat(Math.max(3, 600 - i)) + 'a\n', n),
  'lines in eight blocks': (n) => nested('b\n', n),
  'lists in eight blocks': (n) => nested('- b\n\n', n),
  'marks in eight blocks': (n) => nested('*a_ [b :c\n', n),
  'quotations of fifty signs': (n) => repeated('>'.repeat(50) + 'a\n', n),
  'quotations of changing depth': (n) => lines((i) => '> '.repeat(i % 9) + 'a\n', n),
  'separate quotations of changing depth': (n) => lines((i) => '> '.repeat(i % 9) + 'a\n\n', n),
  'ever deeper lists': (n) => lines((i) => '  '.repeat(i) + '- a\n', n),
  'lists of changing depth': (n) => lines((i) => '  '.repeat(i % 8) + '- a\n', n),
  'separate lists of changing depth': (n) => lines((i) => '  '.repeat(i % 8) + '- a\n\n', n),
  'spaces between words': (n) => 'a' + repeated(' ', n) + 'b',
  'a wide table': (n) => '|' + repeated('a|', n / 2) + '\n|' + repeated('-|', n / 2),
  'a wide head of a table': (n) =>
    '|' + repeated('a|', 2000) + '\n|' + repeated('-|', 2000) + '\n' + repeated('a\n', n),
  'a long label of a link': (n) => '[' + repeated('a ', n) + '](b)',
};

/** All texts by name. */
export const hostile: readonly (readonly [name: string, Make])[] = [
  ...REPEATED.map((part) => [nameOf(part), (n: number) => repeated(part, n)] as const),
  ...HALVES.map(
    ([first, second]) =>
      [
        `${nameOf(first)} then ${nameOf(second)}`,
        (n: number) => repeated(first, n / 2) + repeated(second, n / 2),
      ] as const,
  ),
  ...BEGUN.map(
    ([begin, part]) =>
      [`${nameOf(begin)} then ${nameOf(part)}`, (n: number) => begin + repeated(part, n)] as const,
  ),
  ...Object.entries(GROWING),
];

/** Formats a part for the name of a test. */
function nameOf(part: string): string {
  return JSON.stringify(part.slice(0, 40)).replaceAll('%', '%%');
}

function repeated(part: string, n: number): string {
  return part.repeat(Math.ceil(n / part.length)).slice(0, n);
}

function lines(part: (index: number) => string, n: number): string {
  const parts: string[] = [];
  for (let size = 0; size < n; size += parts.at(-1)!.length) parts.push(part(parts.length));
  return parts.join('').slice(0, n);
}

/** Eight directives, one within the other, and a text. */
function nested(part: string, n: number): string {
  return lines((i) => (i < 8 ? `${':'.repeat(20 - i)}a\n` : part), n);
}
