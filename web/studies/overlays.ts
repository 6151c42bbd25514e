/**
 * Models drawn over a curve: which measures each model predicts, its inputs from the scenario, and the assumptions that
 * the scenario violates.
 *
 * Each model is one row. It is available if the scenario contains all its inputs; the engine evaluates it.
 */
import { classOf } from '../engine/classes';
import type { Catalog } from '../engine/catalog';
import { isRecord } from '../scenario/path';
import type { Bottleneck, Group, Scenario } from '../scenario/types';
import { ASSUMPTION, MODEL_NAME } from './strings';

/** Inputs of a model, by the names of its parameters, in base units. */
export type ModelInputs = Readonly<Record<string, number>>;

/** A model that can be drawn over a measure. */
export interface Overlay {
  /** The engine's name of the model. */
  model: string;
  /** Output of the model that is drawn. */
  output: string;
  /** A line of the measure, or a vertical line at a value of the x axis, which is a buffer in bytes. */
  form: 'line' | 'vertical';
  /** Name beside the line. */
  name: string;
}

/** A scenario in the terms of the models: one bottleneck, and the groups that send through it. */
export interface Setting {
  link: Bottleneck;
  /** Buffer in bytes, and in packets of the first TCP group or else of the first group; null without a limit. */
  buffer: { bytes: number | null; packets: number | null };
  tcp: readonly Sender[];
  open: readonly Sender[];
  /** Round-trip time without queueing, in seconds: mean of the TCP flows, or of all flows if none is TCP. */
  rtt_s: number;
}

interface Sender {
  group: Group;
  flows: number;
  packet_bytes: number | null;
  /** Offered load as a share of the link rate; null for TCP. */
  load: number | null;
}

interface Row {
  model: string;
  name: string;
  /** Outputs by the end of the measure's path. */
  outputs: Readonly<Record<string, string>>;
  /** Output that is drawn as a vertical line. */
  vertical?: string;
  inputs(setting: Setting): ModelInputs | null;
  /** Sentences about violated assumptions; false for one that holds. */
  violated(setting: Setting): (string | false)[];
}

const isPoisson = ({ group }: Sender): boolean => kindOf(group.traffic) === 'poisson';
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Models of small open-loop packets beside TCP packets. */
const BESIDE_TCP: Omit<Row, 'model' | 'name'> = {
  outputs: {
    'loss.udp': 'udp_loss',
    'loss.tcp': 'tcp_loss',
    utilization: 'utilization',
    mean_queue_bytes: 'mean_bytes',
  },
  inputs: ({ buffer, tcp, open }) => withBoth(buffer.bytes, tcp, open),
  violated: (setting) => besideTcp(setting),
};

/** Models of open-loop packets without TCP. */
const ALONE: Pick<Row, 'outputs' | 'inputs'> = {
  outputs: {
    'loss.all': 'loss',
    'loss.udp': 'loss',
    utilization: 'utilization',
    idle_probability: 'idle_probability',
  },
  inputs: (setting) => alone(setting),
};

