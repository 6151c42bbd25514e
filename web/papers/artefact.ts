/**
 * Artefacts and what their last check came to, as `engine/artefacts` keeps them: one file of a paper's figure
 * (`papers/<id>.json`), one of its result (`results/<id>.json`), both checked by the engine's own tests.
 *
 * Here they are read again with care, since a file may be older or newer than this page: what a figure cannot be
 * drawn without is a reason not to draw it, and is said; anything else that is missing is left out.
 */
import { isRecord } from '../scenario/path';
import type { Patch, StudyDocument } from '../types/engine';

/** `undecided`: a confidence interval contains the bound, so that more seeds are needed. */
export type Verdict = 'holds' | 'remark' | 'undecided' | 'differs';
/** Whose claim it is: the paper says it, we derived it, or we computed it from a model. */
export type Own = 'paper' | 'derived' | 'model';
export type Spacing = 'linear' | 'log';

export interface Artefact {
  id: string;
  covers: string[];
  title: string;
  /** Short name of the paper, such as `vishwanath-2011`. */
  paper: string;
  source: string;
  topics: string[];
  about: string;
  choices: string[];
  studies: Record<string, Study>;
  quick: Record<string, Quick>;
  models: Record<string, Grid>;
  charts: Chart[];
  claims: Claim[];
}

/** A study whose scenario may be the id of a preset. */
export type Study = StudyDocument;

/** What is different of a study for a quick look. */
export interface Quick {
  over?: StudyDocument['over'];
  replications?: number;
  set?: Patch[];
  skip?: boolean;
}

/** A model at the points of a grid. */
export interface Grid {
  model: string;
  set: Record<string, unknown>;
  /** Such as `buffer_bytes=1kB:50kB:50`. */
  over: string[];
}

export interface Axis {
  label: string;
  /** Symbol; empty for a pure number. */
  unit: string;
  scale: Spacing;
}

export interface Chart {
  id: string;
  title: string;
  x: Axis & {
    path: string | null;
    parameter: string | null;
    /** What one unit of the axis is in the unit of the field. */
    per: number;
    /** Names of the values 1, 2, … where they are no numbers. */
    categories: string[];
  };
  y: Axis;
  series: Series[];
  /** A model that readers can move over it. */
  explore: Explore | null;
}

/** A model whose parameters a slider takes from one end of a range to the other. */
export interface Explore {
  /** One of the artefact's models. */
  model: string;
  output: string;
  /** Values at both ends of each parameter that moves; the first is told. */
  over: [name: string, ends: [number, number]][];
  label: string;
  unit: string;
  per: number;
  steps: number;
  /** Where it is worked out, in the unit of the chart's x. */
  at: [from: number, to: number, count: number];
}

export interface Series {
  id: string;
  label: string;
  study: string | null;
  model: string | null;
  measure: string | null;
  /** Intervals that the measure ends with, each a point, where x is no field but they. */
  along: string[];
  dividedBy: string | null;
  output: string | null;
  /** The field or parameter that is x, if not the chart's. */
  x: string | null;
  /** Values of the others that vary. */
  where: Record<string, unknown>;
  per: number;
  drawn: boolean;
}

export interface Claim {
  text: string;
  line: string;
  own: Own;
  tolerance: string;
  contradictory: boolean;
  /** What we assume for the contradiction to follow. */
  assumption: string | null;
  reason: string | null;
  remark: string | null;
}

export interface Kept {
  engine: string;
  /** The day, as `2026-11-22`. */
  date: string;
  quick: boolean;
  seconds: number;
  runs: number;
  curves: ReadonlyMap<string, readonly KeptPoint[]>;
  claims: KeptClaim[];
}

export interface KeptPoint {
  x: number;
  mean: number;
  /** Of its 95 % interval; null of a single value. */
  halfWidth: number | null;
  /** Replications. */
  n: number;
}

export interface KeptClaim {
  text: string;
  verdict: Verdict;
  found: string;
}

/** Why a file is not understood, in words for people. */
export class Unreadable extends Error {}

/** Throws `Unreadable`. */
export function readArtefact(text: string): Artefact {
  const file = objectOf(text);
  const charts = listOf(file.charts).map(chartOf);
  if (charts.length === 0) throw new Unreadable('it has no chart');
  return {
    id: needed(file, 'id'),
    covers: textsOf(file.covers),
    title: needed(file, 'title'),
    paper: needed(file, 'paper'),
    source: textOf(file.source),
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

/** Throws `Unreadable`. */
export function readKept(text: string): Kept {
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
        ? [{ text: textOf(claim.text), verdict: claim.verdict, found: textOf(claim.found) }]
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

/** Null where it is not understood: the figure does without. */
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
    text: textOf(claim.text),
    line: textOf(claim.line),
    own: claim.own === 'derived' || claim.own === 'model' ? claim.own : 'paper',
    tolerance: textOf(claim.tolerance),
    contradictory: claim.contradictory === true,
    assumption: textOrNull(claim.assumption),
    reason: textOrNull(claim.reason),
    remark: textOrNull(claim.remark),
  };
}

/** Those with a place, in ascending order of x. */
function pointsOf(points: unknown): KeptPoint[] {
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
    throw new Unreadable('it is no JSON');
  }
  if (!isRecord(file)) throw new Unreadable('it is no object');
  return file;
}

function needed(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new Unreadable(`it has no ${name}`);
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
