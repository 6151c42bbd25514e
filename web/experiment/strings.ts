/** Texts of the dialog "New experiment" and of the experiments that it makes. */
import { formatRounded } from '../controls/quantity';
import { count, integer, list } from '../ui/language';
import type { Answers, Question, Service } from './answers';
import type { UsualBuffer } from './usualBuffer';

/** Names of the groups of an experiment. */
export const GROUP: Readonly<Record<Service | 'flows', string>> = {
  flows: 'Flows',
  call: 'Call',
  video_call: 'Video call',
  game: 'Game',
  web: 'Web',
  video: 'Video',
  backup: 'Backup',
};

/** Labels of the numbers of users. */
export const USERS: Readonly<Record<Service, string>> = {
  call: 'Calls',
  video_call: 'Video calls',
  game: 'Games',
  web: 'Web users',
  video: 'Videos',
  backup: 'Backups',
};

/** Questions of the form. */
export const QUESTION: Readonly<Record<Question, string>> = {
  call: 'What happens to my call?',
  video_call: 'What happens to my video call?',
  game: 'What happens to my game?',
  web: 'What happens to my web pages?',
  video: 'What happens to my video?',
  backup: 'How fast is my backup?',
  remedies: 'What helps?',
  buffer: 'How large must the buffer be?',
  utilization: 'Is the link used well?',
  shares: 'Who gets how much?',
};

/** Texts of the form. */
export const FORM = {
  title: 'New experiment',
  waiting: 'The form appears when the simulator is ready.',
  about: 'Describe a link and its users. The rest is chosen for you, and you can change everything later.',
  rate: 'Rate of the link',
  rtt: 'Round trip',
  rttHint: 'Without waiting in queues: 1 ms in a data center, 30 ms in a country, 150 ms across an ocean.',
  flows: 'Long flows',
  flowsHint: 'Uploads or downloads that always have data to send.',
  controller: 'Congestion control',
  services: 'Services beside them',
  question: 'Question',
  aboutService: 'About a service',
  aboutLink: 'About the link',
  create: 'Create experiment',
  cancel: 'Cancel',
  refused: (problems: string) => `The simulator did not accept the experiment: ${problems}`,
} as const;

/** Texts of the part that reads the text of another tool. */
export const PASTE = {
  tabs: 'How to describe the link',
  answers: 'Answer five questions',
  paste: 'Paste a configuration',
  label: 'Text of another tool',
  hint: 'Lines of tc, mahimahi, Cisco or Mininet, or buffer profiles of SONiC as JSON. Nothing leaves your browser.',
  example: 'tc qdisc add dev eth0 root netem delay 40ms rate 10mbit limit 50',
  empty: 'Paste a text, for example: tc qdisc add dev eth0 root netem delay 40ms rate 10mbit',
  report: 'What was read',
  summary: (lines: number, left: number) =>
    left === 0
      ? `${count(lines, LINES)}, all of it understood.`
      : `${count(lines, LINES)}. ${count(left, { one: 'part is', other: 'parts are' })} left out; the reasons stand below.`,
  sets: (fields: readonly string[]) => `sets ${list(fields)}`,
  field: (label: string, value: string) => `${label}: ${value}`,
  on: 'on',
  off: 'off',
  leftOut: 'is left out',
  assumed: 'The text does not say:',
  traffic: 'Traffic',
  more: (lines: number) =>
    `${count(lines, { one: 'more line is', other: 'more lines are' })} read, but not listed here.`,
} as const;

const LINES = { one: 'line', other: 'lines' };

/** Problems of answers, shown at their fields. */
export const PROBLEM = {
  noFlows: 'Nothing uses the link. Use at least one long flow or one service.',
  noService: (service: Service) => `${USERS[service]} is 0. Use at least 1, or choose another question.`,
} as const;

const DEVICE: Readonly<Record<UsualBuffer['device'], string>> = {
  modem: 'usual in home modems',
  router: 'usual in routers: at least 100 ms',
  switch: 'usual in switches of data centers',
};

