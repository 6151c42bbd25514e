/**
 * Judges a receipt again: answers by the text of the lesson, and what depends on a run by the replay of that run. The judgments
 * that a receipt contains are only compared with these.
 */
import type { Catalog } from '../../engine/catalog';
import type { Summary } from '../../engine/summary';
import type { Scenario } from '../../scenario/types';
import type { Replayed } from '../../sweep/replay';
import { judgeAnswer } from '../session/answers';
import { judge } from '../session/judge';
import type { DataBlock, Lesson, QuestionBlock, TaskBlock } from '../format/lesson';
import { cellText, ownIn, requestOf } from '../session/measures';
import { givenText, partsOf, type Part } from './outline';
import type { Receipt, ReceiptRow } from './receipt';
import { measuresOf, valuesOf, type SeriesInterval } from './record';
import type { RunRecord } from './runRecord';
import { MARK } from './strings';

/**
 * Result of comparing a run with its replay: not replayed yet, the same, another one, not of this lesson, or not possible because
 * its length, a missing file, a scenario that the simulator refuses, or another version of the simulator, in which it may differ.
 */
export type RunState =
  'waiting' | 'genuine' | 'differs' | 'foreign' | 'version' | 'long' | 'files' | 'refused' | 'failed';

/** State of a run, with the values of the replay if it is genuine. */
export interface RunCheck {
  state: RunState;
  replay: ReplayValues | null;
}

/** Values of a replay that answers, tasks and rows are compared with. */
export interface ReplayValues {
  summary: Summary;
  current: Scenario;
  /** Names of kinds and choices in tables. */
  catalog: Catalog | null;
  /** Measures and series for which the questions of the lesson ask. */
  own: Pick<RunRecord, 'measures' | 'series'>;
}

/** Judgment of one part of a receipt. */
export interface Mark {
  /** `claimed`: the receipt says right, and nothing has confirmed it. `none`: not answered. */
  state: 'right' | 'wrong' | 'claimed' | 'none';
  /** Answer of the student in words. */
  text: string;
  /** Remark for the lecturer; empty if there is none. */
  note: string;
  /** Whether the receipt claims what is not so. */
  isForged: boolean;
}

/** Data on which the comparison of a run with its replay depends. */
export interface ReplayContext {
  lesson: Lesson;
  /** Whether the scenario of the run is one of the lesson. */
  belongs: boolean;
  catalog: Catalog | null;
  /** Version of the engine of the replay. */
  version: string | null;
}

/**
 * Compares a run with its replay. A run of another version of the engine is genuine if its replay is the same, since the digest
 * covers all events; if not, nothing is known of it, as versions may differ in their rules.
 */
export async function checkOf(
  run: RunRecord,
  replayed: Replayed,
  { lesson, belongs, catalog, version }: ReplayContext,
): Promise<RunCheck> {
  if (!replayed.ok) return { state: replayed.fault, replay: null };
  const { summary, current, columns } = replayed;
  const recorded = run.measures.map(([path]) => path);
  const measures = await measuresOf(recorded, summary, current);
  const same =
    summary.digest === run.digest &&
    summary.events === run.events &&
    summary.seed === run.seed &&
    measures.every(([, value], i) => isSame(value, run.measures[i]?.[1] ?? null));
  if (!same) return { state: run.engine === version ? 'differs' : 'version', replay: null };
  if (!belongs) return { state: 'foreign', replay: null };
  const series = intervalsOf(lesson, run.t_s).flatMap((interval, i) => {
    const read = columns[i];
    return read ? [{ ...interval, unit: '', values: valuesOf(read) }] : [];
  });
  const own = { measures: await measuresOf(pathsOf(lesson), summary, current), series };
  return { state: 'genuine', replay: { summary, current, catalog, own } };
}

/** Bound for measures, which are written in JSON with all digits. */
function isSame(a: number | null, b: number | null): boolean {
  return a === b || (a !== null && b !== null && Math.abs(a - b) <= 1e-9 * Math.abs(a));
}

/** Returns the intervals of series that the questions of a lesson are compared with, up to a time. */
export function intervalsOf(lesson: Lesson, t_s: number): SeriesInterval[] {
  return partsOf(lesson).flatMap((part) => {
    const series = 'answer' in part ? requestOf(part.answer)?.series : null;
    return series && series.t1_s <= t_s * 1.001 ? [series] : [];
  });
}

function pathsOf(lesson: Lesson): string[] {
  return partsOf(lesson).flatMap((part) => ('answer' in part ? (requestOf(part.answer)?.paths ?? []) : []));
}

