import { beforeAll, describe, expect, it } from 'vitest';
import { startEngines } from '../../tests/both-engines';
import type { Catalog } from '../engine/catalog';
import * as studies from '../generated/bufferlab_studies.js';
import type { Scenario } from '../scenario/types';
import type { Advice } from '../sweep/advice-types';
import type { AdviceStep } from '../sweep/analysis';
import { packetsPerSecond, trialLength } from '../sweep/run-length';
import {
  answerText,
  confidenceText,
  drainText,
  estimateText,
  lengthText,
  longEnoughText,
  targetLines,
  sizeText,
} from './adviceText';
import {
  adviceFormFor,
  classesIn,
  commandFor,
  QUICK_SEARCH,
  requestOf,
  type AdviceFormState,
} from './adviceRequest';
import { measureAt, choicesFor } from './choices';

let catalog: Catalog;
let anomaly: Scenario;

beforeAll(() => {
  const started = startEngines();
  catalog = started.catalog;
  anomaly = started.presets.get('anomaly')!;
});

const formStateFor = (change: Partial<AdviceFormState> = {}): AdviceFormState => ({
  ...adviceFormFor(anomaly, null, null),
  ...change,
});

function questionFrom(form: AdviceFormState) {
  const question = requestOf(form, classesIn(catalog, form.scenario));
  if (!('question' in question)) throw new Error(JSON.stringify(question.problems));
  return question.question;
}

describe('the question', () => {
  it('has a target for each field with a value, in base units', () => {
    const given = formStateFor({
      time: 'given',
      utilization: '98%',
      loss: { tcp: '', udp: '2.5 %' },
      delay: '10 ms',
      duration: '5 s',
    });
    const question = questionFrom(given);
    expect(question.targets).toEqual([
      'bottlenecks.r0.utilization>=0.98',
      'bottlenecks.r0.loss.udp<=0.025',
      'bottlenecks.r0.queue_delay_s.p99<=0.01',
    ]);
    expect(question.set).toEqual([{ path: 'duration_s', value: 5 }]);
    expect(question).toMatchObject({ bottleneck: 'r0', replications: 3, checks: 5, precision: 1.1 });
    expect(commandFor(question)).toBe(
      "bufferlab advise scenario.json --target 'utilization>=0.98' --target 'loss.udp<=0.025' " +
        "--target 'queue_delay_s.p99<=0.01' --bottleneck r0 --duration 5 --replications 3 --checks 5 " +
        '--precision 1.1 --confidence 0.95',
    );
  });

  it('reports errors by field, and requires a target', () => {
    const problems = (form: AdviceFormState) => {
      const question = requestOf(form, ['tcp', 'udp']);
      return 'problems' in question ? question.problems.map(({ path }) => path) : [];
    };
    expect(problems(formStateFor({ utilization: 'much', delay: '10 kB' }))).toEqual(['utilization', 'delay']);
    expect(problems(formStateFor({ utilization: '', loss: { tcp: '', udp: ' ' } }))).toEqual(['']);
    expect(problems(formStateFor({ time: 'given', checks: 'x' }))).toEqual(['checks']);
  });

  it('keeps the targets when the experiment changes', () => {
    const before = formStateFor({ utilization: '90 %', bottleneck: 'gone' });
    expect(adviceFormFor(anomaly, null, before)).toMatchObject({ utilization: '90 %', bottleneck: 'r0' });
  });

  it('is accepted by the engine, which returns a round of runs', () => {
    const advisor = new studies.Advisor();
    const question = questionFrom(formStateFor());
    expect(question).toMatchObject(QUICK_SEARCH);
    const answer = JSON.parse(advisor.ask_json(JSON.stringify(question))) as AdviceStep;
    expect(answer).toMatchObject({ ok: true, done: 0, round: { of_curve: true } });
  });
});

describe('the question about remedies', () => {
  const asked = (change: Partial<AdviceFormState> = {}, scenario = anomaly) => {
    const form = { ...adviceFormFor(scenario, null, null, 'remedies'), ...change };
    const request = requestOf(form, classesIn(catalog, scenario), 'remedies');
    if (!('question' in request)) throw new Error(JSON.stringify(request.problems));
    return request.question;
  };

  it('begins with what people feel, then the delay, so that this orders remedies that meet all targets', () => {
    const people = { group: 'udp', mos: '4', rpm: '', delay: '80 ms' };
    const question = asked({ people, loss: { tcp: '', udp: '1 %' } });
    expect(question.targets).toEqual([
      'groups.udp.mos>=4',
      'groups.udp.delay_s.p99<=0.08',
      'bottlenecks.r0.queue_delay_s.p99<=0.05',
      'bottlenecks.r0.loss.udp<=0.01',
      'bottlenecks.r0.utilization>=0.9',
    ]);
    expect(commandFor(question)).toMatch(
      / --bottleneck r0 --long-enough --remedies --seeds 13 --confidence 0.95$/,
    );
  });

  it('is about the call of a scenario that has one', () => {
    const [tcp, udp] = anomaly.groups;
    const call = { ...udp!, id: 'talk', traffic: { ...udp!.traffic, kind: 'call' } };
    expect(asked({}, { ...anomaly, groups: [tcp!, call] }).targets[0]).toBe('groups.talk.mos>=4');
  });

  it('is accepted by the engine, which runs all remedies with the same seeds', () => {
    const advisor = new studies.Advisor();
    const answer = JSON.parse(advisor.ask_json(JSON.stringify(asked()))) as AdviceStep;
    expect(answer).toMatchObject({
      ok: true,
      round: { of_curve: false, study: { over: [{ path: 'bottlenecks.r0.queue' }], replications: 4 } },
    });
  });
});

