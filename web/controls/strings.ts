/** Texts of the run bar and of quantities, which the first picture needs. Texts of forms and warnings: `lazyStrings.ts`. */
import type { Unit } from '../engine/catalog';
import { count } from '../ui/language';

/** Buttons and labels of the run bar. */
export const RUN_BAR = {
  run: 'Run',
  runTitle: 'Run (Space)',
  pause: 'Pause',
  pauseTitle: 'Pause (Space)',
  restart: 'Restart',
  restartFromZero: 'Restart from time 0',
  restartFromZeroTitle: 'Restart from time 0 (r)',
  step: 'Step to the next event',
  stepTitle: 'Step to the next event (.)',
  chooseStep: 'Choose a step',
  steps: {
    event: 'Next event',
    packet: 'Next packet',
    '100ms': 'Next 100 ms',
    drop: 'Next drop',
    timeout: 'Next timeout',
    state: 'Next change of state',
    edit: 'Next edit',
    previousDrop: 'Previous drop',
  },
} as const;

/** The seed of the run. */
export const SEED = {
  group: 'Seed',
  label: 'seed',
  title: 'The same experiment and seed give the same run',
  newSeed: 'New seed',
  newSeedTitle: 'New seed: another run of the same experiment',
  lock: 'Lock the seed',
  locked: 'Locked: a restart repeats this run',
  unlocked: 'Unlocked: a restart uses a new seed',
} as const;

/** The speed of the run. */
export const SPEED = {
  label: 'Speed',
  max: 'max',
  maxTitle: 'As fast as possible',
  reachedTitle: 'Simulated seconds per real second',
  /** `speed`: simulated time per real time, such as `4.9×`. */
  value: (speed: string) => `${speed} real time`,
  maxValue: 'as fast as possible',
  title: (text: string) => `Speed: ${text} ([ slower, ] faster)`,
} as const;

/** The clock of the run and the panel that goes to another time. */
export const TIME = {
  symbol: 't',
  ended: 'ended',
  of: (end: string) => `of ${end}`,
  goElsewhere: 'Go to another time',
  seeking: (target: string) => `To ${target}`,
  fastForward: 'Fast-forwarding',
  cancel: 'Cancel',
  label: 'Go to time',
  range: (end: string) => `0 to ${end}`,
  go: 'Go',
  runToEnd: 'Run to the end',
} as const;

/** Shown in place of the forms until the simulator is ready. */
export const WAITING = 'Parameters appear when the simulator is ready.';

/** Names of the items whose parameters can be shown. */
export const ITEMS = {
  scenario: 'Experiment',
  group: (name: string) => `Group ${name}`,
  edge: (name: string) => `Edge router ${name}`,
  bottleneck: (name: string) => `Bottleneck ${name}`,
} as const;

/** Why the text of a quantity cannot be used, and which texts can. */
export const QUANTITY = {
  empty: 'Nothing is written here.',
  noNumber: (text: string) => `“${text}” does not begin with a number.`,
  comma: (text: string) => `“${text}”: a comma separates thousands, a point separates decimals.`,
  notA: (text: string, kind: string) => `“${text}” is not ${kind}.`,
  tooLarge: (text: string) => `“${text}” is too large to compute with.`,
  notWhole: (value: string) => `${value} is not a whole number.`,
  belowRange: (value: string) => `${value} is too small.`,
  aboveRange: (value: string) => `${value} is too large.`,
  range: (low: string, high: string) => `Use ${low} to ${high}.`,
} as const;

/** Names of the quantities of each unit, in messages. */
export const UNIT_KINDS: Record<Unit, string> = {
  'b/s': 'a rate',
  s: 'a time',
  B: 'a size',
  packets: 'a number of packets',
  flows: 'a number of flows',
  ratio: 'a ratio',
  '': 'a plain number',
};

/** Texts that are accepted as a quantity in a unit. */
export const UNIT_EXAMPLES: Record<Unit, string> = {
  'b/s': 'Write a rate such as 100 Mb/s, 2.5G or 64 kb/s; MB/s is bytes.',
  s: 'Write a time such as 50 ms, 250 µs, 1.5 s or 2 min.',
  B: 'Write a size such as 64 kB, 1500 B or 1 MiB; kb is bits.',
  packets: 'Write a number of packets such as 100 or 10k.',
  flows: 'Write a number of flows such as 100 or 10k.',
  ratio: 'Write a ratio such as 0.02 or 2 %.',
  '': 'Write a number such as 42, 0.5 or 1e-3.',
};

/** A limit in bytes that is not a whole number of packets. */
export const REMAINDER = {
  packets: (packets: number, size: string) =>
    packets === 0
      ? `no packet of ${size}`
      : `${count(packets, { one: 'packet', other: 'packets' })} of ${size}`,
  text: (limit: string, packets: string, rest: string) =>
    `${limit} holds ${packets}. Only smaller packets fit into the other ${rest}.`,
} as const;
