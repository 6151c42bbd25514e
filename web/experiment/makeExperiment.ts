/**
 * Makes a complete experiment of the five answers of the dialog: a scenario, and the view of the Lab that shows the
 * answer to the question.
 */
import type { Catalog } from '../engine/catalog';
import type { Speed } from '../engine/protocol';
import type { Selection } from '../lab/state';
import type { Traffic } from '../scenario/senders';
import type { Distribution } from '../scenario/types';
import { SERVICES, serviceOf, type Answers, type Question, type Service } from './answers';
import { flowsOf, tcp, trafficOf } from './services';
import { GROUP, noteOf, titleOf } from './strings';
import { timesOf, type Times } from './times';
import { PACKET_BYTES, usualBuffer, type UsualBuffer } from './usualBuffer';

/** An experiment and how the Lab shows it. */
export interface Experiment {
  /** Scenario, with defaults left out. */
  scenario: Readonly<Record<string, unknown>>;
  /** Question that the experiment answers. `remedies` is answered by a comparison outside of the Lab. */
  question: Question;
  /** Id of the group that the question is about; null if it is about all of them. */
  about: string | null;
  selection: Selection;
  /** Ids of the charts that show the answer, the most important first. */
  charts: readonly string[];
  /** Speed at which the run takes at most about 20 s, if the computer is fast enough. */
  speed: Speed;
  buffer: UsualBuffer;
  times: Times;
  /** Rate of the access links, b/s. */
  access_bps: number;
  /** Number of full packets that the link can send during the run. */
  packets: number;
}

/** Id of the bottleneck. */
const BOTTLENECK = 'r0';

/** Makes an experiment of answers; `catalog` has the labels of controllers. */
export function makeExperiment(answers: Answers, catalog: Catalog): Experiment {
  const { rate_bps, rtt_s, controller, question } = answers;
  const buffer = usualBuffer(rate_bps, rtt_s);
  const times = timesOf(answers, buffer);
  const access_bps = accessRate(rate_bps);
  const about = aboutOf(answers);
  const queue = {
    kind: 'drop_tail',
    limit_packets: buffer.packets,
    ...(controller === 'dctcp' && { ecn_threshold_packets: markingThreshold(answers) }),
  };
  return {
    scenario: {
      version: 1,
      title: titleOf(answers, controllerLabel(catalog, controller)),
      note: noteOf(answers, buffer, about),
      duration_s: times.duration_s,
      warmup_s: times.warmup_s,
      bottlenecks: [{ id: BOTTLENECK, rate_bps, delay_s: shared(rtt_s), queue }],
      groups: groupsOf(answers, times, access_bps),
    },
    question,
    about,
    selection: selectionOf(question, about),
    charts: CHARTS_OF[serviceOf(question) ? 'service' : (question as keyof typeof CHARTS_OF)],
    speed: speedFor(times.duration_s),
    buffer,
    times,
    access_bps,
    packets: (times.duration_s * rate_bps) / 8 / PACKET_BYTES,
  };
}

/** Charts that show the answer to each question. */
const CHARTS_OF = {
  service: ['end-to-end', 'loss', 'rates', 'queue'],
  remedies: ['end-to-end', 'loss', 'rates', 'queue'],
  buffer: ['queue', 'windows', 'loss', 'rates'],
  utilization: ['queue', 'windows', 'rates'],
  shares: ['rates', 'windows', 'queue'],
} as const;

/** Groups: the long flows, then one for each service that has users. */
function groupsOf(answers: Answers, times: Times, access_bps: number) {
  const used = SERVICES.filter((name) => answers.services[name] > 0);
  const members: { id: Service | 'flows'; count: number; traffic: Traffic }[] = [
    ...(answers.flows > 0 ? [{ id: 'flows' as const, count: answers.flows, traffic: tcp(answers) }] : []),
    ...used.map((id) => ({
      id,
      count: flowsOf(id, answers),
      traffic: trafficOf(id, answers),
    })),
  ];
  return members.map(({ id, count, traffic }, place) => ({
    id,
    label: GROUP[id],
    count,
    ...links(answers.rtt_s, count, (place + 0.5) / members.length, access_bps),
    start_s: { uniform: [0, times.starts_s] } satisfies Distribution,
    traffic,
  }));
}

/** One-way delay of the bottleneck, seconds. Access and egress links have the other three fifths of the path. */
const shared = (rtt_s: number): number => tidy(rtt_s * 0.2);

/**
 * Returns the access and egress links of a group. Their delays and that of the bottleneck sum to half of the round trip;
 * `share`, from 0 to 1, says how much of them is at the sender, so that groups differ. The flows of a group differ by up
 * to a tenth of the round trip, around the same mean.
 */
function links(rtt_s: number, count: number, share: number, access_bps: number) {
  const near_s = rtt_s * (0.05 + 0.2 * share);
  const spread_s = rtt_s * 0.05;
  const delay_s: Distribution =
    count === 1 ? tidy(near_s) : { uniform: [tidy(near_s - spread_s), tidy(near_s + spread_s)] };
  return {
    access: { rate_bps: access_bps, delay_s },
    egress: { delay_s: tidy(rtt_s * 0.3 - near_s) },
  };
}

/** Rounds to a nanosecond or six digits, so that links stay short. */
const tidy = (seconds: number): number => Number(seconds.toPrecision(6));

/** Returns a rate at least ten times that of the bottleneck: 100 Mb/s, 1 Gb/s, 10 Gb/s and so on. */
function accessRate(rate_bps: number): number {
  return Math.max(1e8, 10 ** Math.ceil(Math.log10(rate_bps * 10) - 1e-9));
}

/** Returns DCTCP's marking threshold, packets: a seventh of the bandwidth–delay product (RFC 8257, Section 4.1). */
function markingThreshold({ rate_bps, rtt_s }: Answers): number {
  return Math.max(20, Math.ceil((rate_bps * rtt_s) / 8 / PACKET_BYTES / 7));
}

/** Returns the group that the question is about. For remedies it is the first service that uses the link. */
function aboutOf({ question, services }: Answers): string | null {
  if (question === 'remedies') return SERVICES.find((name) => services[name] > 0) ?? null;
  return serviceOf(question);
}

function selectionOf(question: Question, about: string | null): Selection {
  return about !== null && question !== 'remedies'
    ? { kind: 'group', id: about }
    : { kind: 'bottleneck', id: BOTTLENECK };
}

/** Longest run at the chosen speed, seconds of wall time. */
const PATIENCE_S = 20;

function speedFor(duration_s: number): Speed {
  return [1, 2, 5, 10, 20, 50, 100, 200].find((speed) => duration_s / speed <= PATIENCE_S) ?? 'max';
}

/** Returns the label of a controller in the catalog. */
export function controllerLabel(catalog: Catalog, kind: string): string {
  return catalog.sections[`congestion_control.${kind}`]?.label ?? kind;
}
