/**
 * Files of the papers' figures and of their stored results, as `engine/papers` keeps them: `papers/<id>.json` and
 * `results/<id>.json`. The engine's tests check both.
 *
 * A file may be older or newer than this page, so every field is checked here. A missing field that the page needs is
 * an error ({@link Unreadable}); other missing fields get an empty value.
 */
import { isRecord } from '../scenario/path';
import { FILE_PROBLEM } from './strings';
import type { Patch, StudyDocument } from '../types/engine';
import type { Own, Verdict } from './verdict';

/** Spacing of an axis. */
export type Spacing = 'linear' | 'log';

/** A figure, table, algorithm or theorem of a paper. */
export interface PaperFigure {
  id: string;
  /** Ids of further figures that this one shows as well. */
  covers: string[];
  title: string;
  /** Short name of the paper, such as `vishwanath-2011`. */
  paper: string;
  source: string;
  /** Place among the figures of the paper. */
  place: number;
  topics: string[];
  about: string;
  /** Assumptions where the paper leaves a parameter open, one sentence each. */
  choices: string[];
  studies: Record<string, Study>;
  quick: Record<string, Quick>;
  models: Record<string, Grid>;
  charts: Chart[];
  claims: Claim[];
}

/** Study of a figure; its scenario may be the id of a preset. */
export type Study = StudyDocument;

/** Changes to a study for the quick run in the browser. */
export interface Quick {
  over?: StudyDocument['over'];
  replications?: number;
  set?: Patch[];
  /** Whether the quick run leaves the study out. */
  skip?: boolean;
}

/** Analytic model, evaluated on a grid of parameters. */
export interface Grid {
  model: string;
  set: Record<string, unknown>;
  /** Varied parameters, such as `buffer_bytes=1kB:50kB:50`. */
  over: string[];
}

/** Axis of a chart. */
export interface Axis {
  label: string;
  /** Symbol of the unit; empty for a pure number. */
  unit: string;
  scale: Spacing;
}

/** Chart of a figure, at least one. */
export interface Chart {
  id: string;
  title: string;
  x: Axis & {
    path: string | null;
    parameter: string | null;
    /** One unit of the axis in the unit of the field, such as 1000 for kB. */
    per: number;
    /** Names of the values 1, 2, …; empty if the values are numbers. */
    categories: string[];
  };
  y: Axis;
  series: Series[];
  /** Model with a parameter that readers can change by a slider; null if there is none. */
  explore: Explore | null;
}

/** Model with parameters that one slider moves together through their ranges. */
export interface Explore {
  /** Name of one of the figure's models. */
  model: string;
  output: string;
  /** Moved parameters with their values at both ends of the slider; the page shows the value of the first. */
  over: [name: string, ends: [number, number]][];
  label: string;
  unit: string;
  per: number;
  steps: number;
  /** Points of the curve: first and last x, in the unit of the chart, and their number. */
  at: [from: number, to: number, count: number];
}

/** Curve of a chart: a measure of a study or an output of a model. */
export interface Series {
  id: string;
  label: string;
  study: string | null;
  model: string | null;
  measure: string | null;
  /** Suffixes of the measure, one per point, if x is an interval of time and not a field. */
  along: string[];
  dividedBy: string | null;
  output: string | null;
  /** Field or parameter on the x axis, if it differs from the chart's. */
  x: string | null;
  /** Fixed values of the other varied fields. */
  where: Record<string, unknown>;
  per: number;
  drawn: boolean;
}

/** Statement of a paper that is checked on the figure's curves. */
export interface Claim {
  /** Id, unique in the figure, by which results refer to the claim. */
  id: string;
  text: string;
  /** Origin, such as `T240` for line 240 of the paper's text. */
  line: string;
  own: Own;
  tolerance: string;
  /** Whether the claim cannot hold, as the paper contradicts itself. */
  contradictory: boolean;
  /** Assumption that the contradiction depends on. */
  assumption: string | null;
  /** Summary of why the claim is not reproduced. */
  reason: string | null;
  /** Note to a claim that is reproduced. */
  remark: string | null;
  /** Evidence for the reason or the remark, one finding per item. */
  evidence: string[];
}

/** Result of the last check of a figure. */
export interface StoredResult {
  engine: string;
  /** The day, as `2026-11-22`. */
  date: string;
  quick: boolean;
  /** Computing time of the check, in seconds. */
  seconds: number;
  runs: number;
  curves: ReadonlyMap<string, readonly StoredPoint[]>;
  claims: StoredClaim[];
}

/** Mean over replications at one x. */
export interface StoredPoint {
  x: number;
  mean: number;
  /** Half-width of the 95 % confidence interval; null for a single value. */
  halfWidth: number | null;
  /** Number of replications of this point. */
  n: number;
}

/** Verdict of a claim, with the measured values. */
export interface StoredClaim {
  /** Id of the claim. */
  id: string;
  verdict: Verdict;
  found: string;
}

/** Error of a file that cannot be shown; its message can be shown to users. */
export class Unreadable extends Error {}

