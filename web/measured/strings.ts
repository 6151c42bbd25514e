/** Texts about measured runs: the dialog, notices, and names. */
import { list } from '../ui/language';

/** Names of measured runs. */
export const MEASURED = {
  name: (parts: readonly string[]) => `measured: ${parts.join(', ')}`,
  /** Names of congestion controllers of Linux. */
  controllers: { cubic: 'CUBIC', reno: 'Reno', bbr: 'BBR', dctcp: 'DCTCP', vegas: 'Vegas' } as Readonly<
    Record<string, string>
  >,
} as const;

/** Notices about files of measured runs. */
export const NOTICE = {
  reading: (name: string) => `Reading ${name} …`,
  refused: (problem: string) => `The measured run was not opened: ${problem}`,
  wrong: (name: string, needed: string, hash: string, neededHash: string) =>
    `${name} is not ${needed}, which the link needs: its SHA-256 begins with ${hash}, not ${neededHash}.`,
} as const;

/** Texts of the notice of a missing file. */
export const WANTED = {
  region: 'A measured run is needed',
  needed: (name: string) => `The measured run ${name} is the baseline of this link.`,
  help: 'The link contains only its name and hash. Drop the file anywhere on the page, or choose it.',
  field: (name: string) => `The measured run ${name}`,
} as const;

/** Texts about runs of `bufferlab emulate`. */
export const EMULATED = {
  measured: (title: string, kernel: string, time: string) =>
    `${title === '' ? 'An experiment' : `“${title}”`}, ${time} between hosts of ${kernel === '' ? 'Linux' : kernel}.`,
  real: (groups: readonly string[]) => `Real packets: ${list(groups)}.`,
  group: (id: string, controllers: readonly string[]) =>
    controllers.length === 0 ? id : `${id} (${list(controllers)})`,
  simulated: (groups: readonly string[]) => `Simulated packets: ${list(groups)}.`,
  late: (median: string, p99: string, max: string) =>
    `Packets were delivered late by ${median} (median), ${p99} (99 %) and at most ${max}.`,
  drawn: 'Its queues, losses, delays and rates are drawn behind those of the simulated run.',
  noWindows: (groups: readonly string[]) =>
    `Congestion windows and round-trip times of ${list(groups)} are not in the file.`,
  notDrawn: (parts: readonly string[]) =>
    `Not in the open experiment, so without curves: ${list(parts)}. Simulate the run to see them.`,
  limits: 'Limits of this run',
  local: 'The file stays on this computer. A link contains its name and its hash, and asks for the file.',
} as const;

/** Texts of the dialog. */
export const DIALOG = {
  title: (name: string) => `Measured run ${name}`,
  tools: {
    'bufferlab emulate': '',
    iperf3: '',
    flent: '',
    table: 'Table',
  },
  about: (parts: readonly string[]) => `${list(parts)}.`,
  series: 'Series of the file and their use',
  seriesHead: 'Series',
  valuesHead: 'Values',
  roleHead: 'Use as',
  unitHead: 'Unit',
  groupHead: 'Group',
  roles: {
    none: 'not used',
    series: 'its own series',
    throughput: 'throughput',
    rtt: 'round-trip time',
    window: 'congestion window',
  },
  roleOf: (series: string) => `Use of ${series}`,
  unitOf: (series: string) => `Unit of ${series}`,
  groupOf: (series: string) => `Group of ${series}`,
  notes: 'Left out or assumed',
  note: (message: string, advice: string) => `${message} ${advice}`,
  simulate: 'Simulate this: open the experiment of the file',
  local:
    'The file stays on this computer. A link contains its name, its hash and this table, and asks for the file.',
  use: 'Use as baseline',
  cancel: 'Cancel',
  noUse: 'Choose a use for at least one series.',
  noUnit: (series: string) => `Choose the unit of ${series}.`,
  noGroup: (series: string) => `${series} needs a group, and the experiment has none.`,
  noTime: 'The heading does not say which column is the time. The unit of the other columns is chosen next.',
  timeColumn: 'Column of the time',
  timeUnit: 'Unit of the time',
  choose: 'choose …',
  column: (number: number, name: string) => `${number}: ${name}`,
  read: 'Read the table',
} as const;
