/** Texts of the page's parts that are loaded after the first picture: dialogs, files, the summary, notices of saved work. */
import { count, integer, list } from '../ui/language';
import type { KeyAction, KeyGroup, KeylessAction } from './keys';

/** Texts that several parts share. */
export const COMMON = {
  restart: 'Restart with these settings',
  saveFile: 'Save as a file',
  cancel: 'Cancel',
} as const;

/** Texts of the dialog that shares an experiment. */
export const SHARE = {
  title: 'Share',
  empty: 'There is no experiment to share yet.',
  writing: 'Creating the link …',
  second: (run: string) => `This shares run ${run}. Run B is a temporary copy, and links do not contain it.`,
  moment: (time: string) => `Open at the current time (t = ${time})`,
  baseline: (name: string) => `Include the baseline, ${name}`,
  link: 'Link to this experiment',
  complete: (characters: number) =>
    `${length(characters)} The link contains the complete experiment; nothing is sent to a server.`,
  long: (characters: number, limit: number) =>
    `${length(characters)} Some programs cut links longer than ${integer(limit)} characters. A file is safer.`,
  edits: (edits: number) =>
    `The link replays ${count(edits, { one: 'edit', other: 'edits' })} that you made during the run.`,
  embed: 'Embed',
  embedCode: 'Markup of a frame for a web page or a course',
  lesson: 'Make a lesson',
  lessonHint: 'Opens the editor of lessons, which begins with this experiment',
  openFile: 'Open a file …',
  fileField: 'Open a file',
  drop:
    'You can also drop a file anywhere on the page: an experiment, a picture or table saved by Bufferlab, or a trace of ' +
    'packets, rates or video frames. The command-line program runs a saved experiment.',
} as const;

/** Texts about a run between real hosts. */
export const LINUX = {
  show: 'Run on Linux',
  checking: 'Checking which groups can be real …',
  about: (time: string) =>
    `This command runs the experiment on a Linux machine, between two hosts with the TCP of its kernel. It takes ${time}.`,
  guide: 'How it works',
  command: 'Command for a shell',
  file: 'FILE',
  isFile: 'The experiment is too long for a link. Save it as a file, and write its name in place of FILE.',
  senders: 'Senders of each group',
  real: (controller: string) =>
    `becomes real TCP with the kernel’s ${controller}; only its workload and ECN are kept.`,
  module: (controller: string, name: string) =>
    `becomes real TCP with the kernel’s ${controller}; only its workload and ECN are kept. ` +
    `If the kernel refuses it: sudo modprobe tcp_${name}`,
  simulated: 'stays simulated, and shares the queues with real packets.',
  needsSimulation: (field: string, reason: string) => `stays simulated. ${field}: ${reason}.`,
  refused: 'This experiment cannot have real senders:',
  problem: (path: string, message: string) => (path === '' ? message : `${path}: ${message}`),
  then: (file: string) =>
    `Then open ${file} here, or under Comparison: its curves are drawn behind those of the simulation.`,
  open: 'Open measured run …',
  field: 'Results of the command',
} as const;

/** Texts about queues as commands of Linux. */
export const TC = {
  show: 'As tc commands',
  writing: 'Writing the commands …',
  about:
    'These commands give an interface of Linux the rate, the delay and the queue of a link. eth0 stands for the interface ' +
    'that sends data, ifb0 for the reverse direction.',
  commands: 'Commands for a shell',
  commandsOf: (link: string) => `Commands for ${link}`,
  without: 'Parameters without a counterpart in Linux:',
} as const;

function length(characters: number): string {
  return `${count(characters, { one: 'character', other: 'characters' })}.`;
}

/** Notice of a lesson's experiment. */
export const LESSON_BAR = {
  region: 'Experiment of a lesson',
  text: (title: string) =>
    title === ''
      ? 'This experiment belongs to a scene of your lesson. Change it here, then put it back.'
      : `This experiment belongs to a scene of your lesson “${title}”. Change it here, then put it back.`,
  put: 'Use in the lesson',
} as const;

/** Texts of the list of keys. */
export const KEYS = {
  title: 'Keys and help',
  search: 'Search',
  welcome: 'Show the welcome',
  characters:
    'Use single characters as keyboard shortcuts. They do nothing while a button or a field has the focus.',
  network: 'Network',
  charts: 'Charts',
  touch: 'Touch',
  touchHelp:
    'Tap a part of the network to see its parameters. Drag the handle of a buffer, or a value, to change it. Two fingers ' +
    'zoom the network, or the time axis of the charts. Tap a chart to pin a time, and drag sideways to move it. Live ' +
    'follows the run again.',
  colors: 'Colors',
  numbers: 'Numbers',
  numbersHelp:
    'Type values with units: 100 Mb/s, 2.5G, 50 ms, 64 kB. Arrow keys change a value in steps, with Shift in the steps ' +
    '1, 2, 5. Drag the name of a number to the left or right to change it.',
  or: ' or ',
  modifier: 'Ctrl',
  modifierMac: '⌘',
  /** Names of keys that are not written on them. */
  names: {
    ' ': 'Space',
    ArrowRight: '→',
    ArrowLeft: '←',
    PageDown: 'Page Down',
    PageUp: 'Page Up',
  } as Readonly<Record<string, string>>,
} as const;