/** Reads the file of a figure. Throws {@link Unreadable}. */
export function readPaperFigure(text: string): PaperFigure {
  const file = objectOf(text);
  const charts = listOf(file.charts).map(chartOf);
  if (charts.length === 0) throw new Unreadable(FILE_PROBLEM.noChart);
  return {
    id: needed(file, 'id'),
    covers: textsOf(file.covers),
    title: needed(file, 'title'),
    paper: needed(file, 'paper'),
    source: textOf(file.source),
    place: numberOf(file.place) ?? 0,
    topics: textsOf(file.topics),
    about: textOf(file.about),
    choices: textsOf(file.choices),
    studies: recordsOf(file.studies) as unknown as Record<string, Study>,
    quick: recordsOf(file.quick),
    models: Object.fromEntries(
      Object.entries(recordsOf(file.models)).map(([name, grid]) => [name, gridOf(grid)]),
    ),
    charts,
    claims: listOf(file.claims).map(claimOf),
  };
}

/** Reads the file of a stored result. Throws {@link Unreadable}. */
export function readStoredResult(text: string): StoredResult {
  const file = objectOf(text);
  return {
    engine: textOf(file.engine),
    date: textOf(file.date),
    quick: file.quick === true,
    seconds: numberOf(file.seconds) ?? 0,
    runs: numberOf(file.runs) ?? 0,
    curves: new Map(listOf(file.curves).map((curve) => [needed(curve, 'id'), pointsOf(curve.points)])),
    claims: listOf(file.claims).flatMap((claim) =>
      isVerdict(claim.verdict)
        ? [{ id: textOf(claim.id), verdict: claim.verdict, found: textOf(claim.found) }]
        : [],
    ),
  };
}

function chartOf(chart: Fields): Chart {
  const x = isRecord(chart.x) ? chart.x : {};
  return {
    id: needed(chart, 'id'),
    title: textOf(chart.title),
    x: {
      ...axisOf(x),
      path: textOrNull(x.path),
      parameter: textOrNull(x.parameter),
      per: perOf(x.per),
      categories: textsOf(x.categories),
    },
    y: axisOf(isRecord(chart.y) ? chart.y : {}),
    series: listOf(chart.series).map(seriesOf),
    explore: isRecord(chart.explore) ? exploreOf(chart.explore) : null,
  };
}

/** Reads the slider of a chart; null if it is not understood, and the chart then has no slider. */
function exploreOf({ model, output, over, label, unit, per, steps, at }: Fields): Explore | null {
  const ranges = Array.isArray(over) ? over.filter(isRange) : [];
  const count = numberOf(steps) ?? 0;
  if (ranges.length === 0 || count < 1 || !isTriple(at)) return null;
  return {
    model: textOf(model),
    output: textOf(output),
    over: ranges,
    label: textOf(label),
    unit: textOf(unit),
    per: perOf(per),
    steps: count,
    at,
  };
}

function isTriple(at: unknown): at is Explore['at'] {
  return Array.isArray(at) && at.length === 3 && at.every((value) => numberOf(value) !== null);
}

function isRange(range: unknown): range is Explore['over'][number] {
  if (!Array.isArray(range) || typeof range[0] !== 'string' || !Array.isArray(range[1])) return false;
  return range[1].length === 2 && range[1].every((end) => numberOf(end) !== null);
}

function axisOf({ label, unit, scale }: Fields): Axis {
  return { label: textOf(label), unit: textOf(unit), scale: scale === 'log' ? 'log' : 'linear' };
}

function seriesOf(series: Fields): Series {
  const id = needed(series, 'id');
  return {
    id,
    label: textOf(series.label) || id,
    study: textOrNull(series.study),
    model: textOrNull(series.model),
    measure: textOrNull(series.measure),
    along: textsOf(series.along),
    dividedBy: textOrNull(series.divided_by),
    output: textOrNull(series.output),
    x: textOrNull(series.x),
    where: isRecord(series.where) ? series.where : {},
    per: perOf(series.per),
    drawn: series.drawn !== false,
  };
}

function gridOf({ model, set, over }: Fields): Grid {
  return { model: textOf(model), set: isRecord(set) ? set : {}, over: textsOf(over) };
}

function claimOf(claim: Fields): Claim {
  return {
    id: textOf(claim.id),
    text: textOf(claim.text),
    line: textOf(claim.line),
    own: claim.own === 'derived' || claim.own === 'model' ? claim.own : 'paper',
    tolerance: textOf(claim.tolerance),
    contradictory: claim.contradictory === true,
    assumption: textOrNull(claim.assumption),
    reason: textOrNull(claim.reason),
    remark: textOrNull(claim.remark),
    evidence: textsOf(claim.evidence),
  };
}

/** Returns the valid points in ascending order of x. */
function pointsOf(points: unknown): StoredPoint[] {
  const read = listOf(points).flatMap(({ x, mean, half_width, n }) => {
    const [at, value] = [numberOf(x), numberOf(mean)];
    if (at === null || value === null) return [];
    return [{ x: at, mean: value, halfWidth: numberOf(half_width), n: numberOf(n) ?? 1 }];
  });
  return read.sort((a, b) => a.x - b.x);
}

type Fields = Record<string, unknown>;

function objectOf(text: string): Fields {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Unreadable(FILE_PROBLEM.notJson);
  }
  if (!isRecord(file)) throw new Unreadable(FILE_PROBLEM.notObject);
  return file;
}

function needed(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new Unreadable(FILE_PROBLEM.missingField(name));
  return value;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function recordsOf(value: unknown): Record<string, Fields> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, Fields] => isRecord(entry[1])),
  );
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function perOf(value: unknown): number {
  const per = numberOf(value);
  return per === null || per === 0 ? 1 : per;
}

function isVerdict(value: unknown): value is Verdict {
  return value === 'holds' || value === 'remark' || value === 'undecided' || value === 'differs';
}
