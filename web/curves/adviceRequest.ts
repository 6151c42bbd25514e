/** What the advisor's form asks for: from what people write to a question for the engine, and to the program's words. */
import { parseQuantity } from '../controls/quantity';
import { classOf, type DataClass } from '../engine/classes';
import type { Catalog, Unit } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import type { AdviceQuestion } from '../study/advice';
import type { Length } from '../study/run-length';

export interface AdviceFormState {
  scenario: Scenario;
  bottleneck: string;
  /** Bounds as people write them; empty: not asked for. */
  utilization: string;
  loss: Readonly<Record<DataClass, string>>;
  delay: string;
  /** Which delay of the queue is bounded. */
  delayOf: 'mean' | 'p99';
  /** About a minute: runs as long as that allows, and fewer of them. */
  time: 'minute' | 'given';
  duration: string;
  warmup: string;
  replications: string;
  checks: string;
  precision: string;
  confidence: string;
}

/** What a minute is enough for; the program's defaults are 3, 5 and 1.1. */
export const QUICK_SEARCH = { replications: 2, checks: 4, precision: 1.25 } as const;
/** About as many runs as such a search makes, the looks and rules of thumb among them. */
export const QUICK_SEARCH_RUNS = 37;

export function adviceFormFor(
  scenario: Scenario,
  bottleneck: string | null,
  before: AdviceFormState | null,
): AdviceFormState {
  const ids = scenario.bottlenecks.map(({ id }) => id);
  const wanted = [bottleneck, before?.bottleneck].find((id) => typeof id === 'string' && ids.includes(id));
  return {
    utilization: '98 %',
    loss: { tcp: '', udp: '' },
    delay: '',
    delayOf: 'p99',
    time: 'minute',
    replications: '3',
    checks: '5',
    precision: '1.1',
    confidence: '95 %',
    ...before,
    scenario,
    bottleneck: wanted ?? ids[0] ?? '',
    duration: `${scenario.duration_s} s`,
    warmup: `${scenario.warmup_s} s`,
  };
}

/** The classes of packets whose loss can be bounded here. */
export function classesIn(catalog: Catalog, { groups }: Scenario): DataClass[] {
  const there = new Set(groups.map(({ traffic }) => classOf(catalog, traffic)));
  return (['tcp', 'udp'] as const).filter((one) => there.has(one));
}

/** The question, with runs of `length` where the form leaves that open; or what cannot be read, by field. */
export function requestOf(
  form: AdviceFormState,
  classes: readonly DataClass[],
  length: Length | null,
): { question: AdviceQuestion } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (path: string, text: string, unit: Unit): number => {
    const value = parseQuantity(text, unit);
    if (!value.ok) problems.push({ path, message: value.message });
    return value.ok ? value.value : NaN;
  };
  const own = (measure: string): string => `bottlenecks.${form.bottleneck}.${measure}`;
  const bound = (path: string, text: string, unit: Unit, name: string, sign: string): string[] =>
    text.trim() === '' ? [] : [`${own(name)}${sign}${read(path, text, unit)}`];
  const targets = [
    ...bound('utilization', form.utilization, 'ratio', 'utilization', '>='),
    ...classes.flatMap((one) => bound(`loss.${one}`, form.loss[one], 'ratio', `loss.${one}`, '<=')),
    ...bound('delay', form.delay, 's', `queue_delay_s.${form.delayOf}`, '<='),
  ];
  if (targets.length === 0) problems.push({ path: '', message: 'Ask for something: at least one bound.' });
  const given =
    form.time === 'minute'
      ? QUICK_SEARCH
      : {
          replications: read('replications', form.replications, ''),
          checks: read('checks', form.checks, ''),
          precision: read('precision', form.precision, ''),
        };
  const runs = length ?? {
    duration_s: read('duration_s', form.duration, 's'),
    warmup_s: read('warmup_s', form.warmup, 's'),
  };
  const confidence = read('confidence', form.confidence, 'ratio');
  if (problems.length > 0) return { problems };
  const set = (['duration_s', 'warmup_s'] as const)
    .filter((path) => runs[path] !== form.scenario[path])
    .map((path) => ({ path, value: runs[path] }));
  const { scenario, bottleneck } = form;
  return { question: { scenario, bottleneck, targets, set, ...given, confidence } };
}

/** The same question for the native program, whose answer is the same. */
export function commandFor({ targets, set = [], ...question }: AdviceQuestion): string {
  const names = { duration_s: 'duration', warmup_s: 'warmup' } as const;
  const short = (target: string): string => target.replace(`bottlenecks.${question.bottleneck ?? ''}.`, '');
  const options = [
    ...targets.map((target) => `--target '${short(target)}'`),
    `--bottleneck ${question.bottleneck ?? ''}`,
    ...set.map(({ path, value }) => `--${names[path as keyof typeof names]} ${String(value)}`),
    ...(['replications', 'checks', 'precision', 'confidence'] as const).map(
      (name) => `--${name} ${String(question[name])}`,
    ),
  ];
  return `bufferlab advise scenario.json ${options.join(' ')}`;
}
