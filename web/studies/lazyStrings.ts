/** Texts of the advisor, which finds the smallest buffer that meets some targets; loaded with it. */
import { count, integer, list } from '../ui/language';

const RUNS = { one: 'run', other: 'runs' } as const;

/** Texts of the form. `lead` words begin the rows: "of this experiment, with these targets, over runs of this length". */
export const ADVICE_FORM = {
  name: 'Smallest buffer',
  lead: { of: 'of', with: 'with', for: 'for', over: 'over' },
  bottleneck: 'Bottleneck',
  utilization: 'Utilization ≥',
  loss: (packets: string) => `${packets} loss ≤`,
  delay: 'Queueing delay ≤',
  statistic: 'Statistic of the delay',
  p99: '99th percentile',
  mean: 'mean',
  noTarget: 'no target',
  users: 'Targets for users: calls, answers, games',
  group: 'Users of group',
  people: {
    mos: 'Call quality (MOS) ≥',
    rpm: 'Responsiveness (RPM) ≥',
    delay: 'Delay, 99th percentile ≤',
  },
  time: 'Length of runs',
  enough: 'until flows have settled',
  given: 'as given',
  enoughHelp: 'The warm-up lasts until the windows of the flows have settled.',
  quickHelp: (replications: number, checks: number, percent: number) =>
    `${integer(replications)} seeds to search, ${integer(checks)} to verify. ` +
    `The answer is at most ${integer(percent)} % above a size that fails.`,
  replications: 'Replications',
  checks: 'Runs to verify',
  precision: 'Tolerance (ratio)',
  confidence: 'Confidence',
  noTargets: 'Set at least one target.',
} as const;

/** Texts of the progress of a search, by phase. */
export const ADVICE_PROGRESS = {
  find: 'Find buffer',
  cancel: 'Cancel',
  bar: 'Progress of the search',
  runs: (runs: number, expected: number) => `${integer(runs)} of about ${count(expected, RUNS)}`,
  left: (time: string) => `, ${time} left`,
  taken: (runs: number, time: string) => `${count(runs, RUNS)} in ${time}`,
  measuring: 'Measuring the speed of this computer …',
  purpose: (purpose: string) => `: ${purpose}.`,
  failure: (message: string) => ` ${message}`,
  phase: {
    idle: '',
    running: 'Running',
    done: 'Done.',
    canceled: 'Canceled. Results so far are kept.',
    refused: 'Not started.',
    failed: 'The search stopped. Results so far are kept.',
  },
} as const;

/** Texts of the comparison of remedies. */
export const REMEDIES = {
  region: 'Comparison of remedies',
  heading: 'Remedies compared',
  form: 'Compare remedies',
  find: 'Compare',
  refused: 'Fix the errors in the form to start the comparison.',
  idle:
    'Set targets, then press Compare. Bufferlab simulates today’s queue, other sizes, CoDel, FQ-CoDel, PIE, DualPI2 and ' +
    'priority with the same seeds until they are distinguished. The first target counts most.',
  best: (remedy: string, targets: readonly string[], values: string) =>
    `${remedy} gives the best result with ${list(targets)}: ${values}.`,
  none: (targets: readonly string[], remedy: string, values: string) =>
    `No remedy gives ${list(targets)}. ${remedy} comes closest: ${values}.`,
  equal: (remedies: readonly string[]) => `As good: ${list(remedies)}.`,
  today: (values: string) => `Today: ${values}.`,
  running: 'Comparing …',
  tcHelp:
    'Linux sets this queue on the interface before the link (DEV), if that interface is the bottleneck:',
  table: 'Remedies',
  caption: 'Remedies, the best first, with 95 % intervals; each opens in the Lab beside today’s queue',
  remedy: 'Remedy',
  room: 'Buffer',
  roomOf: (packets: string, bytes: string, drain: string) => `${packets}, ${bytes}, ${drain}`,
  noRoom: 'no limit',
  standing: 'Result',
  runs: 'Runs',
  standings: {
    best: 'best',
    as_good: 'as good',
    worse: 'worse',
    open: 'not distinguished',
    unknown: 'no value',
  },
  openIn: (remedy: string) => `Open ${remedy} in the Lab beside today’s queue`,
  target: (bound: string) => `target ${bound}`,
  save: 'Save comparison (JSON)',
  confidence: (runs: number, confidence: string) => `${count(runs, RUNS)}, ${confidence} joint confidence.`,
} as const;