/** Names of the groups of keys. */
export const KEY_GROUP: Readonly<Record<KeyGroup, string>> = {
  run: 'Run',
  time: 'Time',
  experiment: 'Experiment',
  comparison: 'Comparison',
  page: 'Page',
};

/** Effect of each key. */
export const KEY_LABEL: Readonly<Record<KeyAction, string>> = {
  toggle: 'Run or pause',
  step: 'Step to the next event',
  slower: 'Slow down',
  faster: 'Speed up',
  restart: 'Restart from 0',
  'next-drop': 'Go to the next drop',
  'previous-drop': 'Go to the previous drop',
  undo: 'Undo',
  redo: 'Redo',
  search: 'Search presets, lessons, figures, terms and commands',
  presets: 'Choose a preset',
  'new-experiment': 'Create a new experiment',
  sweep: 'Sweep',
  share: 'Share',
  'save-baseline': 'Save this run as the baseline',
  'comparison-mode': 'Show overlay, difference or ratio',
  'first-difference': 'Go to the first difference',
  split: 'Open or close run B',
  'other-run': 'Go to the other run',
  announce: 'Announce the state of the run',
  present: 'Present the open lesson to a class',
  learn: 'Open Learn',
  lab: 'Open the Lab',
  studies: 'Open Studies',
  papers: 'Open Papers',
  help: 'List all keys',
};

/** Effect of each command without a key. */
export const COMMAND_LABEL: Readonly<Record<KeylessAction, string>> = {
  'smallest-buffer': 'Find the smallest buffer of this experiment',
  remedies: 'Compare remedies for this experiment',
  glossary: 'Open the glossary',
  print: 'Print the Lab',
  report: 'Report a problem',
  welcome: 'Show the welcome',
};

/** Notices of edits in a link, of earlier work, and of work that is not saved. */
export const SAVED_WORK = {
  editsRegion: 'Edits during the run',
  edits: (edits: string) => `This experiment changes while it runs: ${edits}.`,
  mixed: ' Results cover the time before and after.',
  earlierRegion: 'Earlier work',
  /** Two parts, with the title between them. */
  earlier: (saved: string) => ['Earlier work in this browser: ', `, ${saved}.`] as const,
  resume: 'Resume',
  dismissed: 'The earlier work stays in this browser, at the end of Presets.',
  unsavedRegion: 'Not saved',
  unsaved: {
    full: 'the storage of this browser is full.',
    denied: 'this browser stores nothing for this page.',
  },
  isUnsaved: (reason: string) => ` is not saved: ${reason}`,
  removedRegion: 'Removed work',
  removed: 'The storage of this browser is full. Earlier work was removed to make room: ',
  more: (experiments: number) => ` and ${integer(experiments)} more`,
  now: 'saved just now',
  minutes: (minutes: number) => `saved ${integer(minutes)} min ago`,
  hours: (hours: number) => `saved ${integer(hours)} h ago`,
  day: (day: string) => `saved on ${day}`,
} as const;

/** Texts of files that a run plays. */
export const FILE = {
  title: (name: string) => `Play ${name}`,
  untitled: 'Play a file',
  readAs: 'Read the file as',
  source: 'Source',
  newGroup: 'a new group',
  existing: (group: string) => `${group} (replaces its traffic)`,
  local:
    'The file stays on this computer. A link to the experiment contains only its name and hash, and asks for the file.',
  play: 'Play file',
  measured: 'Use as measured baseline …',
  about: {
    vectors: (steps: number, time: string, mean: string) =>
      `Connections: ${integer(steps)} in ${time}, ${mean} on average`,
    rates: (steps: number, time: string) => `Rates over time: ${integer(steps)} in ${time}`,
    opportunities: (steps: number, time: string) =>
      `Opportunities to send, at ${integer(steps)} ms in ${time}`,
    frames: (steps: number, time: string, mean: string) =>
      `Video frames: ${integer(steps)} in ${time}, ${mean} on average`,
    packets: (steps: number, time: string, mean: string) =>
      `Packets: ${integer(steps)} in ${time}, ${mean} on average`,
  },
  reading: (name: string) => `Reading ${name} …`,
  unreadable: (name: string, reason: string) => `${name} cannot be read: ${reason}`,
  notOpened: (name: string, reason: string) =>
    `${name} was not opened: it is not an experiment of Bufferlab, nor a readable trace: ${reason}`,
  wrong: (name: string, needed: string, hash: string, neededHash: string) =>
    `${name} is not ${needed}, which the experiment needs: its SHA-256 begins with ${hash}, not ${neededHash}.`,
  missingRegion: 'A file is needed',
  missing: (name: string) => `The file ${name} is needed.`,
  missingHelp: (more: readonly string[]) =>
    'The link contains only its name, and the run waits for it. Drop the file anywhere on the page, or choose it.' +
    (more.length > 0 ? ` Also needed: ${list(more)}.` : ''),
  field: (name: string) => `The file ${name}`,
} as const;

