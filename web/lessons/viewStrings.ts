/** Texts of the Learn view. */
import { count, integer } from '../ui/language';
import type { Lesson } from './format/lesson';
import type { Reason } from './format/formula';

const LEVELS = { 1: 'First steps', 2: 'Core', 3: 'Advanced' } as const;

/** Problems of the files of a course. */
export const LIBRARY = {
  missing: (path: string) => `There is no file ${path} beside this page.`,
  unreachable: (path: string) => `${path} could not be loaded. Check the connection and try again.`,
  tooLong: (length: number) => `The lesson has ${integer(length)} characters. At most 200,000 are accepted.`,
  moreParts: (parts: number) =>
    `The link to this lesson has ${parts} parts after “text=”. Accepted are two: the lesson and its checksum.`,
  moreBytes: 'The link to this lesson has data after the end of the lesson. Copy it again in full.',
  cutOff: 'The link to this lesson is damaged or cut off. Copy it again in full.',
} as const;

/** Texts of the scene beside a lesson. */
export const SCENE = {
  label: 'Scene of the lesson',
  noEngine: 'The simulator could not be started.',
  none: 'This lesson has no scene yet.',
  unknown: (name: string) => `There is no preset “${name}”.`,
  badLink: (reason: string) => `The link of this scene cannot be opened. ${reason}`,
  linkOfStudy: 'The link of this scene contains a study. Accepted: a link to an experiment, from the Lab.',
  refused: (kind: string) => `The simulator does not accept the scenario of this ${kind}.`,
  problem: (message: string) => `The scene could not be opened. ${message}`,
  change: 'You can change',
  labelOf: (label: string, part: string) => `${label} (${part})`,
  reset: 'Reset the scene',
  openInLab: 'Open in the Lab',
  mixed: 'You changed a setting during the run. Run again from 0 to measure one setting.',
  runAgain: 'Run again from 0',
  watch: (name: string) => `Watch: ${name}`,
  places: {
    network: 'the network',
    queue: 'the queue',
    inside: 'the discipline',
    windows: 'the congestion windows',
    rtt: 'the round-trip times',
    pacing: 'the pacing rates',
    loss: 'the losses',
    rates: 'the throughput',
  } as Readonly<Record<string, string>>,
} as const;

/** Texts of the course map. */
export const MAP = {
  loading: 'Loading the course …',
  search: 'Search the lessons',
  none: (query: string) => `No lesson contains “${query}”.`,
  levels: LEVELS,
  extent: ({ level, minutes }: Pick<Lesson, 'level' | 'minutes'>) =>
    `${LEVELS[level]} · ${count(minutes, { one: 'minute', other: 'minutes' })}`,
  begin: (lesson: number) => `Begin lesson ${lesson}`,
  resume: (lesson: number, step: number, steps: number) =>
    `Continue lesson ${lesson} at step ${step} of ${steps}`,
  again: (lesson: number) => `Open lesson ${lesson} again`,
  receipt: (lesson: number) => `Save receipt of lesson ${lesson}`,
  finished: 'Finished',
  progress: (done: number, all: number) => `${done} of ${all} lessons finished`,
  level: 'Level',
  allLevels: 'All levels',
  problems: (file: string) => `${file} cannot be read as a course or a lesson:`,
  line: (line: number, message: string) => (line > 0 ? `Line ${line}: ${message}` : message),
  edit: 'Make a lesson',
  grade: 'Class answers',
  unsaved: 'This browser does not keep your progress: its storage is full or switched off.',
} as const;

/** Texts around the steps of a lesson. */
export const LESSON = {
  back: 'All lessons',
  loading: 'Loading the lesson …',
  badLink: 'This link cannot be opened',
  goals: 'After this lesson you can',
  step: (step: number, steps: number) => `Step ${step} of ${steps}`,
  steps: 'Steps of the lesson',
  previous: 'Back',
  next: 'Next',
  finish: 'Finish',
  done: 'Lesson finished',
  doneText: 'Well done. Your answers are kept in this browser.',
  sources: 'Sources',
  leavesOut: 'What this lesson leaves out',
  figures: 'Figures of papers about this',
  presets: 'Presets about this, in the Lab',
  teacher: 'Notes for lecturers',
  misconceptions: 'Misconceptions',
  questions: 'Questions for the class',
  timing: 'Timing',
  formula: 'Formula',
  block: 'This part of the step',
} as const;

