/** The experiments of the dialog with the real engine: all are accepted, without warnings, and settle as computed. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { CHARTS } from '../charts/all';
import { kindOf, kindsOf, type Catalog } from '../engine/catalog';
import { engineFromModule, type Engine } from '../engine/wasm';
import * as bindings from '../generated/bufferlab_wasm.js';
import { GENERAL_QUESTIONS, SERVICES, type Answers, type Question } from './answers';
import { FIRST_TEXTS, readTexts } from './readTexts';
import { makeExperiment } from './makeExperiment';

let engine: Engine;
let catalog: Catalog;

beforeAll(() => {
  const wasm = readFileSync(new URL('../generated/bufferlab_wasm_bg.wasm', import.meta.url));
  bindings.initSync({ module: wasm });
  engine = engineFromModule(bindings);
  catalog = engine.catalog();
});

const first = readTexts(FIRST_TEXTS).answers!;
const nobody = { call: 0, video_call: 0, game: 0, web: 0, video: 0, backup: 0 };
const answers = (given: Partial<Answers>): Answers => ({ ...first, ...given });

/** Warnings of a new run, as texts. */
function warningsAtStart(given: Answers): string[] {
  const run = engine.open(makeExperiment(given, catalog).scenario);
  const texts = run.warnings().map(({ path, sentence }) => `${path}: ${sentence}`);
  run.free();
  return texts;
}

/** Ids of the warnings at the end of the run. */
function warningsAtEnd(given: Answers): string[] {
  const run = engine.open(makeExperiment(given, catalog).scenario);
  while (!run.advance(run.duration_s(), 1e6));
  const ids = run.warnings().map(({ id }) => id);
  run.free();
  return ids;
}

describe('the engine accepts without warnings', () => {
  it('each controller with each service and each question', () => {
    const controllers = kindsOf(catalog, 'congestion_control').map(kindOf);
    expect(controllers.length).toBeGreaterThan(5);
    const questions: Question[] = [...SERVICES, ...GENERAL_QUESTIONS];
    for (const controller of controllers.filter((kind) => kind !== 'fixed')) {
      for (const service of SERVICES) {
        for (const question of questions) {
          const services = { ...nobody, [service]: 2, ...(question in nobody && { [question]: 1 }) };
          const given = answers({ controller, question, services });
          expect(warningsAtStart(given), `${controller}, ${service}, ${question}`).toEqual([]);
        }
      }
    }
  });

  it.each([1e5, 2e6, 1e8, 1e10, 1e11])('extreme flows and round trips at %d b/s', (rate_bps) => {
    for (const rtt_s of [1e-4, 0.03, 5]) {
      for (const flows of [0, 1, 10_000]) {
        const scenario = makeExperiment(answers({ rate_bps, rtt_s, flows }), catalog).scenario;
        const checked = engine.check(scenario);
        expect(checked.ok ? [] : checked.problems, `${rtt_s} s, ${flows} flows`).toEqual([]);
      }
    }
  });
});

describe('at the end of the run', () => {
  it.each(['cubic', 'reno', 'bbr'])('results with %s are steady and certain', (controller) => {
    const home = answers({ controller });
    const office = answers({ controller, rate_bps: 2e7, flows: 4, services: { ...nobody, call: 1 } });
    for (const given of [home, office]) {
      const misleading = ['short_warmup', 'wide_interval'];
      expect(warningsAtEnd(given).filter((id) => misleading.includes(id))).toEqual([]);
    }
  });
});

describe('an experiment', () => {
  it('has round trips with the wanted mean, and none in step', () => {
    const services = { ...nobody, call: 1, backup: 3, web: 5 };
    const { scenario } = makeExperiment(answers({ rtt_s: 0.1, services }), catalog);
    const checked = engine.check(scenario);
    if (!checked.ok) throw new Error('refused');
    const { bottlenecks, groups } = checked.scenario;
    const mean = (delay: unknown): number => {
      const ends = (delay as { uniform?: [number, number] }).uniform;
      return ends ? (ends[0] + ends[1]) / 2 : (delay as number);
    };
    const ways = groups.map(
      ({ access, egress }) => bottlenecks[0]!.delay_s + mean(access.delay_s) + mean(egress.delay_s),
    );
    for (const way of ways) expect(2 * way).toBeCloseTo(0.1, 9);
    expect(new Set(groups.map(({ access }) => mean(access.delay_s))).size).toBe(groups.length);
    for (const { access } of groups) expect(access.rate_bps).toBeGreaterThanOrEqual(10 * first.rate_bps);
  });

  it('names its groups after the services', () => {
    const services = { ...nobody, call: 1, video_call: 1, backup: 1 };
    const { scenario } = makeExperiment(answers({ services }), catalog);
    const groups = scenario.groups as { id: string; label: string }[];
    expect(groups.map(({ id, label }) => `${id}: ${label}`)).toEqual([
      'flows: Flows',
      'call: Call',
      'video_call: Video call',
      'backup: Backup',
    ]);
  });

  it('shows charts that exist, and those of its question first', () => {
    const ids = CHARTS.map(({ id }) => id);
    for (const question of [...SERVICES, ...GENERAL_QUESTIONS] as Question[]) {
      const services = { ...nobody, call: 1, ...(question in nobody && { [question]: 1 }) };
      const { charts } = makeExperiment(answers({ question, services }), catalog);
      expect(
        charts.filter((id) => !ids.includes(id)),
        question,
      ).toEqual([]);
    }
    expect(makeExperiment(first, catalog).charts[0]).toBe('end-to-end');
  });

  it('selects the group that the question is about', () => {
    const call = makeExperiment(first, catalog);
    expect(call.about).toBe('call');
    expect(call.selection).toEqual({ kind: 'group', id: 'call' });
    const remedies = makeExperiment(answers({ question: 'remedies' }), catalog);
    expect(remedies.about).toBe('call');
    expect(remedies.selection).toEqual({ kind: 'bottleneck', id: 'r0' });
  });
});