describe('the run that measures the speed', () => {
  it('has all flows and at most 400,000 packets after them', () => {
    const { duration_s, warmup_s } = trialLength(anomaly);
    expect(warmup_s).toBe(0);
    expect(duration_s).toBeLessThanOrEqual(anomaly.duration_s);
    const fast = { ...anomaly, bottlenecks: anomaly.bottlenecks.map((one) => ({ ...one, rate_bps: 1e12 })) };
    expect(trialLength(fast).duration_s).toBeLessThan(duration_s);
    expect(packetsPerSecond(fast)).toBe(1e12 / 8 / 1250);
  });
});

describe('the answer', () => {
  const size = { limit: 105, packets: 105, bytes: 105_000, drain_s: 0.084 };
  const figures = [
    { measure: 'bottlenecks.r0.utilization', n: 5, mean: 0.9812, half_width: 0.001, met: true },
    { measure: 'bottlenecks.r0.loss.udp', n: 5, mean: 0.021, half_width: 0.002, met: true },
  ];
  const advice: Advice = {
    engine: '0.1.0',
    bottleneck: 'r0',
    path: 'bottlenecks.r0.queue.limit_packets',
    flows: 4,
    bdp_bytes: 1e6,
    targets: [
      { measure: 'bottlenecks.r0.utilization', at_least: 0.98 },
      { measure: 'bottlenecks.r0.loss.udp', at_most: 0.025 },
    ],
    confidence: 0.95,
    preliminary: [],
    length: { warmup_s: 1, duration_s: 5 },
    long_enough: { warmup_s: 1, duration_s: 5 },
    estimate: { low: { ...size, limit: 95, packets: 95 }, high: size, basis: 'runs' },
    scale: null,
    scaled: [],
    answer: { ...size, figures, ends: [0.9805, 0.0225] },
    closest: null,
    refuted: [],
    rules: [],
    curve: [],
    other_flows: [],
    warnings: [],
    runs: 50,
  };

  it('is a sentence with the size in all units', () => {
    const choices = choicesFor(catalog, anomaly);
    const plain = (text: string): string => text.replaceAll('\u00a0', ' ');
    expect(plain(answerText(advice, choices, true))).toBe(
      '105 packets (105 kB, drains in 84 ms) is the smallest buffer with utilization ≥ 98 % and loss of UDP ≤ 2.5 %.',
    );
    expect(plain(sizeText(size, 'bottlenecks.r0.queue.limit_bytes'))).toBe(
      '105 kB (105 packets, drains in 84 ms)',
    );
    expect(plain(confidenceText(advice.answer!, advice, choices))).toBe(
      'Verified with 5 further seeds: utilization 98.1 % ± 0.1 (n = 5), loss of UDP 2.1 % ± 0.2 (n = 5). ' +
        'All targets are met, with 95 % joint confidence.',
    );
    const none = { ...advice, answer: null, closest: { ...size, figures } };
    expect(plain(answerText(none, choices, true))).toMatch(
      /^No tested buffer has .* The closest is 105 packets/,
    );
    expect(answerText(none, choices, false)).toMatch(/^Searching for .* …$/);
    expect(drainText({ ...size, drain_s: 0.000888 })).toBe('0.888\u00a0ms');
    expect(plain(lengthText(advice))).toBe('Each run lasts 5 s, including a warm-up of 1 s.');
    expect(plain(estimateText(advice.estimate!, advice))).toBe(
      'Above 95 packets, which fails, and at most 105 packets.',
    );
    const { high } = advice.estimate!;
    expect(plain(estimateText({ low: null, high, basis: 'runs' }, advice))).toBe(
      'At most 105 packets: no size that was run has failed.',
    );
  });

  it('has no confidence while it is preliminary, and says how long runs must be', () => {
    const preliminary: Advice = {
      ...advice,
      confidence: null,
      preliminary: [{ id: 'short_warmup', message: 'Measuring begins at 1 s.' }],
      long_enough: { warmup_s: 17, duration_s: 35 },
    };
    const choices = choicesFor(catalog, anomaly);
    expect(confidenceText(advice.answer!, preliminary, choices)).toBe('');
    expect(answerText(preliminary, choices, true)).toMatch(
      /^In these runs 105.packets .* is the smallest buffer/,
    );
    expect(answerText(preliminary, choices, true)).not.toMatch(/confidence|targets are met/);
    expect(longEnoughText(preliminary).replaceAll('\u00a0', ' ')).toBe(
      'Run long enough: 35 s with a warm-up of 17 s',
    );
  });

  it('is drawn on the curve with the targets', () => {
    const udp = measureAt(choicesFor(catalog, anomaly), 'bottlenecks.r0.loss.udp');
    const lines = targetLines(advice, udp, [10, 1000]);
    expect(lines.map(({ at }) => at)).toEqual([null, 105]);
    expect(lines[0]?.points).toEqual([
      [10, 0.025],
      [1000, 0.025],
    ]);
    const scaled = { ...advice, scale: 40, scaled: [{ ...size, limit: 200, figures }] };
    expect(targetLines(scaled, udp, [10, 1000])[1]).toEqual({
      name: 'network of 1/40',
      points: [[200, 0.021]],
      at: null,
    });
  });
});