/** Reasons for which a formula is not drawn. */
export const FORMULA = {
  wrong: (reason: Reason) => `(This formula is not drawn: ${reasonText(reason)}.)`,
} as const;

function reasonText(reason: Reason): string {
  switch (reason.kind) {
    case 'long':
      return 'it is longer than 2,000 characters';
    case 'deep':
      return 'it is nested too deeply or has too many parts';
    case 'incomplete':
      return 'it is incomplete';
    case 'tex':
      return reason.message;
  }
}

/** Texts of questions and of their answers. */
export const QUESTION = {
  predict: 'Predict',
  check: 'Check',
  answer: 'Answer',
  again: 'Try again',
  right: 'Right.',
  wrong: 'Not quite.',
  later: 'Your answer is kept. Run the scene, and it will be compared with your run.',
  waits: 'Your answer is kept. It is judged after the run.',
  mixed:
    'Your answer is kept. You changed a setting during the run. Run again from 0 to measure one setting.',
  warmup: (time: string) =>
    `Your answer is kept. Measures begin after the warm-up, at ${time}. Run on, and compare then.`,
  tell: 'Show the answer now',
  compare: 'Compare with my run',
  correctIs: (text: string) => `Correct: ${text}.`,
  correctOrder: 'The correct order:',
  measured: (text: string) => `In your run: ${text}.`,
  number: (unit: string) => (unit === '' ? 'Your number' : `Your number in ${unit}`),
  order: 'Bring into order',
  up: (item: string) => `Move up: ${item}`,
  down: (item: string) => `Move down: ${item}`,
  draw: 'Draw the curve with the pointer, or choose a point with the arrow keys left and right and move it up and down.',
  drawn: 'your drawing',
  run: 'the run',
  correct: 'correct curve',
  clear: 'Clear',
  point: (x: string, y: string) => `${x}: ${y}`,
} as const;

/** Texts of runs, tasks and hidden blocks. */
export const TASK = {
  run: 'Run',
  until: (text: string) => `Run to ${text}`,
  events: {
    drop: 'the next drop',
    timeout: 'the next timeout',
    recovery: 'the next change of state',
    retransmission: 'the next change of state',
  },
  steady: 'the end of the warm-up',
  end: 'the end',
  task: 'Task',
  met: 'Done.',
  notYet: 'Not yet.',
  notRun: 'Run the scene to see how far you are.',
  from: (time: string) => `The goal is judged from ${time} on.`,
  hint: (next: number, all: number) => `Hint ${next} of ${all}`,
  solution: 'Show the solution',
  solutionIs: 'A solution',
  reveal: 'Show',
  one: (label: string, number: number, all: number) => `${label} (${number} of ${all})`,
  revealAfter: 'Answer the question above, or show it now',
  revealWaiting: 'Run the scene first, or show it now',
  explain: 'Explanation',
  showExplanation: 'Show explanation',
  states: { holds: 'met', fails: 'not met', undecided: 'undecided', unknown: 'no value yet' },
} as const;

/** Results above the charts of a narrow screen. */
export const NEWS = {
  right: '✓ Your prediction was right.',
  wrong: '✗ Your prediction was not quite right.',
  task: '✓ Task done.',
  show: 'Show in the text',
} as const;

/** Texts of tables that are filled from runs. */
export const DATA = {
  add: 'Add this run',
  remove: (row: number) => `Remove row ${row}`,
  save: 'Save as CSV',
  empty: 'No runs yet.',
  on: 'on',
  off: 'off',
} as const;

