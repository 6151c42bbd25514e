/** Reads the answer of a question whose answer is a drawn curve. */
import { fieldsOf, Wrong, type Fields, type Reader } from '../fields';
import type { Answer, AnswerAxis } from '../lesson';
import { CURVE_POINTS } from '../limits';
import { anyText, listOf, number, part, path, share, text } from '../readers';
import { ACCEPTED, QUESTION } from '../strings';
import type { Source } from './block';

type Curve = Extract<Answer, { kind: 'curve' }>;
type Point = readonly [number, number];

/** Reads the axes, the correct curve and the bound. */
export function readCurve(fields: Fields, source: Source): Curve | null {
  const x = readAxis('x', fields, source);
  const y = readAxis('y', fields, source);
  const correct = readCorrect(fields, source);
  const within = fields.required('within', share);
  if (x === null || y === null || correct === null || within === null) return null;
  if (correct.kind === 'points' && !correct.points.every(([at, value]) => isOn(x, at) && isOn(y, value)))
    return source.report(QUESTION.pointsOnAxes, fields.lineOf('correct'));
  return { kind: 'curve', x, y, correct, within };
}

const isOn = ({ from, to }: AnswerAxis, value: number): boolean => value >= from && value <= to;

function readAxis(name: 'x' | 'y', fields: Fields, source: Source): AnswerAxis | null {
  const item = fields.required(name, part('map', ACCEPTED.axis));
  const axis = fieldsOf(item, QUESTION.axis(name), source.context.problems);
  if (axis === null) return null;
  const label = axis.required('label', text);
  const from = axis.required('from', number());
  const to = axis.required('to', number());
  const unit = axis.optional('unit', anyText, '');
  axis.finish();
  if (label === null || from === null || to === null) return null;
  return from < to ? { label, from, to, unit } : source.report(QUESTION.axisRange(name), axis.lineOf('to'));
}

function readCorrect(fields: Fields, source: Source): Curve['correct'] | null {
  if (fields.has('correct') && fields.has('series'))
    return source.report(QUESTION.oneCorrect('series'), fields.lineOf('series'));
  if (fields.has('series')) {
    source.needsScene();
    const id = fields.required('series', path);
    source.context.names.add('series', id, fields.lineOf('series'));
    return id === null ? null : { kind: 'series', id };
  }
  // Empty fields are none.
  fields.optional('series', path, null);
  const points = fields.optional('correct', listOf(point, 2, CURVE_POINTS), null);
  if (!fields.has('correct')) source.report(QUESTION.noCorrect('series'), fields.lineOf('series'));
  if (points === null) return null;
  return points.every(([x], index) => index === 0 || x > points[index - 1]![0])
    ? { kind: 'points', points }
    : source.report(QUESTION.ascending, fields.lineOf('correct'));
}

const pair = listOf(number(), 2, 2);

const point: Reader<Point> = {
  accepted: ACCEPTED.point,
  read: (item) => {
    const values = pair.read(item);
    return values instanceof Wrong ? new Wrong(item) : [values[0]!, values[1]!];
  },
};