/** Facts about the experiment that the answers give. */
export const FACT = {
  title: 'The experiment',
  buffer: 'Buffer',
  bufferText: ({ device, packets, bytes, drain_s, bdp }: UsualBuffer) =>
    `${count(packets, PACKETS)} = ${formatRounded(bytes, 'B')} = ${formatRounded(drain_s, 's')} when full = ` +
    `${formatRounded(bdp, '', 2)} BDP, ${DEVICE[device]}`,
  access: 'Access links',
  accessText: (rate: string, same: boolean, low: string, high: string) =>
    same ? `${rate} each` : `${rate} each, round trips of ${low} to ${high}`,
  starts: 'Starts',
  startsText: (time: string) => `At random times before ${time}`,
  warmup: 'Warm-up',
  warmupText: (time: string) => time,
  settles: (time: string, periods: number, period: string) =>
    `${time}: starts, slow start, and ${integer(periods)} periods of ${period}, after which flows differ by 5 % of their first difference`,
  measured: 'Measured',
  measuredText: (time: string, packets: string) => `${time}, about ${packets} packets in all`,
  cut: (settles: string, most: string) =>
    `The flows need ${settles} to settle at this rate, and the run ends after ${most}. ` +
    'Use another number of flows, or another congestion control.',
  overload: (used: string, rate: string) =>
    `Calls, video calls and games send ${used} whatever happens, and the link has ${rate}.`,
  many: (packets: string) =>
    `About ${packets} packets take some minutes to simulate. A lower rate takes less time.`,
} as const;

const PACKETS = { one: 'packet', other: 'packets' };

/** Returns the title of an experiment: `Call beside 1 CUBIC flow, 2 Mb/s, 30 ms`. */
export function titleOf(answers: Answers, controller: string): string {
  const { flows, services, rate_bps, rtt_s } = answers;
  const names = (Object.keys(USERS) as Service[])
    .filter((name) => services[name] > 0)
    .map((name) => (services[name] === 1 ? GROUP[name] : `${integer(services[name])} ${lower(USERS[name])}`));
  const long = flows > 0 ? count(flows, { one: `${controller} flow`, other: `${controller} flows` }) : '';
  const users = names.length === 0 ? long : long === '' ? list(names) : `${list(names)} beside ${long}`;
  return plain(`${users}, ${formatRounded(rate_bps, 'b/s')}, ${formatRounded(rtt_s, 's')}`);
}

/** Returns the note of an experiment: its question and where to find the answer. */
export function noteOf(answers: Answers, buffer: UsualBuffer, about: string | null): string {
  const full = formatRounded(buffer.drain_s, 's');
  const name = GROUP[(about ?? 'flows') as Service];
  return plain(`${QUESTION[answers.question]}\n\n${GUIDE[answers.question](full, name)}`);
}

const COMPARE =
  'Save the run as the baseline (k), then change the buffer or the queue discipline and compare.';

const realTime = (needs: string, full: string, name: string, score = ''): string =>
  `${needs} A full buffer alone delays each packet by ${full}. The charts show the delay and the loss of ${name}, the ` +
  `summary its ${score}longest delays. ${COMPARE}`;

const CALL = 'A call is comfortable up to a delay of 150 ms from end to end (ITU-T G.114).';

const GUIDE: Readonly<Record<Question, (full: string, name: string) => string>> = {
  call: (full, name) => realTime(CALL, full, name, 'quality (MOS, at most 4.5) and its '),
  video_call: (full, name) => realTime(CALL, full, name),
  game: (full, name) => realTime('A fast game suffers from delays above 100 ms.', full, name),
  web: (full) =>
    `The summary shows the page load time of Web. Each exchange with a server takes a round trip, and a full ` +
    `buffer adds ${full} to it. ${COMPARE}`,
  video: (full) =>
    `The summary shows the rate of Video and how long it stands still (rebuffering), the charts its throughput. A full ` +
    `buffer adds ${full} to each round trip. ${COMPARE}`,
  backup: () => `The charts show the throughput of Backup, and the summary its goodput. ${COMPARE}`,
  remedies: () =>
    `Studies compares buffers and queue disciplines for this experiment. Here you see the link as it is today. ${COMPARE}`,
  buffer: (full) =>
    `A full buffer delays packets by ${full}; an empty one lets the link idle. Drag the limit of the buffer and watch ` +
    'whether the queue becomes empty after a loss. Find the smallest sufficient buffer in its parameters.',
  utilization: () =>
    'The link is used well if its queue is never empty for long. The summary shows the utilization. Drag the limit of ' +
    'the buffer down and watch when the link begins to idle.',
  shares: () =>
    'The charts show the throughput of each group. The summary shows the goodput per flow, and the fairness index ' +
    'within each group. Change the congestion control of one group and compare.',
};

/** Replaces no-break spaces, which belong to the page and not to a scenario. */
const plain = (text: string): string => text.replace(/\u00a0/g, ' ');

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
