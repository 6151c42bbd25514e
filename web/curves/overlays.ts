/**
 * Models drawn over a curve: which of them have something to say of a measure, what they take out of the scenario,
 * and in what the scenario lies outside their assumptions.
 *
 * A row per model. It is offered where all its parameters are in the scenario; the engine works it out. One more
 * model is one more row.
 */
import { classOf } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import type { Bottleneck, Group, Scenario } from '../scenario/types';

/** What a model takes, by the names of its parameters. */
export type ModelInputs = Readonly<Record<string, number>>;

export interface Overlay {
  /** The engine's name of the model. */
  model: string;
  /** Which of its outputs is drawn. */
  output: string;
  /** A line against the measure, or an vertical where the x axis, a buffer in bytes, has this value. */
  form: 'line' | 'vertical';
  /** As in `M/M/1/B with bulks, B* 7 kB`. */
  name: string;
}

/** A scenario in the terms of the models: one bottleneck, those who send through it, and what they are. */
export interface Setting {
  link: Bottleneck;
  /** Room in bytes and in packets of the first TCP group, or of the others; null where it is not limited so. */
  buffer: { bytes: number | null; packets: number | null };
  tcp: readonly Sender[];
  open: readonly Sender[];
  /** Two-way propagation, the mean of TCP's flows, or of all where none is TCP, seconds. */
  rtt_s: number;
}

interface Sender {
  group: Group;
  flows: number;
  packet_bytes: number | null;
  /** Load that it offers, as a share of the link; null of TCP. */
  load: number | null;
}

interface Row {
  model: string;
  name: string;
  /** Outputs, by the end of the measure's path; `|` an vertical. */
  outputs: Readonly<Record<string, string>>;
  vertical?: string;
  given(setting: Setting): ModelInputs | null;
  /** In what the scenario is not what the model assumes, sentences. */
  outside(setting: Setting): (string | false)[];
}

const isPoisson = ({ group }: Sender): boolean => kindOf(group.traffic) === 'poisson';
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const ROWS: readonly Row[] = [
  {
    model: 'mm1b-bulk',
    name: 'M/M/1/B with bulks, B* 7 kB',
    outputs: {
      'loss.udp': 'udp_loss',
      'loss.tcp': 'tcp_loss',
      utilization: 'utilization',
      mean_queue_bytes: 'mean_bytes',
    },
    given: ({ buffer, tcp, open }) => withBoth(buffer.bytes, tcp, open),
    outside: (setting) => besideTcp(setting),
  },
  {
    model: 'md1b',
    name: 'M/D/1/B with two sizes, B* 7 kB',
    outputs: {
      'loss.udp': 'udp_loss',
      'loss.tcp': 'tcp_loss',
      utilization: 'utilization',
      mean_queue_bytes: 'mean_bytes',
    },
    given: ({ buffer, tcp, open }) => withBoth(buffer.bytes, tcp, open),
    outside: (setting) => besideTcp(setting),
  },
  {
    model: 'mm1k',
    name: 'M/M/1/K',
    outputs: {
      'loss.all': 'loss',
      'loss.udp': 'loss',
      utilization: 'utilization',
      idle_probability: 'idle_probability',
    },
    given: (setting) => alone(setting),
    outside: ({ open }) => [
      !open.every(isPoisson) && 'The sources are not Poisson’s.',
      'Packets here have one size unless drawn; the model’s are exponential, so that it loses more.',
    ],
  },
  {
    model: 'md1k',
    name: 'M/D/1/K',
    outputs: {
      'loss.all': 'loss',
      'loss.udp': 'loss',
      utilization: 'utilization',
      idle_probability: 'idle_probability',
    },
    given: (setting) => alone(setting),
    outside: ({ open }) => [!open.every(isPoisson) && 'The sources are not Poisson’s.'],
  },
  {
    model: 'single-flow-utilization',
    name: 'One flow',
    outputs: { utilization: 'reno_utilization' },
    vertical: 'reno_full_bytes',
    given: ({ link, buffer, tcp, open, rtt_s }) =>
      tcp.length === 1 && tcp[0]!.flows === 1 && open.length === 0 && buffer.bytes !== null
        ? { rate_bps: link.rate_bps, rtt_s, buffer_bytes: buffer.bytes }
        : null,
    outside: ({ tcp }) => [
      controllerOf(tcp[0]) !== 'reno' && `The flow's controller is ${controllerOf(tcp[0])}, the line Reno's.`,
      'The model is the utilisation just after a loss; over the whole cycle it is higher.',
    ],
  },
  {
    model: 'sqrt-n',
    name: 'BDP/√N, bound',
    outputs: { utilization: 'utilization_bound' },
    vertical: 'rule_bytes',
    given: ({ link, buffer, tcp, rtt_s }) =>
      tcp.length > 0 && buffer.bytes !== null
        ? {
            rate_bps: link.rate_bps,
            rtt_s,
            flows: sum(tcp.map(({ flows }) => flows)),
            packet_bytes: tcp[0]!.packet_bytes ?? 1000,
            buffer_bytes: buffer.bytes,
          }
        : null,
    outside: ({ tcp, open }) => [
      tcp.some((sender) => controllerOf(sender) !== 'reno') && 'It assumes Reno; other controllers run here.',
      sum(tcp.map(({ flows }) => flows)) < 100 && 'With so few flows their windows do not average out.',
      tcp.some(({ group }) => !isEndless(group)) && 'It assumes flows that last; these end.',
      open.length > 0 && 'It knows of no open-loop traffic.',
    ],
  },
  {
    model: 'rule-of-thumb',
    name: 'Rule of thumb, BDP',
    outputs: {},
    vertical: 'buffer_bytes',
    given: ({ link, tcp, rtt_s }) =>
      tcp.length > 0 ? { rate_bps: link.rate_bps, rtt_s, packet_bytes: tcp[0]!.packet_bytes ?? 1000 } : null,
    outside: ({ tcp }) => [
      sum(tcp.map(({ flows }) => flows)) > 1 &&
        'It is for one flow, or many in step; out of step they need far less.',
    ],
  },
  {
    model: 'tcp-mm1b',
    name: 'TCP equation with M/M/1/B',
    outputs: { utilization: 'utilization', 'loss.all': 'loss', 'loss.tcp': 'loss' },
    given: ({ link, buffer, tcp, rtt_s }) => {
      const [first] = tcp;
      const window = first && windowOf(first.group);
      if (!first || !window || first.packet_bytes === null || buffer.packets === null) return null;
      const bits = 8 * first.packet_bytes * window * sum(tcp.map(({ flows }) => flows));
      // Windows that nothing bounds make no load that the model could be given.
      const peak = bits / (rtt_s * link.rate_bps);
      return window <= 10_000 && peak <= 100
        ? {
            buffer_packets: Math.max(1, Math.round(buffer.packets)),
            max_window_packets: window,
            peak_load: peak,
            rtt_s,
          }
        : null;
    },
    outside: ({ tcp, open }) => [
      !tcp.every(({ group }) => isPaced(group)) && 'It assumes paced flows; these send bursts.',
      open.length > 0 && 'It knows of no open-loop traffic.',
    ],
  },
];