/** Returns one mark for each part of the lesson. `checks` has one entry for each run of the receipt. */
export async function marksOf(
  lesson: Lesson,
  receipt: Receipt,
  checks: readonly RunCheck[],
): Promise<Mark[]> {
  return Promise.all(partsOf(lesson).map((part) => markOf(part, receipt, checks)));
}

async function markOf(part: Part, receipt: Receipt, checks: readonly RunCheck[]): Promise<Mark> {
  if (part.kind === 'task') return taskMark(part, receipt, checks);
  if (part.kind === 'data') return tableMark(part, receipt, checks);
  return answerMark(part, receipt, checks);
}

const NOT_ANSWERED: Mark = { state: 'none', text: '', note: '', isForged: false };

function answerMark({ id, answer }: QuestionBlock, { answers }: Receipt, checks: readonly RunCheck[]): Mark {
  const given = answers.findLast((one) => one.id === id);
  if (!given) return NOT_ANSWERED;
  const text = givenText(answer, given.given);
  const check = given.run === null ? undefined : checks[given.run];
  if (requestOf(answer) === null)
    return judged(judgeAnswer(answer, given.given, { measured: null, curve: null }), given.correct, text);
  if (!check?.replay) return unconfirmed(given.correct, text, check);
  return judged(judgeAnswer(answer, given.given, ownIn(check.replay.own, answer)), given.correct, text);
}

async function taskMark(
  { id, goal, from_s }: TaskBlock,
  { tasks, runs }: Receipt,
  checks: readonly RunCheck[],
): Promise<Mark> {
  const task = tasks.findLast((one) => one.id === id);
  if (!task) return NOT_ANSWERED;
  const text = MARK.task(task);
  if (!task.met || task.run === null) return unconfirmed(task.met, text, undefined);
  const check = checks[task.run];
  if (!check?.replay) return unconfirmed(true, text, check);
  const answer = await judge(goal, check.replay.summary, check.replay.current);
  const isMet = answer.ok && answer.verdict.outcome === 'holds' && (runs[task.run]?.t_s ?? 0) >= from_s;
  return judged(isMet, true, text);
}

async function tableMark(
  { id, columns }: DataBlock,
  { tables }: Receipt,
  checks: readonly RunCheck[],
): Promise<Mark> {
  const rows = tables.findLast((one) => one.id === id)?.rows ?? [];
  if (rows.length === 0) return NOT_ANSWERED;
  const paths = columns.map(({ measure }) => measure);
  const states = await Promise.all(rows.map((row) => rowState(row, paths, checks)));
  const other = states.flatMap((state, i) => (state === 'other' ? [i + 1] : []));
  const text = MARK.rows(rows.length);
  if (other.length > 0) return { state: 'wrong', text, note: MARK.otherRows(other), isForged: true };
  const open = states.filter((state) => state === 'open').length;
  return open > 0
    ? { state: 'claimed', text, note: MARK.openRows(open), isForged: false }
    : { state: 'right', text, note: '', isForged: false };
}

/** Compares a row with the replay of its run: the same values, other ones, or no replay. */
async function rowState(
  { cells, run }: ReceiptRow,
  paths: readonly string[],
  checks: readonly RunCheck[],
): Promise<'same' | 'other' | 'open'> {
  const replay = run === null ? null : checks[run]?.replay;
  if (!replay) return 'open';
  const texts = await Promise.all(
    paths.map((path) => cellText(path, replay.summary, replay.current, replay.catalog)),
  );
  return texts.length === cells.length && texts.every((text, i) => text === cells[i]) ? 'same' : 'other';
}

function judged(correct: boolean | null, claim: boolean | null, text: string): Mark {
  const isForged = claim !== null && correct !== null && claim !== correct;
  const state = correct === null ? 'claimed' : correct ? 'right' : 'wrong';
  return { state, text, note: isForged ? MARK.forged(claim) : '', isForged };
}

/** Returns the mark of a claim that no replay confirms. */
function unconfirmed(claim: boolean | null, text: string, check: RunCheck | undefined): Mark {
  if (claim !== true) return { state: claim === null ? 'claimed' : 'wrong', text, note: '', isForged: false };
  const note = MARK.unconfirmed[check?.state ?? 'none'];
  const isForged = check?.state === 'differs' || check?.state === 'foreign';
  return { state: isForged ? 'wrong' : 'claimed', text, note, isForged };
}