/** Texts of the result of a search. */
export const ADVICE = {
  region: 'Advice',
  heading: 'Smallest sufficient buffer',
  refused: 'Fix the errors in the form to start the search.',
  idle:
    'Set targets, then press Find buffer. Bufferlab simulates buffers of several sizes, finds the smallest one ' +
    'that meets the targets, and verifies it with other seeds.',
  target: (measure: string, bound: string) => `${measure} ${bound}`,
  size: (size: string, other: string, drain: string) => `${size} (${other}, drains in ${drain})`,
  milliseconds: (amount: string) => `${amount}\u00a0ms`,
  answer: (size: string, targets: readonly string[]) =>
    `${size} is the smallest buffer with ${list(targets)}.`,
  searching: (targets: readonly string[]) => `Searching for the smallest buffer with ${list(targets)} …`,
  none: (targets: readonly string[]) => `No tested buffer has ${list(targets)} with the required confidence.`,
  closest: (size: string, values: string) => ` The closest is ${size}: ${values}.`,
  verified: (seeds: number, values: string, confidence: string) =>
    `Verified with ${count(seeds, { one: 'further seed', other: 'further seeds' })}: ${values}. ` +
    `All targets are met, with ${confidence} joint confidence.`,
  value: (measure: string, value: string) => `${measure} ${value}`,
  length: (duration: string, warmup: string) =>
    `Each run lasts ${duration}, including a warm-up of ${warmup}.`,
  preliminary: 'Preliminary',
  preliminaryAnswer: (size: string, targets: readonly string[], values: string) =>
    `In these runs ${size} is the smallest buffer with ${list(targets)}: ${values}.`,
  longEnough: (warmup: string, duration: string) =>
    `Run long enough: ${duration} with a warm-up of ${warmup}`,
  estimate: {
    rules: (low: string, high: string) =>
      `Between ${low} and ${high} by the rules of thumb: BDP/√N is for many independent flows, the BDP for one flow or ` +
      `for flows that back off together.`,
    scaled: (low: string, high: string, scale: string) =>
      `Between ${low} and ${high} by a network with 1/${scale} of the flows and of the rate; its buffers count √${scale} times.`,
    runs: (low: string, high: string) => `Above ${low}, which fails, and at most ${high}.`,
    atMost: (high: string) => `At most ${high}: no size that was run has failed.`,
  },
  bdp: 'BDP',
  bdpRootN: 'BDP/√N',
  scaledLine: (scale: string) => `network of 1/${scale}`,
  apply: (size: string) => `Use ${size} in the Lab`,
  comparing: ' The comparison with other rules follows.',
  warnings: 'Warnings',
  save: 'Save advice (JSON)',
  command: 'Command line',
  commandHelp:
    'Save the experiment in the Lab as scenario.json, then run this command. It gives exactly the same results.',
  targetLine: (bound: string) => `target ${bound}`,
  answerLine: 'answer',
  rules: 'Rules for buffer sizing',
  rulesCaption: 'Rules for buffer sizing, simulated in this experiment',
  rule: 'Rule',
  buffer: 'Buffer',
  drain: 'Drain time',
  memory: 'Memory',
  meetsTargets: 'Meets targets',
  yes: 'yes',
  no: 'no',
  answerRow: 'Answer',
  answerSource: 'Verified with further seeds',
  otherFlows: 'Other numbers of flows',
  otherFlowsCaption: (flows: number) =>
    `The same buffer with half and twice the ${count(flows, { one: 'flow', other: 'flows' })}`,
  flows: 'Flows',
} as const;
