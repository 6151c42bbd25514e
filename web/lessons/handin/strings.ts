/** Texts of receipts: how they are saved, read and graded. */
import { count, integer, list, plural } from '../../ui/language';

/** Facts about a task that the texts tell; see `Attempt` in `storedProgress.ts`. */
type TaskState = Readonly<{ met: boolean; hints: number; shown: boolean }>;

/** Values that a receipt may have, after “expected”. */
export const ACCEPTED = {
  path: 'the path of a measure, such as “bottlenecks.r0.utilization”',
  link: (most: number) => `the fragment of a Bufferlab link with at most ${integer(most)} characters`,
  digest: '16 hexadecimal digits',
  id: 'the id of a block of a lesson',
  packed: 'the compressed text of a lesson and its checksum, with one dot between them',
  checksum: '8 hexadecimal digits',
  sha256: '64 hexadecimal digits',
  noId: 'null, since the receipt contains the text of its lesson',
  lesson: 'the folder and the id of a lesson, or a lesson in a link',
  folder: 'the path of a folder below the page',
  lessonId: 'the id of a lesson, which is the name of its file without .md',
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
  damaged: 'The receipt is damaged or cut off: its data are no JSON. Ask for the file again.',
  newer: (version: string) =>
    `The receipt has version ${version} of the format, and this page reads version 1. Reload the page.`,
  refused: (place: string, accepted: string) =>
    `The receipt cannot be read at ${place}: expected ${accepted}.`,
  tooMany: (most: number) => `At most ${integer(most)} receipts are graded at a time. Remove some first.`,
  twice: 'The receipt is already in the table.',
} as const;

