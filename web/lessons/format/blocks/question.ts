/** Reads `:::predict` and `:::check`: a question and its answer. */
import { quoted } from '../../../url/quoted';
import { Wrong, type Fields, type Reader } from '../fields';
import type { Answer, Correct, QuestionBlock, Within } from '../lesson';
import { OPTIONS } from '../limits';
import { factorOf, readQuantity, withinOf } from '../quantityText';
import { anyText, listOf, oneOf, orNull, path, text } from '../readers';
import { ACCEPTED, QUESTION } from '../strings';
import type { Source } from './block';
import { readCurve } from './curve';

/** Names of the fences of a question. */
export const QUESTION_FENCES = ['answer'] as const;

/** Reads a question with its answer. */
export function readQuestion(source: Source, kind: 'predict' | 'check'): QuestionBlock | null {
  const id = source.id();
  source.attributes.finish();
  source.needsText();
  const fields = source.fields('answer');
  const answer = fields && readAnswer(fields, source);
  return id !== null && answer ? { kind, line: source.line, id, text: source.text, answer } : null;
}

function readAnswer(fields: Fields, source: Source): Answer | null {
  const kind = fields.required('kind', oneOf(KINDS));
  if (kind === null) return null;
  const answer = ANSWERS[kind](fields, source);
  fields.finish();
  return answer;
}

const KINDS = ['choice', 'number', 'order', 'curve'] as const;

type AnswerReader = (fields: Fields, source: Source) => Answer | null;

const ANSWERS: Record<Answer['kind'], AnswerReader> = {
  choice: readChoice,
  number: readNumber,
  order: readOrder,
  curve: readCurve,
};

function readChoice(fields: Fields, source: Source): Answer | null {
  const options = fields.required('options', listOf(text, 2, OPTIONS));
  const correct = fields.required('correct', text);
  const why = fields.optional('why', listOf(orNull(text), 0, OPTIONS), []);
  if (options === null || correct === null) return null;
  if (new Set(options).size < options.length)
    return source.report(QUESTION.equalOptions, fields.lineOf('options'));
  if (!options.includes(correct))
    return source.report(
      QUESTION.correctOption(options.map((option) => quoted(option, 40))),
      fields.lineOf('correct'),
    );
  if (why.length > 0 && why.length !== options.length)
    return source.report(QUESTION.why(why.length, options.length), fields.lineOf('why'));
  return {
    kind: 'choice',
    options,
    correct: options.indexOf(correct),
    why: options.map((_, i) => why[i] ?? null),
  };
}

function readNumber(fields: Fields, source: Source): Answer | null {
  const unit = fields.optional('unit', anyText, '').trim();
  const correct = readCorrect(fields, unit, source);
  const within = fields.required('within', bound(unit));
  if (correct === null || within === null) return null;
  if (correct.kind === 'measured' && factorOf(unit) === null)
    return source.report(QUESTION.unknownUnit(quoted(unit, 40)), fields.lineOf('unit'));
  return { kind: 'number', unit, correct, within };
}

function readCorrect(fields: Fields, unit: string, source: Source): Correct | null {
  const both = fields.has('correct') && fields.has('measure');
  if (both) return source.report(QUESTION.oneCorrect('measure'), fields.lineOf('measure'));
  if (fields.has('measure')) {
    source.needsScene();
    const measured = fields.required('measure', path);
    source.context.names.add('value', measured, fields.lineOf('measure'));
    return measured === null ? null : { kind: 'measured', path: measured };
  }
  // Empty fields are none.
  fields.optional('measure', path, null);
  const value = fields.optional('correct', inUnit(unit), null);
  if (!fields.has('correct')) source.report(QUESTION.noCorrect('measure'), fields.lineOf('measure'));
  return value === null ? null : { kind: 'fixed', value };
}

/** A number, with the unit of the answer or without one. */
function inUnit(unit: string): Reader<number> {
  return {
    accepted: ACCEPTED.inUnit(quoted(unit, 40)),
    read: (item) => {
      if (item.kind !== 'scalar') return new Wrong(item);
      if (typeof item.value === 'number') return item.value;
      const quantity = readQuantity(item.text);
      return quantity?.suffix === unit ? quantity.value / quantity.factor : new Wrong(item);
    },
  };
}

/** A bound of the difference from the correct number. */
function bound(unit: string): Reader<Within> {
  return {
    accepted: ACCEPTED.within,
    read: (item) => (item.kind === 'scalar' ? withinOf(item.text, unit) : null) ?? new Wrong(item),
  };
}

function readOrder(fields: Fields, source: Source): Answer | null {
  const items = fields.required('items', listOf(text, 2, OPTIONS));
  if (items === null) return null;
  if (new Set(items).size < items.length) return source.report(QUESTION.equalOptions, fields.lineOf('items'));
  return { kind: 'order', items };
}