/** The models that say something of this measure of this scenario, or of the buffer it is drawn against. */
export function overlaysFor(catalog: Catalog, scenario: Scenario, x: string, measure: string): Overlay[] {
  const link = linkOf(scenario, measure) ?? linkOf(scenario, x);
  const setting = link && settingOf(catalog, scenario, link);
  if (!setting) return [];
  return ROWS.flatMap(({ model, name, outputs, vertical, given }): Overlay[] => {
    if (!given(setting)) return [];
    const output = outputs[endOf(measure)];
    if (output !== undefined) return [{ model, output, form: 'line', name }];
    const isBuffer = x === `bottlenecks.${link.id}.queue.limit_bytes`;
    return vertical !== undefined && isBuffer ? [{ model, output: vertical, form: 'vertical', name }] : [];
  });
}

/** What a model is to be given for this scenario; null where it does not apply. */
export function inputsFor(
  catalog: Catalog,
  scenario: Scenario,
  x: string,
  measure: string,
  model: string,
): ModelInputs | null {
  const link = linkOf(scenario, measure) ?? linkOf(scenario, x);
  const setting = link && settingOf(catalog, scenario, link);
  return (setting && ROWS.find((row) => row.model === model)?.given(setting)) ?? null;
}

/** In what the scenario lies outside the model's assumptions. */
export function violatedAssumptions(
  catalog: Catalog,
  scenario: Scenario,
  x: string,
  measure: string,
  model: string,
): string[] {
  const link = linkOf(scenario, measure) ?? linkOf(scenario, x);
  const setting = link && settingOf(catalog, scenario, link);
  const said = (setting && ROWS.find((row) => row.model === model)?.outside(setting)) ?? [];
  const more =
    scenario.bottlenecks.length > 1 ? ['There are other bottlenecks, of which it knows nothing.'] : [];
  const queue = link && kindOf(link.queue);
  const other = queue && queue !== 'drop_tail' ? [`It assumes drop-tail; the queue is ${queue}.`] : [];
  return [...said.filter((sentence) => sentence !== false), ...more, ...other];
}