/** Texts of the summary. */
export const SUMMARY = {
  empty: 'Results appear after the first simulated second.',
  title: 'Summary',
  titleOf: (experiment: string) => `Summary: ${experiment}`,
  links: 'Links',
  groups: 'Groups',
  flows: 'Flows',
  flowsHelp: 'Number of flows in the group.',
  sentences: 'Quality for users',
  remedies: 'Compare remedies for these users …',
  remediesAt: (link: string) => `Compare remedies for these users at ${link} …`,
  says: (group: string, sentence: string | null) => `${group}: ${sentence ?? ''}`,
  measured: (time: string, warmup: string) => `Measured over ${time}, from ${warmup} on.`,
  warmingUp: (time: string, warmup: string) =>
    `Measured over the whole run so far, ${time}. From ${warmup} on, results leave out the warm-up.`,
  mixed: (edits: string) => ` ${edits}: results cover the time before and after.`,
  digest: 'Digest',
  time: 'Time',
  seed: 'Seed',
  engine: 'Engine',
  forwarded: 'Forwarded',
  copy: 'Copy digest, seed and version',
  copied: 'Digest, seed and version copied.',
  notCopied: 'This browser does not allow copying. Select the digest instead.',
  proof: (digest: string, time_s: number, seed: number, engine: string) =>
    `digest ${digest} at ${time_s} s, seed ${seed}, engine ${engine}`,
  saveAs: 'Save as',
  save: (kind: string) => `Save the summary as ${kind}`,
  notDrawn: 'This browser could not draw the picture. Save it as SVG instead.',
  warnings: 'Warnings about these results',
} as const;

/** Texts of two runs side by side. */
export const TWO_RUNS = {
  heading: (run: string) => `Run ${run}`,
  same: 'Same as run A',
  tabs: 'Runs',
  close: 'Close run B',
  closeHint: 'Close run B (b)',
  without: (part: string) => `without ${part}`,
  with: (part: string) => `with ${part}`,
} as const;

/** Texts for screen readers. */
export const NARRATION = {
  region: 'Text summary of the run',
  stopped: 'The simulator stopped.',
  compiling: 'The simulator is being compiled.',
  run: (run: string, text: string) => `Run ${run}. ${text}`,
  state: (time: string, state: string) => `At ${time}, ${state}.`,
  ended: 'ended',
  seeking: 'fast-forwarding',
  running: 'running',
  paused: 'paused',
  queueOf: (queue: string, limit: string) => `${queue} of ${limit}`,
  link: (link: string, queue: string, utilization: string, dropped: string) =>
    `${link}: ${queue} waiting, utilization ${utilization}, dropped so far: ${dropped}.`,
  group: (group: string, rate: string) => `${group}: ${rate}.`,
  groupWithWindow: (group: string, rate: string, window: string) =>
    `${group}: ${rate}, mean window ${window}.`,
  packetsOf: (packets: number, type: string) => `${integer(packets)} ${type}`,
  packets: (parts: string) => `${parts} packets`,
  nothing: 'nothing',
} as const;

/** Texts of a printed Lab. */
export const PRINT = {
  head: 'Experiment',
  untitled: 'Untitled experiment',
  parameters: 'Parameters',
  duration: 'Duration',
  times: (duration: string, warmup: string) => `${duration}, of which ${warmup} warm-up`,
  bottleneck: (name: string) => `Bottleneck ${name}`,
  edge: (name: string) => `Edge router ${name}`,
  group: (label: string, flows: number) => `${label} × ${integer(flows)}`,
  access: (rate: string) => (rate === '' ? '' : `access links of ${rate}`),
  packets: (packets: number) => `buffer of ${count(packets, { one: 'packet', other: 'packets' })}`,
  bytes: (size: string) => `buffer of ${size}`,
  kind: (kind: unknown) => (typeof kind === 'string' ? kind.replaceAll('_', ' ') : ''),
  list: (parts: readonly string[]) => parts.filter((part) => part !== '').join(', '),
  origin: (seed: number, engine: string | null) => `Seed ${integer(seed)}, Bufferlab ${engine ?? ''}`.trim(),
} as const;

/** Texts of the dialog that reports a problem. */
export const REPORT = {
  title: 'Report a problem',
  about:
    'Nothing is sent. Describe the problem, copy the report, and send it to the maintainer of this page or to the project.',
  happened: 'What happened',
  expected: 'What you expected',
  answer: (question: string) => `${question}:`,
  copy: 'Report',
  version: (version: string | null) => `Bufferlab ${version ?? '(the simulator has not started)'}`,
  link: (link: string) => `Link: ${link}`,
  browser: (browser: string) => `Browser: ${browser}`,
  window: (width: number, height: number) => `Window: ${width} × ${height}`,
  engine: (message: string) => `Simulator: ${message}`,
  errors: (errors: readonly string[]) =>
    errors.length === 0 ? 'Errors: none' : ['Errors:', ...errors.map((error) => `- ${error}`)].join('\n'),
} as const;
