/**
 * A lesson as a document: what `parse.ts` reads from its text and what the Learn view shows. Texts are trees of Markdown,
 * which hold no HTML. The format is described in `public/lessons/FORMAT.md`.
 */
import type { Nodes, PhrasingContent, RootContent } from 'mdast';
import type { JsonObject } from '../../url/json';

/** Text of a lesson: blocks of CommonMark, with tables, formulas and inline directives. */
export type Text = readonly RootContent[];

/** Text within a line. */
export type Line = readonly PhrasingContent[];

/** Any node of a text. */
export type TextNode = Nodes;

/** A lesson, read and checked. */
export interface Lesson {
  title: string;
  /** 1: first steps, 2: core, 3: advanced. */
  level: 1 | 2 | 3;
  /** Time that a student needs, minutes. */
  minutes: number;
  goals: readonly string[];
  sources: readonly string[];
  /** Simplifications of the lesson; empty if it names none. */
  leavesOut: string;
  /** Ids of presets that the lesson explains. */
  presets: readonly string[];
  /** Ids of the papers' figures that the lesson explains. */
  figures: readonly string[];
  teacher: TeacherNotes;
  /** One idea each, in order; at least one. */
  steps: readonly Step[];
}

/** Notes for the lecturer; empty where the lesson has none. */
export interface TeacherNotes {
  misconceptions: readonly string[];
  questions: readonly string[];
  timing: string;
}

/** One idea of a lesson. */
export interface Step {
  heading: string;
  blocks: readonly Block[];
}

/** Part of a step. `line` is its first line in the file. */
export type Block =
  | { kind: 'text'; line: number; text: Text }
  | SceneBlock
  | QuestionBlock
  | RunBlock
  | TaskBlock
  | HiddenBlock
  | DataBlock;

/** Text that is hidden until a question is answered: the result of a run, or an explanation with formulas. */
export interface HiddenBlock {
  kind: 'reveal' | 'explain';
  line: number;
  /** Id of the question or task that opens it. Null: a `reveal` has a button, an `explain` is shown at once. */
  after: string | null;
  text: Text;
}

/** Change of a scenario: a path and its value, as on the command line or as JSON. */
export type Change = readonly [path: string, value: unknown];

/** Origin of a scene's scenario. */
export type Origin =
  | { kind: 'preset'; id: string }
  | { kind: 'link'; fragment: string }
  | { kind: 'document'; scenario: JsonObject };

/** A scenario beside the text, from this block on. */
export interface SceneBlock {
  kind: 'scene';
  line: number;
  origin: Origin;
  set: readonly Change[];
  /** Ids of the charts that are shown; null for the standard ones. */
  show: readonly string[] | null;
  /** Paths of the parameters that may be changed. */
  change: readonly string[];
  /** Simulated seconds per second; null for that of the preset. */
  speed: number | 'max' | null;
  seed: number | null;
  /** Numbers of the watched flows; null for the engine's choice. */
  watch: readonly number[] | null;
  /** Length of the run, seconds; null for that of the scenario. */
  until_s: number | null;
  /** Narration of the scene, for screen readers and on paper. */
  text: Text;
}

/** A question, before the run (`predict`) or after it (`check`). */
export interface QuestionBlock {
  kind: 'predict' | 'check';
  line: number;
  id: string;
  text: Text;
  answer: Answer;
}

/** The correct number: fixed, or a measure of the student's own run. */
export type Correct = { kind: 'fixed'; value: number } | { kind: 'measured'; path: string };

/** Bound of a difference: absolute in the unit of the answer, or a share of the correct value. */
export type Within = { kind: 'absolute'; by: number } | { kind: 'share'; of: number };

/** Axis of a curve that is drawn as an answer. */
export interface AnswerAxis {
  label: string;
  from: number;
  to: number;
  unit: string;
}

/** Possible answers, and the correct one. */
export type Answer =
  | {
      kind: 'choice';
      options: readonly string[];
      /** Index of the correct option. */
      correct: number;
      /** Explanation of each option, null where there is none. */
      why: readonly (string | null)[];
    }
  | {
      kind: 'number';
      /** Unit in which the answer is given; empty for a pure number. */
      unit: string;
      /** Value in the unit of the answer, if fixed. */
      correct: Correct;
      within: Within;
    }
  | { kind: 'order'; /** In the correct order. */ items: readonly string[] }
  | {
      kind: 'curve';
      x: AnswerAxis;
      y: AnswerAxis;
      /** Points (x, y) in ascending order of x, or the id of a series of the run. */
      correct:
        { kind: 'points'; points: readonly (readonly [number, number])[] } | { kind: 'series'; id: string };
      /** Largest mean difference, as a share of the range of y. */
      within: number;
    };

/** Where a run stops. */
export type Until =
  | { kind: 'time'; t_s: number }
  | { kind: 'event'; event: 'drop' | 'timeout' | 'recovery' | 'retransmission' }
  | { kind: 'steady' }
  | { kind: 'end' };

/** A run of the scene to a time or an event. */
export interface RunBlock {
  kind: 'run';
  line: number;
  until: Until;
  /** Id of the chart to watch, or `network`; null for none. */
  show: string | null;
  /** Text that says where to look. */
  text: Text;
}

/** A goal that the run has to meet. */
export interface TaskBlock {
  kind: 'task';
  line: number;
  id: string;
  text: Text;
  /** Statement in the language of the papers' claims. */
  goal: JsonObject;
  /** Simulated time from which the goal counts, seconds; 0 if it counts as soon as it holds. */
  from_s: number;
  hints: readonly string[];
  solution: { set: readonly Change[]; until_s: number; text: Text };
}

/** A table that is filled from runs. */
export interface DataBlock {
  kind: 'data';
  line: number;
  id: string;
  /** Measure of each column and its label; empty for the label of the measure. */
  columns: readonly { measure: string; label: string }[];
  text: Text;
}

/** A number in a text that a run has to show. */
export interface MeasuredNumber {
  /** As written: `62.5 ms`. */
  written: string;
  path: string;
  set: readonly Change[];
  until_s: number | null;
  /** Null for half of the last digit that is written. */
  within: Within | null;
}

/** A problem of a file: where, what, and what is accepted. */
export interface LessonProblem {
  line: number;
  message: string;
}

/** A course: topics with their lessons in order. */
export interface Course {
  title: string;
  about: string;
  topics: readonly { title: string; lessons: readonly { id: string; title: string }[] }[];
}

/** A parsed file, or its problems. */
export type Read<T> = { ok: true; value: T } | { ok: false; problems: readonly LessonProblem[] };