/** The scenario as models see it; null where something in it has no place there. */
export function settingOf(catalog: Catalog, { groups }: Scenario, link: Bottleneck): Setting | null {
  const here = groups.filter(
    ({ direction, via }) => direction !== 'reverse' && (via === null || [via].flat().includes(link.id)),
  );
  const senders = here.map((group) => senderOf(catalog, group, link.rate_bps));
  const tcp = senders.filter(({ group }) => classOf(catalog, group.traffic) === 'tcp');
  const open = senders.filter(({ group }) => classOf(catalog, group.traffic) !== 'tcp');
  const judged = tcp.length > 0 ? tcp : open;
  if (judged.length === 0) return null;
  const flows = sum(judged.map(({ flows: each }) => each));
  const access_s = sum(judged.map((sender) => sender.flows * delayOf(sender.group))) / flows;
  const { limit_bytes: bytes, limit_packets: packets } = link.queue as Partial<Record<string, number | null>>;
  const size = judged[0]?.packet_bytes ?? null;
  return {
    link,
    buffer: {
      bytes: bytes ?? (packets != null && size !== null ? packets * size : null),
      packets: packets ?? (bytes != null && size !== null ? bytes / size : null),
    },
    tcp,
    open,
    rtt_s: 2 * (link.delay_s + access_s),
  };
}

/** Of small open-loop packets beside TCP's. */
function withBoth(bytes: number | null, tcp: readonly Sender[], open: readonly Sender[]): ModelInputs | null {
  const [big, small] = [tcp[0]?.packet_bytes, open[0]?.packet_bytes];
  const loads = open.map(({ load }) => load);
  if (bytes === null || !big || !small || big < small || loads.some((load) => load === null)) return null;
  const load = sum(loads.map((each) => each ?? 0));
  return {
    buffer_bytes: bytes,
    udp_load: load,
    tcp_saturation_load: Math.max(0, 0.99 - load),
    packet_ratio: big / small,
    tcp_packet_bytes: big,
  };
}

function besideTcp({ tcp, open, buffer }: Setting): (string | false)[] {
  const flows = sum(tcp.map(({ flows: each }) => each));
  return [
    flows < 500 && `It assumes thousands of TCP flows out of step; there are ${flows}.`,
    !open.every(isPoisson) && 'It assumes Poisson arrivals; the open-loop sources are others.',
    (buffer.bytes ?? 0) > 50_000 &&
      'Beyond some 50 kB windows grow, and arrivals are burstier than Poisson’s.',
  ];
}

/** Of open-loop packets alone. */
function alone({ tcp, open, buffer }: Setting): ModelInputs | null {
  const loads = open.map(({ load }) => load);
  if (tcp.length > 0 || buffer.packets === null || loads.some((load) => load === null)) return null;
  // The one that is being sent has a place of its own here.
  return {
    load: sum(loads.map((each) => each ?? 0)),
    places_packets: Math.max(1, Math.floor(buffer.packets) + 1),
  };
}

function senderOf(catalog: Catalog, group: Group, rate_bps: number): Sender {
  const traffic: Readonly<Record<string, unknown>> = isRecord(group.traffic) ? group.traffic : {};
  const size = classOf(catalog, traffic) === 'tcp' ? traffic.segment_bytes : traffic.packet_bytes;
  const rate = traffic.rate_bps;
  return {
    group,
    flows: group.count,
    packet_bytes: typeof size === 'number' ? size : meanOf(size),
    load: typeof rate === 'number' ? (group.count * rate) / rate_bps : null,
  };
}

/** From the sender to the network and from there to the receiver, seconds. */
function delayOf({ access, egress }: Group): number {
  return (meanOf(access.delay_s) ?? 0) + (meanOf(egress.delay_s) ?? 0);
}

function meanOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  if (!isRecord(value)) return null;
  const { uniform, exponential } = value;
  if (Array.isArray(uniform)) return (Number(uniform[0]) + Number(uniform[1])) / 2;
  return typeof exponential === 'number' ? exponential : null;
}

function linkOf({ bottlenecks }: Scenario, path: string): Bottleneck | undefined {
  return (
    bottlenecks.find(({ id }) => path.startsWith(`bottlenecks.${id}.`)) ??
    (bottlenecks.length === 1 ? bottlenecks[0] : undefined)
  );
}

function endOf(measure: string): string {
  return measure.startsWith('bottlenecks.') ? measure.split('.').slice(2).join('.') : '';
}

function kindOf(value: unknown): string {
  return isRecord(value) && typeof value.kind === 'string' ? value.kind : String(value);
}

function inTraffic({ traffic }: Group, name: string): unknown {
  return isRecord(traffic) ? traffic[name] : undefined;
}

function controllerOf(sender: Sender | undefined): string {
  return sender ? kindOf(inTraffic(sender.group, 'congestion_control')) : '';
}

function windowOf(group: Group): number | null {
  const window = inTraffic(group, 'max_window_packets');
  return typeof window === 'number' ? window : null;
}

function isEndless(group: Group): boolean {
  return kindOf(inTraffic(group, 'workload')) === 'endless';
}

function isPaced(group: Group): boolean {
  return kindOf(inTraffic(group, 'pacing')) !== 'none';
}