const nearest = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Accepted, nearest first: ${names.join(', ')}.`;
const known = (ids: readonly string[]): string => (ids.length === 0 ? 'none' : ids.slice(0, 20).join(', '));

/** Names of a lesson that runs of its scene do not have. */
export const NAMES = {
  parameter: (name: string, names: readonly string[]) =>
    `The scene has no parameter “${name}”.${nearest(names)}`,
  value: (name: string, names: readonly string[]) =>
    `Runs of the scene have no measure and no parameter “${name}”.${nearest(names)}`,
  series: (name: string, names: readonly string[]) =>
    `Runs of the scene have no series “${name}”.${nearest(names)}`,
  owner: (list: string, id: string, ids: readonly string[]) =>
    id === ''
      ? `The name of one of the ${list} is missing. Accepted: ${known(ids)}.`
      : `The scene has no “${id}” among its ${list}. Accepted: ${known(ids)}.`,
  flow: (number: string, flows: number) =>
    `The scene has no flow “${number}”. Accepted: a number from 0 to ${integer(flows - 1)}.`,
  flowNotWatched: (number: string, watched: readonly number[]) =>
    `The scene does not watch flow “${number}”. Accepted: ${watched.join(', ')}, or another list in “watch”.`,
  notOpened: (reason: string) => `The scene cannot be opened with “set”: ${reason}.`.replace(/\.\.$/, '.'),
  goal: (reason: string) => `The goal cannot be judged: ${reason}.`.replace(/\.\.$/, '.'),
} as const;

/** Texts of the editor. */
export const EDITOR = {
  name: 'The editor',
  loading: 'Loading the editor …',
  showDraft: 'Show the text',
  saveDraft: 'Save the draft as a file',
  back: 'All lessons',
  text: 'Text of the lesson',
  empty: 'Begin with the experiment that is open in the Lab, or open a file of a lesson.',
  fromLab: 'New lesson from the Lab’s experiment',
  file: 'File of a lesson',
  open: 'Open a file',
  save: 'Save as a file',
  fileName: 'lesson.md',
  format: 'How lessons are written',
  embed: 'How lessons are embedded',
  try: 'Try this lesson',
  link: 'Link to this lesson',
  size: (characters: string) => `The link contains the whole lesson and has ${characters} characters.`,
  long: 'Some mail and chat programs cut off links of this length: send the file instead.',
  preview: 'Preview of the step at the cursor',
  result: 'The result of this text',
  insert: 'Insert a block at the cursor',
  snippets: {
    step: 'Step',
    predict: 'Prediction',
    number: 'Number from the run',
    run: 'Run',
    task: 'Task',
    reveal: 'Reveal',
    explain: 'Explanation',
    data: 'Table',
  },
  unsaved: 'This browser does not keep the draft: its storage is full or switched off. Save it as a file.',
  replaced: 'The former text is kept under “Other drafts”.',
  drafts: (others: number) => `Other drafts (${others})`,
  draftList: 'Drafts of other tabs and of earlier visits',
  untitled: 'Lesson without a title',
  draftLength: (characters: string) => `${characters} characters`,
  openShort: 'Open',
  openDraft: (title: string) => `Open the draft “${title}”`,
  removeDraft: (title: string) => `Delete the draft “${title}”`,
  sureToRemove: (title: string) => `Delete the draft “${title}” for good?`,
  draftInUse: 'Another tab edits this draft. Close that tab first.',
  experiment: (flows: readonly string[], rates: readonly string[], more: boolean) =>
    [flows.join(', ') || 'no flows', ...rates].join(', ') + (more ? ' …' : ''),
  flows: (flows: number, name: string) => `${integer(flows)} ${name.toUpperCase()}`,
  card: (text: string) => `Experiment: ${text}`,
  reading: 'Reading the experiment …',
  changeInLab: 'Change in the Lab',
  takeFromLab: 'Take from the Lab',
  takeHint: 'Put the experiment that is open in the Lab in this place',
  showLink: 'Show the link',
  foldLink: 'Fold the link',
  button: (action: string, text: string) => `${action}: ${text}`,
  taken: 'The experiment of the Lab is now in the lesson.',
  takenSettled:
    'The experiment of the Lab is now in the lesson, with its present parameters from the start of the run.',
  gone: 'This place of the lesson was deleted meanwhile. Use “Take from the Lab” at another scene.',
  toLine: (line: number) => `Line ${line}:`,
  noExperiment: 'The experiment in the Lab is not ready, or too large for a link.',
  tooLong: 'The file is larger than 200 kB and is no lesson.',
} as const;