const ROWS: readonly Row[] = [
  {
    model: 'mm1b-bulk',
    name: MODEL_NAME.bulk,
    ...BESIDE_TCP,
  },
  {
    model: 'md1b',
    name: MODEL_NAME.twoSizes,
    ...BESIDE_TCP,
  },
  {
    model: 'mm1k',
    name: MODEL_NAME.mm1k,
    ...ALONE,
    violated: ({ open }) => [!open.every(isPoisson) && ASSUMPTION.poissonSources, ASSUMPTION.packetSizes],
  },
  {
    model: 'md1k',
    name: MODEL_NAME.md1k,
    ...ALONE,
    violated: ({ open }) => [!open.every(isPoisson) && ASSUMPTION.poissonSources],
  },
  {
    model: 'single-flow-utilization',
    name: MODEL_NAME.oneFlow,
    outputs: { utilization: 'reno_utilization' },
    vertical: 'reno_full_bytes',
    inputs: ({ link, buffer, tcp, open, rtt_s }) =>
      tcp.length === 1 && tcp[0]!.flows === 1 && open.length === 0 && buffer.bytes !== null
        ? { rate_bps: link.rate_bps, rtt_s, buffer_bytes: buffer.bytes }
        : null,
    violated: ({ tcp }) => [
      controllerOf(tcp[0]) !== 'reno' && ASSUMPTION.controller(controllerOf(tcp[0])),
      ASSUMPTION.afterLoss,
    ],
  },
  {
    model: 'sqrt-n',
    name: MODEL_NAME.squareRoot,
    outputs: { utilization: 'utilization_bound' },
    vertical: 'rule_bytes',
    inputs: ({ link, buffer, tcp, rtt_s }) =>
      tcp.length > 0 && buffer.bytes !== null
        ? {
            rate_bps: link.rate_bps,
            rtt_s,
            flows: sum(tcp.map(({ flows }) => flows)),
            packet_bytes: tcp[0]!.packet_bytes ?? 1000,
            buffer_bytes: buffer.bytes,
          }
        : null,
    violated: ({ tcp, open }) => [
      tcp.some((sender) => controllerOf(sender) !== 'reno') && ASSUMPTION.reno,
      sum(tcp.map(({ flows }) => flows)) < 100 && ASSUMPTION.fewFlows,
      tcp.some(({ group }) => !isEndless(group)) && ASSUMPTION.endless,
      open.length > 0 && ASSUMPTION.noOpenLoop,
    ],
  },
  {
    model: 'rule-of-thumb',
    name: MODEL_NAME.ruleOfThumb,
    outputs: {},
    vertical: 'buffer_bytes',
    inputs: ({ link, tcp, rtt_s }) =>
      tcp.length > 0 ? { rate_bps: link.rate_bps, rtt_s, packet_bytes: tcp[0]!.packet_bytes ?? 1000 } : null,
    violated: ({ tcp }) => [sum(tcp.map(({ flows }) => flows)) > 1 && ASSUMPTION.oneFlow],
  },
  {
    model: 'tcp-mm1b',
    name: MODEL_NAME.tcpEquation,
    outputs: { utilization: 'utilization', 'loss.all': 'loss', 'loss.tcp': 'loss' },
    inputs: ({ link, buffer, tcp, rtt_s }) => {
      const [first] = tcp;
      const window = first && windowOf(first.group);
      if (!first || !window || first.packet_bytes === null || buffer.packets === null) return null;
      const bits = 8 * first.packet_bytes * window * sum(tcp.map(({ flows }) => flows));
      // The model needs a bounded window, which gives its peak load.
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
    violated: ({ tcp, open }) => [
      !tcp.every(({ group }) => isPaced(group)) && ASSUMPTION.paced,
      open.length > 0 && ASSUMPTION.noOpenLoop,
    ],
  },
];

/** Returns the models that predict this measure of the scenario, or mark a value on its buffer axis. */
export function overlaysFor(catalog: Catalog, scenario: Scenario, x: string, measure: string): Overlay[] {
  const setting = settingFor(catalog, scenario, x, measure);
  if (!setting) return [];
  return ROWS.flatMap(({ model, name, outputs, vertical, inputs }): Overlay[] => {
    if (!inputs(setting)) return [];
    const output = outputs[endOf(measure)];
    if (output !== undefined) return [{ model, output, form: 'line', name }];
    const isBuffer = x === `bottlenecks.${setting.link.id}.queue.limit_bytes`;
    return vertical !== undefined && isBuffer ? [{ model, output: vertical, form: 'vertical', name }] : [];
  });
}

/** Returns the inputs of a model for this scenario; null if the model does not apply. */
export function inputsFor(
  catalog: Catalog,
  scenario: Scenario,
  x: string,
  measure: string,
  model: string,
): ModelInputs | null {
  const setting = settingFor(catalog, scenario, x, measure);
  return (setting && ROWS.find((row) => row.model === model)?.inputs(setting)) ?? null;
}

/** Returns one sentence for each assumption of the model that the scenario violates. */
export function violatedAssumptions(
  catalog: Catalog,
  scenario: Scenario,
  x: string,
  measure: string,
  model: string,
): string[] {
  const link = linkOf(scenario, measure) ?? linkOf(scenario, x);
  const setting = link && settingOf(catalog, scenario, link);
  const found = (setting && ROWS.find((row) => row.model === model)?.violated(setting)) ?? [];
  const more = scenario.bottlenecks.length > 1 ? [ASSUMPTION.otherBottlenecks] : [];
  const queue = link && kindOf(link.queue);
  const other = queue && queue !== 'drop_tail' ? [ASSUMPTION.dropTail(queue)] : [];
  return [...found.filter((sentence) => sentence !== false), ...more, ...other];
}

/** Returns the scenario in the terms of the models; null if no group sends through the link. */
export function settingOf(catalog: Catalog, { groups }: Scenario, link: Bottleneck): Setting | null {
  const here = groups.filter(
    ({ direction, via }) => direction !== 'reverse' && (via === null || [via].flat().includes(link.id)),
  );
  const senders = here.map((group) => senderOf(catalog, group, link.rate_bps));
  const tcp = senders.filter(({ group }) => classOf(catalog, group.traffic) === 'tcp');
  const open = senders.filter(({ group }) => classOf(catalog, group.traffic) !== 'tcp');
  const measured = tcp.length > 0 ? tcp : open;
  if (measured.length === 0) return null;
  const flows = sum(measured.map(({ flows: each }) => each));
  const access_s = sum(measured.map((sender) => sender.flows * delayOf(sender.group))) / flows;
  const { limit_bytes: bytes, limit_packets: packets } = link.queue as Partial<Record<string, number | null>>;
  const size = measured[0]?.packet_bytes ?? null;
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

function settingFor(catalog: Catalog, scenario: Scenario, x: string, measure: string): Setting | null {
  const link = linkOf(scenario, measure) ?? linkOf(scenario, x);
  return link ? settingOf(catalog, scenario, link) : null;
}

/** Inputs of models of small open-loop packets beside TCP packets. */
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
    flows < 500 && ASSUMPTION.thousands(flows),
    !open.every(isPoisson) && ASSUMPTION.openLoopPoisson,
    (buffer.bytes ?? 0) > 50_000 && ASSUMPTION.largeBuffer,
  ];
}

/** Inputs of models of open-loop packets without TCP. */
function alone({ tcp, open, buffer }: Setting): ModelInputs | null {
  const loads = open.map(({ load }) => load);
  if (tcp.length > 0 || buffer.packets === null || loads.some((load) => load === null)) return null;
  // The packet in transmission does not count in our buffer, but in that of the model.
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

/** Propagation delay of the access links on both sides, in seconds. */
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
