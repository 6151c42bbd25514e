/**
 * Answers of the dialog "New experiment": five fields as texts, and their values once all texts can be read.
 *
 * A text that cannot be read stays in its field with a message, so that nothing typed is lost.
 */
import { readNumber } from '../controls/QuantityInput';
import type { NumberKind } from '../controls/steps';
import type { Unit } from '../engine/catalog';
import { SERVICES, serviceOf, type Answers, type Question, type Service } from './answers';
import { PROBLEM } from './strings';

/** Fields of the form that hold numbers. */
export type NumberName = 'rate' | 'rtt' | 'flows' | Service;

/** Name of a field of the form. */
export type FieldName = NumberName | 'controller' | 'question';

/** Content of the fields, as typed. */
export type Texts = Readonly<Record<FieldName, string>>;

/** Home upload with a call: a question of many users, whose answer is visible at once. */
export const FIRST_TEXTS: Texts = {
  rate: '2 Mb/s',
  rtt: '30 ms',
  flows: '1',
  controller: 'cubic',
  call: '1',
  video_call: '0',
  game: '0',
  web: '0',
  video: '0',
  backup: '0',
  question: 'call',
};

/** Accepted values of a number and its unit. */
interface Range {
  unit: Unit;
  kind: NumberKind;
}

const range = (type: 'number' | 'integer', unit: Unit, min: number, max: number): Range => ({
  unit,
  kind: { type, min, max, log: true, nullable: false },
});

const COUNT = range('integer', '', 0, 1000);

/** Ranges of the numbers. A second on the fastest link has eight million packets. */
export const RANGES: Readonly<Record<NumberName, Range>> = {
  rate: range('number', 'b/s', 1e5, 1e11),
  rtt: range('number', 's', 1e-4, 5),
  flows: range('integer', 'flows', 0, 10_000),
  call: COUNT,
  video_call: COUNT,
  game: COUNT,
  web: COUNT,
  video: COUNT,
  backup: COUNT,
};

/** Problems of texts, by field; the answers are null if there are any. */
export interface Reading {
  answers: Answers | null;
  problems: Readonly<Partial<Record<FieldName, string>>>;
}

/** Reads the texts. An empty number of flows or users is 0. */
export function readTexts(texts: Texts): Reading {
  const problems: Partial<Record<FieldName, string>> = {};
  const number = (name: NumberName): number => {
    const { unit, kind } = RANGES[name];
    const isCount = kind.type === 'integer';
    const read = readNumber(isCount && texts[name].trim() === '' ? '0' : texts[name], unit, kind);
    if (!read.ok) problems[name] = read.message;
    return read.ok ? (read.value ?? 0) : NaN;
  };
  const services = Object.fromEntries(SERVICES.map((name) => [name, number(name)])) as Answers['services'];
  const answers: Answers = {
    rate_bps: number('rate'),
    rtt_s: number('rtt'),
    flows: number('flows'),
    controller: texts.controller,
    services,
    question: texts.question as Question,
  };
  if (answers.flows === 0 && SERVICES.every((name) => services[name] === 0)) problems.flows = PROBLEM.noFlows;
  const about = serviceOf(answers.question);
  if (about && services[about] === 0) problems.question = PROBLEM.noService(about);
  return { answers: Object.keys(problems).length === 0 ? answers : null, problems };
}

/** Sets a field. A question about a service without users adds one user of it. */
export function withText(texts: Texts, name: FieldName, text: string): Texts {
  const next = { ...texts, [name]: text };
  const about = name === 'question' ? serviceOf(text) : null;
  return about && ['', '0'].includes(next[about].trim()) ? { ...next, [about]: '1' } : next;
}
