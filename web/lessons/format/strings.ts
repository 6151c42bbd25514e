/** Messages about lessons and courses. Each says what is wrong and what is accepted. */
import { count, integer } from '../../ui/language';

const BYTES = { one: 'byte', other: 'bytes' };
const names = (all: readonly string[]): string => all.join(', ');
const coded = (all: readonly string[]): string => all.map((name) => `“${name}”`).join(', ');

/** The file as a whole, its steps and its front matter. */
export const LESSON = {
  tooLarge: (most: number) => `The file is too large. At most ${count(most, BYTES)} are accepted.`,
  longLine: (most: number) => `The line is too long. At most ${integer(most)} characters are accepted.`,
  tooCostly:
    'The text up to this line has too many lines and special characters. Divide the lesson, or the paragraph by blank lines.',
  noFrontMatter:
    'The file does not begin with front matter: a line “---”, fields such as “title: …”, and another line “---”.',
  noSteps: 'The lesson has no step. A heading “## …” begins one.',
  beforeStep: 'This text precedes the first step. Begin a step with a heading “## …” above it.',
  plainHeading: 'The heading is empty or has more than text. Accepted: words and code.',
  emptyStep: 'The step is empty. Write text or a block below its heading.',
  tooManySteps: (most: number) => `The lesson has too many steps. At most ${most} are accepted.`,
  tooManyBlocks: (most: number) => `The lesson has too many blocks. At most ${most} are accepted.`,
} as const;

/** Names of places with fields. */
export const FRONT = {
  place: 'the front matter',
  teacher: 'the field “teacher”',
} as const;

/** The list of a course's lessons. */
export const COURSE = {
  onlyLists: 'This is neither a topic “## …” nor a numbered list of links to lessons, “1. [Title](file.md)”.',
  beforeTopic: 'The list precedes the first topic. Write a heading “## …” above it.',
  noLink:
    'The entry is not only a link to a lesson. Accepted: “1. [Title](file.md)”, a file in the same folder.',
  twice: (id: string) => `The lesson “${id}” is in the course already. List each lesson once.`,
  reserved: (id: string) =>
    `“${id}” has another meaning in an address of this page. Give the file of the lesson another name.`,
  noLessons: 'The course has no lesson. Accepted: “1. [Title](file.md)” below a heading “## …”.',
  tooMany: (most: number) => `The course has too many lessons. At most ${most} are accepted.`,
} as const;

/** YAML in the front matter and in fences. */
export const YAML = {
  tooLarge: (most: number) => `The data are too large. At most ${count(most, BYTES)} are accepted.`,
  tooDeep: (most: number) => `The data are nested too deeply. At most ${most} levels are accepted.`,
  invalid: (detail: string) => `This is no valid YAML: ${detail}. Accepted: fields “name: value” and lists.`,
  noAlias:
    'Anchors (&) and aliases (*) are not accepted. Repeat the value, or put it in quotes if it is text.',
  noTag: 'Tags (!) are not accepted. Write the value without it, or put it in quotes if it is text.',
  noDirective: 'YAML directives (%) are not accepted. Remove the line.',
  oneDocument: 'A second YAML document is not accepted. Remove the line “---” or “...”.',
  plainKey: 'The name of a field is a list or an object. Accepted: plain text.',
  duplicateKey: (name: string) => `The field “${name}” is there twice. Keep one of them.`,
  noMerge: 'Merge keys (<<) are not accepted. Repeat the fields.',
  reservedKey: (name: string) => `“${name}” is not accepted as the name of a field. Choose another name.`,
  finite: (text: string) => `“${text}” is no finite number. Accepted: numbers such as 5 or 0.25.`,
} as const;

/** Fields of YAML by name. */
export const FIELDS = {
  missing: (name: string, place: string, accepted: string) =>
    `“${name}” is missing in ${place}. Accepted: ${accepted}.`,
  wrong: (name: string, value: string, accepted: string) =>
    `“${name}” has a wrong value: ${value}. Accepted: ${accepted}.`,
  unknown: (name: string, place: string, known: readonly string[]) =>
    `“${name}” is no field of ${place}. Accepted: ${names(known)}.`,
  noMap: (place: string, value: string) =>
    `${place[0]!.toUpperCase()}${place.slice(1)} needs fields “name: value”. It has ${value}.`,
  wrongFence: (name: string, accepted: string) => `The fence “${name}” is wrong. Accepted: ${accepted}.`,
  list: 'a list',
  map: 'an object with fields',
  empty: 'nothing',
} as const;

