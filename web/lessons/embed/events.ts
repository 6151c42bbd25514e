/** Events that an embedded lesson reports: the differences between two states of its progress. */
import { givenText, partsOf, wordsOf } from '../handin/outline';
import type { Lesson, QuestionBlock, TaskBlock } from '../format/lesson';
import type { LessonProgress } from '../session/progress';
import type { Sent } from './messages';
import {
  answered,
  experienced,
  lessonCompleted,
  progressed,
  taskCompleted,
  type Activity,
} from './statements';

/** A lesson as the host page knows it. */
export interface Reported extends Activity {
  /** Name of the lesson in messages. */
  lesson: string;
  document: Lesson;
}

/** Present time, and the seconds since the lesson and since its step were opened. */
export interface Times {
  at_ms: number;
  inLesson_s: number;
  inStep_s: number;
}

/** Questions and tasks of a lesson with the state of their answers. */
export interface Score {
  asked: number;
  answered: number;
  right: number;
  tasks: number;
  met: number;
}

/** Returns the events between two states, in the order in which they are sent. */
export function eventsBetween(
  reported: Reported,
  before: LessonProgress,
  after: LessonProgress,
  times: Times,
): Sent[] {
  const events = [
    ...(after.step === before.step ? [] : [stepEvent(reported, after.step, times)]),
    ...answerEvents(reported, before, after, times),
    ...taskEvents(reported, before, after, times),
  ];
  const completed = after.finished && !before.finished;
  if (completed) events.push(completedEvent(reported, after, times));
  const withdrawn = Object.keys(before.answers).some((id) => !Object.hasOwn(after.answers, id));
  return events.length === 0 && !withdrawn ? [] : [...events, progressEvent(reported, after, times.at_ms)];
}

/** Returns the event `progress`. */
export function progressEvent(reported: Reported, progress: LessonProgress, at_ms: number): Sent {
  const { lesson, document } = reported;
  const score = scoreOf(document, progress);
  const share = shareOf(document, progress, score);
  const { step, finished } = progress;
  return {
    type: 'progress',
    lesson,
    step: step + 1,
    steps: document.steps.length,
    share,
    finished,
    score,
    statement: progressed(reported, share, at_ms),
  };
}

/** Returns how many questions and tasks a lesson has, and how many of them are done. */
export function scoreOf(lesson: Lesson, { answers, tasks }: LessonProgress): Score {
  const questions = questionsOf(lesson);
  const given = questions.flatMap(({ id }) => (Object.hasOwn(answers, id) ? (answers[id] ?? []) : []));
  const goals = tasksOf(lesson);
  return {
    asked: questions.length,
    answered: given.length,
    right: given.filter(({ correct }) => correct === true).length,
    tasks: goals.length,
    met: goals.filter(({ id }) => Object.hasOwn(tasks, id) && tasks[id]?.met).length,
  };
}

/** Returns the share of questions and tasks that are done; of the steps if there are none. */
function shareOf({ steps }: Lesson, { step, finished }: LessonProgress, score: Score): number {
  const all = score.asked + score.tasks;
  if (all > 0) return (score.answered + score.met) / all;
  return finished ? 1 : step / steps.length;
}

function stepEvent(reported: Reported, step: number, { at_ms }: Times): Sent {
  const { lesson, document } = reported;
  const heading = document.steps[step]?.heading ?? '';
  const statement = experienced(reported, step + 1, heading, at_ms);
  return { type: 'step', lesson, step: step + 1, steps: document.steps.length, heading, statement };
}

function answerEvents(
  reported: Reported,
  before: LessonProgress,
  after: LessonProgress,
  { at_ms, inStep_s }: Times,
): Sent[] {
  return questionsOf(reported.document).flatMap((question) => {
    const { id, kind, answer } = question;
    const now = Object.hasOwn(after.answers, id) ? after.answers[id] : undefined;
    const known = Object.hasOwn(before.answers, id) ? before.answers[id] : undefined;
    if (!now || JSON.stringify(now) === JSON.stringify(known)) return [];
    return {
      type: 'answer',
      lesson: reported.lesson,
      question: id,
      kind,
      response: givenText(answer, now.given),
      correct: now.correct,
      seconds: inStep_s,
      statement: answered(reported, question, now, inStep_s, at_ms),
    };
  });
}

function taskEvents(
  reported: Reported,
  before: LessonProgress,
  after: LessonProgress,
  { at_ms }: Times,
): Sent[] {
  const isMet = ({ tasks }: LessonProgress, id: string): boolean =>
    Object.hasOwn(tasks, id) && tasks[id]?.met === true;
  return tasksOf(reported.document)
    .filter(({ id }) => isMet(after, id) && !isMet(before, id))
    .map(({ id, text }) => ({
      type: 'task',
      lesson: reported.lesson,
      task: id,
      met: true,
      hints: after.tasks[id]?.hints ?? 0,
      solutionShown: after.tasks[id]?.shown ?? false,
      statement: taskCompleted(reported, id, wordsOf(text), at_ms),
    }));
}

function completedEvent(reported: Reported, after: LessonProgress, { at_ms, inLesson_s }: Times): Sent {
  const score = scoreOf(reported.document, after);
  const statement = lessonCompleted(reported, score, inLesson_s, at_ms);
  return { type: 'completed', lesson: reported.lesson, score, seconds: inLesson_s, statement };
}

const questionsOf = (lesson: Lesson): QuestionBlock[] =>
  partsOf(lesson).filter((part): part is QuestionBlock => part.kind === 'predict' || part.kind === 'check');

const tasksOf = (lesson: Lesson): TaskBlock[] =>
  partsOf(lesson).filter((part): part is TaskBlock => part.kind === 'task');
