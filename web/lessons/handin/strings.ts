/** Texts of receipts: how they are saved, read and graded. */
import { count, integer, list } from '../../ui/language';

/** Values that a receipt may have, after “expected”. */
export const ACCEPTED = {
  text: (most: number) => `a text of at most ${integer(most)} characters`,
  number: (from: number, to: number) =>
    from === -Number.MAX_VALUE && to === Number.MAX_VALUE ? 'a number' : `a number from ${from} to ${to}`,
  integer: (from: number, to: number) =>
    to === Number.MAX_SAFE_INTEGER
      ? `a whole number of at least ${from}`
      : `a whole number from ${from} to ${to}`,
  flag: 'true or false',
  list: (most: number) => `a list of at most ${integer(most)} entries`,
  pair: 'a list of two values',
  object: 'an object with fields',
  oneOf: (names: readonly string[]) => `one of ${list(names)}`,
  path: 'the path of a measure, such as “bottlenecks.r0.utilization”',
  link: (most: number) => `the fragment of a Bufferlab link with at most ${integer(most)} characters`,
  digest: '16 hexadecimal digits',
  id: 'the id of a block of a lesson',
  packed: 'the compressed text of a lesson, as in its link',
  checksum: '8 hexadecimal digits',
  lesson: 'the folder and the id of a lesson, or a lesson in a link',
  date: 'a time such as “2026-11-26T14:00:00Z”',
  run: (runs: number) =>
    runs === 0 ? 'null, since there are no runs' : `null or a number from 0 to ${runs - 1}`,
} as const;

/** Reasons why a file is no receipt. */
export const READ = {
  tooLarge: (megabytes: string, most: number) =>
    `The file has ${megabytes} MB. A receipt has at most ${most} MB.`,
  unreadable: (detail: string) => `The file could not be read. ${detail}`,
  name: 'The receipt',
  noReceipt: 'The file is no receipt. Accepted are receipts that a lesson has saved, as HTML or as JSON.',
  newer: (version: string) =>
    `The receipt has version ${version} of the format, and this page reads version 1. Reload the page.`,
  refused: (place: string, accepted: string) =>
    `The receipt cannot be read at ${place}: expected ${accepted}.`,
  too_many: (most: number) => `At most ${integer(most)} receipts are graded at a time. Remove some first.`,
  twice: 'The receipt is already in the table.',
} as const;

/** Words for answers that no option names. */
export const ANSWER = {
  otherKind: 'an answer of another kind',
  noOption: (number: number) => `option ${number}`,
  curve: (points: number) => `a curve with ${count(points, { one: 'point', other: 'points' })}`,
} as const;

/** Labels of curves and their axes. */
export const CURVE = {
  time: 'Time',
  drawn: 'drawn',
  correct: 'correct',
  /** Label of a series such as `link.r0.queue_packets`. */
  label: (id: string) => {
    const link = /^link\.(.+)\.queue_packets$/.exec(id)?.[1];
    return link === undefined ? id : `Queue at ${link}`;
  },
} as const;

/** Texts of the HTML file. */
export const PAGE = {
  title: (lesson: string) => `Receipt: ${lesson}`,
  by: (student: string, saved: string) =>
    `${student === '' ? 'No name given' : student} · saved ${saved.slice(0, 16).replace('T', ' ')} UTC`,
  version: (checksum: string, finished: boolean) =>
    `Version ${checksum} of the lesson · ${finished ? 'finished' : 'not finished'}`,
  kinds: { predict: 'Prediction', check: 'Check', task: 'Task', data: 'Table' },
  answer: (text: string) => `Answer: ${text}`,
  judged: (correct: boolean | null) =>
    correct === null ? 'Not compared with a run yet' : correct ? '✓ Right' : '✗ Not right',
  correct: (text: string) => `Correct: ${text}`,
  task: ({ met, hints, shown }: { met: boolean; hints: number; shown: boolean }) =>
    [
      met ? '✓ Done' : '✗ Not done',
      hints > 0 ? count(hints, { one: 'hint', other: 'hints' }) : '',
      shown ? 'solution shown before' : '',
    ]
      .filter(Boolean)
      .join(' · '),
  unanswered: 'Not answered',
  runs: 'Runs',
  run: 'Run',
  number: (run: number) => `Run ${run + 1}`,
  judgedWith: (run: number) => `Judged with run ${run + 1}`,
  facts: (run: { seed: number; t_s: number; events: number; digest: string; engine: string }) =>
    `Seed ${run.seed} · ${Number(run.t_s.toPrecision(6))} s simulated · ${integer(run.events)} events · digest ${run.digest} · Bufferlab ${run.engine}`,
  none: 'no value',
  open: 'Open this run in Bufferlab',
  foot: 'This file contains all of the receipt. Bufferlab reads it in its grading view and replays the runs.',
} as const;

/** Texts of the dialog that saves a receipt. */
export const SAVE = {
  button: 'Save receipt',
  title: 'Save receipt',
  about:
    'A receipt is a file with your answers, tasks, tables and runs of this lesson. Hand it in as your lecturer asks. Nothing leaves this browser until you do.',
  name: 'Your name (may stay empty)',
  contains: (answers: number, tasks: number, rows: number, runs: number) =>
    `Contains ${list([
      count(answers, { one: 'answer', other: 'answers' }),
      count(tasks, { one: 'task', other: 'tasks' }),
      count(rows, { one: 'row of a table', other: 'rows of tables' }),
      count(runs, { one: 'run', other: 'runs' }),
    ])}.`,
  html: 'Save as a web page',
  json: 'Save as JSON',
  formats: 'The web page can be read and printed. Both contain the same data.',
  saved: (name: string) => `${name} saved.`,
} as const;