/** Words for answers that no option names. */
export const ANSWER = {
  otherKind: 'an answer of another kind',
  noOption: (number: number) => `option ${number}`,
  curve: 'a drawn curve',
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
  task: (task: TaskState) => `${task.met ? '✓' : '✗'} ${taskText(task)}`,
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

/** Remarks about parts of a receipt. */
export const MARK = {
  task: taskText,
  rows: (rows: number) => count(rows, { one: 'row', other: 'rows' }),
  otherRows: (rows: readonly number[]) =>
    `${plural(rows.length, { one: 'Row', other: 'Rows' })} ${list(rows.map(String))}: the run has other values.`,
  openRows: (rows: number) => `${count(rows, { one: 'row', other: 'rows' })} without a replayed run.`,
  forged: (claim: boolean) =>
    claim
      ? 'The receipt says right; judged again, it is not.'
      : 'The receipt says not right; judged again, it is.',
  unconfirmed: {
    none: 'No run was recorded that shows it.',
    waiting: 'The run is not replayed yet.',
    genuine: '',
    differs: 'The replay of the run differs from the receipt.',
    foreign: 'The run is not one of this lesson.',
    version: 'The run was made by another version of the simulator, and the replay differs.',
    long: 'The run is too long to be replayed here.',
    files: 'The run needs a file that is not here.',
    refused: 'The simulator does not accept the scenario of the run.',
    failed: 'The replay of the run has failed.',
  },
} as const;

/** Heads and words of the table of grades. */
export const GRADES = {
  student: 'Student',
  file: 'File',
  saved: 'Saved',
  version: 'Version of the lesson',
  answer: (words: string, id: string) => `${words} [${id}]`,
  mark: (words: string, id: string) => `${words} [${id}] judged`,
  right: 'Right',
  runs: 'Runs',
  genuine: 'Genuine runs',
  remarks: 'Remarks',
  states: { right: 'right', wrong: 'not right', claimed: 'not confirmed', none: 'not answered' },
} as const;

/** Signs before the state of a part. */
export const SIGN = { right: '✓', wrong: '✗', claimed: '?', none: '–' } as const;

/** Texts of the grading view. */
export const GRADING = {
  title: 'Class answers',
  back: 'All lessons',
  about:
    'Open the receipts of your students. Answers are judged again by the lesson, and each run can be replayed to see whether it is genuine. The files stay in this browser.',
  open: 'Open receipts',
  field: 'Receipts',
  clear: 'Remove all',
  lesson: 'Lesson',
  count: (receipts: number) => count(receipts, { one: 'receipt', other: 'receipts' }),
  empty:
    'Drop receipts here, or open them: web pages or JSON files that “Save receipt” in a lesson has made.',
  refused: (files: number) => `${count(files, { one: 'file was', other: 'files were' })} not accepted:`,
  noEngine: 'The simulator could not be started, so no run was replayed.',
  replay: (runs: number) =>
    runs === 0 ? 'Replay runs' : `Replay ${count(runs, { one: 'run', other: 'runs' })}`,
  cancel: 'Cancel the replays',
  bar: 'Replayed runs',
  replaying: (done: number, total: number) => `${integer(done)} of ${integer(total)} replayed`,
  replayed: (done: number, all: number) =>
    all === 0
      ? 'These receipts have no runs.'
      : `${integer(done)} of ${count(all, { one: 'run', other: 'runs' })} checked`,
  save: 'Save table as CSV',
  csvName: 'grades.csv',
  legend: '✓ right, ✗ not right, ? not confirmed by a replayed run, – not answered.',
  table: 'Table of grades',
  actions: 'Actions',
  of: (right: number, parts: number) => `${right} of ${parts}`,
  genuine: (genuine: number, wrong: number, all: number) =>
    all === 0
      ? 'none'
      : wrong > 0
        ? `${genuine} of ${all} genuine, ${wrong} not`
        : `${genuine} of ${all} genuine`,
  remove: (name: string) => `Remove ${name}`,
  forged: 'claim differs',
  otherVersion: (checksum: string) => `Another version of the lesson (${checksum}).`,
  otherText: (digest: string) =>
    `The receipt contains another text of the lesson (${digest}), which does not count.`,
  otherStated: 'The checksum in the receipt is not that of the text that it contains.',
  text: (title: string, digest: string) => `${title} (text ${digest})`,
  origin: {
    own: (digest: string) => `Graded by the lesson that you opened (text ${digest}).`,
    course: (digest: string) => `Graded by the lesson of the course (text ${digest}).`,
    receipt: (receipts: number, digest: string) =>
      `The text of this lesson (${digest}) comes from the ${plural(receipts, { one: 'receipt', other: 'receipts' })}, so a student may have changed it.`,
  },
  others: (names: readonly string[]) =>
    `${count(names.length, { one: 'other has', other: 'others have' })} another text: ${list(names.slice(0, 5))}${names.length > 5 ? ' …' : ''}.`,
  openOwn: 'Open your own lesson, and all are graded by it.',
  own: 'Link or id of your lesson',
  ownUse: 'Grade by this lesson',
  ownFile: 'Open its file',
  ownField: 'File of your lesson',
  ownRefused: 'The lesson',
  ownNone: 'This is no lesson. Accepted: the link to a lesson, or its id in the course, such as “buffer”.',
  ownDone: (title: string) => `Receipts of “${title}” are graded by your lesson.`,
  alike: {
    all: (name: string) => `All answers and runs equal those of ${name}.`,
    curve: (name: string) => `A drawn curve equals that of ${name}.`,
    moment: (name: string) => `A run stopped at the same moment as that of ${name}.`,
  },
} as const;

/** Texts about the choices of a class. */
export const CHOICES = {
  title: 'Choices of the class',
  correct: '(correct)',
  bar: (option: string) => `Students who chose “${option}”`,
  students: (chosen: number, all: number) => `${chosen} of ${all}`,
} as const;

/** Texts of one receipt in full. */
export const DETAILS = {
  head: (file: string, saved: string, checksum: string) =>
    `${file} · saved ${saved.slice(0, 16).replace('T', ' ')} UTC · version ${checksum} of the lesson`,
  genuine: '✓ Genuine: the replay has the same digest and the same measures.',
  measure: (path: string, value: string) => `${path}: ${value}`,
} as const;

function taskText({ met, hints, shown }: TaskState): string {
  const parts = [
    met ? 'done' : 'not done',
    hints > 0 ? count(hints, { one: 'hint', other: 'hints' }) : '',
    shown ? 'solution shown' : '',
  ];
  return parts.filter(Boolean).join(', ');
}
