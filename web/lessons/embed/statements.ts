/**
 * xAPI statements about a lesson, without an actor, which only the host page knows.
 *
 * Source: Experience API 1.0.3, Part 2, Sections 2.4 (properties of statements) and 4.1.4.1 with Appendix C (interactions);
 * verbs of ADL; the extension for progress of cmi5, Section 9.5.5. Durations are ISO 8601 with hundredths of a second.
 */
import type { QuestionBlock } from '../format/lesson';
import type { Answered, Response } from '../session/progress';
import { wordsOf } from '../handin/outline';

/** A lesson as an activity. */
export interface Activity {
  /** Address of the lesson without its step. */
  id: string;
  title: string;
}

/** A statement without its actor. */
export type Statement = Readonly<Record<string, unknown>>;

type Verb = 'experienced' | 'answered' | 'completed' | 'progressed';

const PROGRESS = 'https://w3id.org/xapi/cmi5/result/extensions/progress';
const TYPES = 'http://adlnet.gov/expapi/activities/';

/** The reader has seen a step, counted from 1. */
export function experienced(lesson: Activity, step: number, heading: string, at_ms: number): Statement {
  const object = activity(`${lesson.id}/${step}`, { type: `${TYPES}module`, name: words(heading) });
  return statement('experienced', object, {}, at_ms, lesson);
}

/** The reader has answered a question after some seconds. */
export function answered(
  lesson: Activity,
  question: QuestionBlock,
  { given, correct }: Answered,
  seconds: number,
  at_ms: number,
): Statement {
  const object = activity(partId(lesson, question.id), {
    type: `${TYPES}cmi.interaction`,
    description: words(wordsOf(question.text)),
    ...interactionOf(question),
  });
  const result = {
    response: responseText(given),
    duration: duration(seconds),
    ...(correct === null ? {} : { success: correct }),
  };
  return statement('answered', object, { result }, at_ms, lesson);
}

/** The reader has met the goal of a task. */
export function taskCompleted(lesson: Activity, id: string, text: string, at_ms: number): Statement {
  const object = activity(partId(lesson, id), { type: `${TYPES}objective`, description: words(text) });
  return statement('completed', object, { result: { success: true, completion: true } }, at_ms, lesson);
}

/** The reader has a share of the lesson done, from 0 to 1. */
export function progressed(lesson: Activity, share: number, at_ms: number): Statement {
  const result = { completion: false, extensions: { [PROGRESS]: Math.round(100 * share) } };
  return statement('progressed', lessonActivity(lesson), { result }, at_ms, null);
}

/** The reader has finished the lesson with some right answers. */
export function lessonCompleted(
  lesson: Activity,
  { right, asked }: { right: number; asked: number },
  seconds: number,
  at_ms: number,
): Statement {
  const score = asked === 0 ? {} : { score: { scaled: right / asked, raw: right, min: 0, max: asked } };
  const result = { completion: true, duration: duration(seconds), ...score };
  return statement('completed', lessonActivity(lesson), { result }, at_ms, null);
}

function statement(verb: Verb, object: Statement, more: Statement, at_ms: number, parent: Activity | null) {
  return {
    version: '1.0.3',
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}`, display: { 'en-US': verb } },
    object,
    ...more,
    context: {
      platform: 'Bufferlab',
      language: 'en',
      ...(parent ? { contextActivities: { parent: [lessonActivity(parent)] } } : {}),
    },
    timestamp: new Date(at_ms).toISOString(),
  };
}

function lessonActivity({ id, title }: Activity): Statement {
  return activity(id, { type: `${TYPES}lesson`, name: words(title) });
}

const activity = (id: string, definition: Statement): Statement => ({
  objectType: 'Activity',
  id,
  definition,
});

const words = (text: string): Statement => ({ en: text.slice(0, 2000) });

const partId = ({ id }: Activity, part: string): string => `${id}/question/${encodeURIComponent(part)}`;

const duration = (seconds: number): string => `PT${Math.max(0, Math.round(100 * seconds) / 100)}S`;

/** Returns the kind of a question and its options, whose ids are their places from 0. */
function interactionOf({ answer }: QuestionBlock): Statement {
  const components = (texts: readonly string[]) =>
    texts.map((text, place) => ({ id: String(place), description: words(text) }));
  switch (answer.kind) {
    case 'choice':
      return { interactionType: 'choice', choices: components(answer.options) };
    case 'order':
      return { interactionType: 'sequencing', choices: components(answer.items) };
    case 'number':
      return { interactionType: 'numeric' };
    case 'curve':
      return { interactionType: 'other' };
  }
}

/** Returns an answer as a response of its interaction; a curve as its points in JSON. */
function responseText(given: Response): string {
  switch (given.kind) {
    case 'choice':
      return String(given.option);
    case 'order':
      return given.order.join('[,]');
    case 'number':
      return String(given.value);
    case 'curve':
      return JSON.stringify(given.points);
  }
}