/** Attributes of directives by name. */
export const ATTRIBUTES = {
  missing: (name: string, place: string, accepted: string) =>
    `${place} needs the attribute “${name}”. Accepted: ${accepted}.`,
  wrong: (name: string, place: string, value: string, accepted: string) =>
    `The attribute “${name}” of ${place} has a wrong value: “${value}”. Accepted: ${accepted}.`,
  unknown: (name: string, place: string, known: readonly string[]) =>
    `${place} has no attribute “${name}”. Accepted: ${known.length === 0 ? 'none' : names(known)}.`,
} as const;

const range = (from: number, to: number): string =>
  from === -Number.MAX_VALUE ? '' : ` from ${integer(from)} to ${integer(to)}`;

/** Values that are accepted; they complete the sentence “Accepted: …”. */
export const ACCEPTED = {
  text: (most: number) => `a text of 1 to ${integer(most)} characters`,
  anyText: 'a text, which may be empty',
  list: (each: string, least: number, most: number) => `a list of ${least} to ${most} entries, each ${each}`,
  orNull: (value: string) => `${value}, or null`,
  number: (from: number, to: number) => `a number${range(from, to)}`,
  integer: (from: number, to: number) => `an integer${range(from, to)}`,
  oneOf: (all: readonly string[]) => names(all),
  time: 'a time above 0, such as 30 s or 250 ms',
  path: 'a path such as bottlenecks.r0.utilization',
  share: 'a share such as 15 %',
  within: 'a share such as 10 %, or a difference in the unit of the number, such as 5',
  bound: 'a number in the unit of the text',
  changes: 'paths with values, such as { bottlenecks.r0.queue.limit_packets: 20 }',
  changesText: 'paths with values, such as “bottlenecks.r0.queue.limit_packets=20, seed=7”',
  map: 'fields “name: value”',
  axis: 'the fields label, from, to, unit',
  point: 'a point [x, y]',
  inUnit: (unit: string) => (unit === '' ? 'a number' : `a number in ${unit}`),
  id: 'an id of small letters, digits and hyphens, such as {#first-drop}',
  earlierId: 'the id of a question or task above',
  experiment: 'a link to an experiment, which contains “#5.…”',
  speed: (slowest: number, fastest: number) =>
    `simulated seconds per second, ${slowest} to ${fastest}, or max`,
  until: (events: readonly string[]) => `a time such as 30 s, or ${names(events)}`,
} as const;

/** Text of a lesson. */
export const TEXT = {
  tooDeep: (most: number) => `The text is nested too deeply. At most ${most} levels are accepted.`,
  openBlocks:
    'Several blocks begin above this line and do not end. Write “:::” on a line of its own below each.',
  noHtml: (html: string) =>
    `HTML is not accepted: “${html}”. Use Markdown; write “\\<” for the sign, or put code in backticks.`,
  noImage: 'Images are not accepted. Use a scene, a table or a formula.',
  noDefinition: 'Definitions of links are not accepted. Write “[text](https://…)”.',
  noFootnote: 'Footnotes are not accepted. Write the note in the text.',
  noLeaf: (name: string) =>
    `“::${name}” is not accepted. A block begins with “:::name” and ends with “:::”; write “\\::” for colons.`,
  nestedBlock: (name: string) =>
    `The block “:::${name}” is within another block, a list or a quotation. ` +
    'End the block before it with “:::”, and begin it at the start of the line.',
  noBlock:
    'The line has “:::”, but neither begins nor ends a block. Accepted: “:::name{attribute="value"}” without spaces before ' +
    'the name and the brace, and “:::” below an open block.',
  indentedBlock:
    'The block is shown as code. Begin it at the start of the line; to show it, write “```text” above it.',
  frontMatterFirst: 'Front matter is accepted only at the beginning of the file.',
  noTitle: 'A heading “# …” is not accepted: the title is in the front matter. A step begins with “## …”.',
  headingInBlock:
    'A step begins within a block, a list or a quotation. End the block before it with “:::”, or use “### …”.',
  link: (url: string) =>
    `The link “${url}” is not accepted. Accepted: “https://…”, “#…” on this page, and “file.md” for a lesson.`,
  tableColumns: (columns: number, most: number) =>
    `The table has ${integer(columns)} columns. At most ${most} are accepted.`,
  tableCells: (cells: number, most: number) =>
    `The table has ${integer(cells)} cells. At most ${most} are accepted.`,
  beforeScene: (name: string) =>
    `${name} speaks of a run, but no scene precedes it. Write “:::scene” above it.`,
} as const;

