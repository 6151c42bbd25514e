/** State of the forms of advice, and its conversion to a question for the engine and to a command of the program. */
import { parseQuantity } from '../controls/quantity';
import { classOf, type DataClass } from '../engine/classes';
import type { Catalog, Unit } from '../engine/catalog';
import type { Problem, Scenario } from '../scenario/types';
import type { AdviceQuestion, Find } from '../sweep/advice';
import { peopleIn, targetsForPeople, type PeopleTargets, type ReadField } from './peopleTargets';
import type { RunLength } from '../sweep/advice-types';
import { ADVICE_FORM } from './lazyStrings';

/** Values of all fields of the advisor's form, as text with units. */
export interface AdviceFormState {
  scenario: Scenario;
  bottleneck: string;
  /** Targets; empty for no target. */
  utilization: string;
  loss: Readonly<Record<DataClass, string>>;
  delay: string;
  /** Statistic of the queueing delay to which its target applies. */
  delayOf: 'mean' | 'p99';
  /** Targets for what the users of a group feel. */
  people: PeopleTargets;
  /** `enough`: runs as long as the flows need to settle, and few of them; `given`: durations from the form. */
  time: 'enough' | 'given';
  duration: string;
  warmup: string;
  replications: string;
  checks: string;
  precision: string;
  confidence: string;
}

/** Replications and tolerance of a search with runs that are long enough; the defaults of the program are 3, 5 and 1.1. */
export const QUICK_SEARCH = { replications: 2, checks: 4, precision: 1.3 } as const;
/** Largest number of seeds of a remedy; the default of the program. */
const REMEDY_SEEDS = 13;

/** Returns a form for this scenario that keeps the targets of the form `before`, as far as they apply. */
export function adviceFormFor(
  scenario: Scenario,
  bottleneck: string | null,
  before: AdviceFormState | null,
  find: Find = 'buffer',
): AdviceFormState {
  const ids = scenario.bottlenecks.map(({ id }) => id);
  const selected = [bottleneck, before?.bottleneck].find((id) => typeof id === 'string' && ids.includes(id));
  return {
    ...(find === 'buffer' ? { utilization: '98 %', delay: '' } : { utilization: '90 %', delay: '50 ms' }),
    loss: { tcp: '', udp: '' },
    delayOf: 'p99',
    time: 'enough',
    replications: '3',
    checks: '5',
    precision: '1.1',
    confidence: '95 %',
    ...before,
    people: peopleIn(scenario, before?.people, find),
    scenario,
    bottleneck: selected ?? ids[0] ?? '',
    duration: `${scenario.duration_s} s`,
    warmup: `${scenario.warmup_s} s`,
  };
}

/** Returns the classes of packets that the scenario sends, whose loss can have a target. */
export function classesIn(catalog: Catalog, { groups }: Scenario): DataClass[] {
  const present = new Set(groups.map(({ traffic }) => classOf(catalog, traffic)));
  return (['tcp', 'udp'] as const).filter((one) => present.has(one));
}

/** Returns the question, or the problems by field. */
export function requestOf(
  form: AdviceFormState,
  classes: readonly DataClass[],
  find: Find = 'buffer',
): { question: AdviceQuestion } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const read: ReadField = (path, text, unit) => {
    const value = parseQuantity(text, unit);
    if (!value.ok) problems.push({ path, message: value.message });
    return value.ok ? value.value : NaN;
  };
  const own = (measure: string): string => `bottlenecks.${form.bottleneck}.${measure}`;
  const bound = (path: string, text: string, unit: Unit, name: string, sign: string): string[] =>
    text.trim() === '' ? [] : [`${own(name)}${sign}${read(path, text, unit)}`];
  const network = [
    ...bound('utilization', form.utilization, 'ratio', 'utilization', '>='),
    ...classes.flatMap((one) => bound(`loss.${one}`, form.loss[one], 'ratio', `loss.${one}`, '<=')),
    ...bound('delay', form.delay, 's', `queue_delay_s.${form.delayOf}`, '<='),
  ];
  const people = targetsForPeople(form.people, read);
  // Remedies that meet all targets are ordered by the first one: what people feel comes first, then the delay.
  const targets = find === 'remedies' ? [...people, ...network.reverse()] : [...network, ...people];
  if (targets.length === 0) problems.push({ path: '', message: ADVICE_FORM.noTargets });
  const given = find === 'remedies' ? { find, seeds: REMEDY_SEEDS } : sizeSearch(form, read);
  const length =
    form.time === 'enough'
      ? { long_enough: true }
      : {
          set: lengthPatches(form.scenario, {
            duration_s: read('duration_s', form.duration, 's'),
            warmup_s: read('warmup_s', form.warmup, 's'),
          }),
        };
  const confidence = read('confidence', form.confidence, 'ratio');
  if (problems.length > 0) return { problems };
  const { scenario, bottleneck } = form;
  return { question: { scenario, bottleneck, targets, ...length, ...given, confidence } };
}

/** Returns the changes that give runs another length. */
export function lengthPatches(scenario: Scenario, length: RunLength): { path: string; value: number }[] {
  return (['duration_s', 'warmup_s'] as const)
    .filter((path) => length[path] !== scenario[path])
    .map((path) => ({ path, value: length[path] }));
}

/** Returns the settings of a search for a size. */
function sizeSearch(
  form: AdviceFormState,
  read: ReadField,
): Pick<AdviceQuestion, 'replications' | 'checks' | 'precision'> {
  if (form.time === 'enough') return QUICK_SEARCH;
  return {
    replications: read('replications', form.replications, ''),
    checks: read('checks', form.checks, ''),
    precision: read('precision', form.precision, ''),
  };
}

/** Returns the command of the program that gives the same answer. */
export function commandFor({ targets, set = [], ...question }: AdviceQuestion): string {
  const names = { duration_s: 'duration', warmup_s: 'warmup' } as const;
  const short = (target: string): string => target.replace(`bottlenecks.${question.bottleneck ?? ''}.`, '');
  const options = [
    ...targets.map((target) => `--target '${short(target)}'`),
    `--bottleneck ${question.bottleneck ?? ''}`,
    ...set.map(({ path, value }) => `--${names[path as keyof typeof names]} ${String(value)}`),
    ...(question.long_enough ? ['--long-enough'] : []),
    ...(question.find === 'remedies' ? ['--remedies'] : []),
    ...(['replications', 'checks', 'precision', 'seeds', 'confidence'] as const).flatMap((name) =>
      question[name] === undefined ? [] : [`--${name} ${String(question[name])}`],
    ),
  ];
  return `bufferlab advise scenario.json ${options.join(' ')}`;
}