/** Directives within a line. */
export const INLINE = {
  unknown: (name: string, known: readonly string[]) =>
    `“:${name}” is no inline directive. Accepted: ${names(known.map((one) => `:${one}`))}; write “\\:” for a colon.`,
  noLabel: (name: string) => `:${name} needs its text in brackets, such as “:${name}[text]”.`,
  onlyText: (name: string) => `The text of :${name} has more than words. Accepted: words and code.`,
  noQuantity: (text: string) =>
    `“${text}” is no number with a unit. Accepted: “62.5 ms”, “98 %”, “20 packets”.`,
  outside: (text: string) =>
    `“${text}” is not within min and max. Accepted: min ≤ number ≤ max, min below max.`,
} as const;

/** Blocks of every kind. */
export const BLOCK = {
  unknown: (name: string, known: readonly string[]) =>
    `“:::${name}” is no block. Accepted: ${names(known.map((one) => `:::${one}`))}.`,
  open: (name: string) => `The block ${name} has no end. Write “:::” on a line of its own below it.`,
  noLabel: (name: string) => `${name} has no text in brackets. Write the text on the lines below.`,
  noText: (name: string) => `${name} has no text. Write one or two sentences within the block.`,
  beforeScene: (name: string) => `${name} needs a run, but no scene precedes it. Write “:::scene” above it.`,
  duplicate: (id: string, line: number) => `The id “${id}” is used on line ${line}. Choose another id.`,
  unknownId: (id: string, known: readonly string[]) =>
    `No question or task above has the id “${id}”. Accepted: ${known.length === 0 ? 'none yet' : names(known)}.`,
  fence: (name: string) => `the fence “${name}”`,
  column: 'the column',
  noFence: (name: string, place: string) =>
    `${place} has no data. Write a fenced block: a line “\`\`\`${name}”, the fields, and a line “\`\`\`”.`,
  twoFences: (name: string, place: string) => `${place} has two fences “${name}”. Keep one of them.`,
  unknownFence: (name: string, place: string, known: readonly string[]) =>
    `The fence “${name}” is unknown in ${place}. Accepted: ${names(known)}; “text” for code that is shown.`,
  fenceMeta: (name: string) => `The fence has text after “${name}”. Remove it.`,
} as const;

/** Scenarios of the scenes. */
export const SCENE = {
  oneOrigin: 'A scene needs one scenario. Accepted: one of the fields preset, link, scenario.',
} as const;

/** Questions and their answers. */
export const QUESTION = {
  equalOptions: 'Two entries are equal. Each needs a text of its own.',
  correctOption: (options: readonly string[]) =>
    `“correct” is none of the options. Accepted: ${coded(options)}.`,
  why: (texts: number, options: number) =>
    `“why” has ${texts} entries for ${options} options. Accepted: one text or null for each option.`,
  oneCorrect: (other: string) => `The answer has both “correct” and “${other}”. Accepted: one of them.`,
  noCorrect: (other: string) => `The answer has neither “correct” nor “${other}”. Accepted: one of them.`,
  unknownUnit: (unit: string) =>
    `“${unit}” is no unit of a measure. Accepted: units such as ms, Mb/s, kB, packets, flows, %.`,
  axis: (name: string) => `the axis ${name}`,
  axisRange: (name: string) => `The axis ${name} is empty. Accepted: “from” below “to”.`,
  ascending:
    'The points are not in ascending order of x. Accepted: [[x, y], …], each x above the one before.',
  pointsOnAxes: 'A point is outside of the axes. Accepted: x and y from “from” to “to”.',
} as const;

/** Tables that are filled from runs. */
export const DATA = {
  columns: (most: number) =>
    `The columns are wrong. Accepted: a list of 1 to ${most} columns with “measure”.`,
} as const;

const argumentOf = (place: string): string => (place === '' ? '' : ` in “${place}”`);

/** Goals of the tasks. */
export const GOAL = {
  /** `place` is the field that it is an argument of; empty for the goal itself. */
  noStatement: (found: string, place: string, known: readonly string[]) =>
    `${found}${argumentOf(place)} is no statement. Accepted: one field of ${names(known)}.`,
  noQuantity: (found: string, place: string, known: readonly string[]) =>
    `${found}${argumentOf(place)} is no quantity. Accepted: a number, a text such as “98 %”, a path, or one field of ${names(known)}.`,
  arguments: (name: string, of: 'statement' | 'quantity', least: number, most: number) => {
    const wanted = least === most ? String(least) : `${least} to ${most}`;
    return `“${name}” has wrong arguments. Accepted: a list of ${wanted} ${of === 'statement' ? 'statements' : 'quantities'}.`;
  },
  near: 'The fields of “near” are wrong. Accepted: of, to, and either within or share.',
  tooDeep: (most: number) => `The goal is nested too deeply. At most ${most} levels are accepted.`,
  tooLarge: (most: number) =>
    `The goal is too large. At most ${most} statements and quantities are accepted.`,
} as const;
