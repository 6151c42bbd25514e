/**
 * Figures of the papers and their stored results. Generated from the types of the engine by
 *
 *     BLESS=1 cargo test -p bufferlab-papers --lib types
 */
import type { StudyDocument } from './engine';

/** A figure with its stored result. */
export type Opened = {
  /** The figure, with all defaults. */
  figure: Figure,
  /** Names of the studies of a quick check, in the order of the file. */
  studies: Array<string>,
  /** The stored result; null if there is none or if it cannot be read. */
  result: StoredResult | null,
  /** Reason why the stored result cannot be read; null if there is none. */
  problem: string | null, };

/** Study of a figure. */
export type StudyOfFigure = {
  /** Its name in the figure. */
  name: string,
  /** Document of the study. */
  study: StudyDocument,
  /** Path of the field for x, by the id of each series of the study that has one. */
  x: { [key in string]: string }, };

/** A figure, table, algorithm or theorem of a paper. */
export type Figure = {
  /** Id in links, on the command line and in the name of its file: the paper's first author and the figure. */
  id: string,
  /** Ids of further figures of the paper that this one reproduces too, with the same set-up. */
  covers: Array<string>,
  /** Title, which names the phenomenon. */
  title: string,
  /** Id of the paper, such as `vishwanath-2011`. */
  paper: string,
  /** Section and figure in the paper. */
  source: string,
  /** Place among the figures of the paper; the first ones have the lowest numbers. */
  place: number,
  /** Topics for the search and for groups of figures, as readers see them. */
  topics: Array<string>,
  /** Description of the figure, in one to three sentences. */
  about: string,
  /** Assumptions where the paper leaves something open, with their effect if it is known; one sentence each. */
  choices: Array<string>,
  /** Grids of analytic models, by name. */
  models: { [key in string]: ModelGrid },
  /** Charts of the figure, at least one. */
  charts: Array<Chart>,
  /** Claims of the paper about the figure, at least one. */
  claims: Array<Claim>, };

/** Analytic model with a grid of its parameters. */
export type ModelGrid = {
  /** Id of the model, as in the catalog. */
  model: string,
  /** Values of fixed parameters; the others keep their defaults. */
  set: Record<string, unknown>,
  /** Varied parameters, as on the command line: `buffer_bytes=1kB:50kB:50`. */
  over: Array<string>, };

/** Chart with its axes and series. */
export type Chart = {
  /** Id, unique in the figure. */
  id: string,
  /** Title, which names its content. */
  title: string,
  /** Horizontal axis of the chart. */
  x: AxisX,
  /** Vertical axis of the chart. */
  y: AxisY,
  /** Series of the chart, at least one. */
  series: Array<Series>,
  /** Model whose parameters readers can change in the chart. */
  explore: Explore | null, };

/** Model that the page draws over a chart, with a slider for its parameters. Claims and stored results do not use it. */
export type Explore = {
  /** Name of a model grid of the figure, which gives the other parameters. */
  model: string,
  /** Output of the model that is drawn. */
  output: string,
  /** Parameters that the slider changes, with their values at both ends. The page shows the first one. */
  over: Array<[string, [number, number]]>,
  /** Label of the slider. */
  label: string,
  /** Unit of the parameter divided by `per`; empty for a pure number. */
  unit: string,
  /** Size of this unit in the unit of the parameter. */
  per: number,
  /** Number of steps of the slider. */
  steps: number,
  /** Points at which the model is evaluated: first x, last x and their number, in the unit of the chart's x axis. */
  at: [number, number, number], };

/** Scale of an axis. */
export type Scale = "linear" | "log";

/** Horizontal axis of a chart. */
export type AxisX = {
  /** Path of the varied field of the studies; `None` for the first varied field of each study. */
  path: string | null,
  /** Varied parameter of the models; `None` for the first varied parameter of each grid. */
  parameter: string | null,
  /** Label that readers of the chart see. */
  label: string,
  /** Unit of the field divided by `per`; empty for a pure number. */
  unit: string,
  /** Scale: linear or logarithmic. */
  scale: Scale,
  /** Size of one unit of the axis in the unit of the field: 1000 for kB if the field is in bytes. */
  per: number,
  /** Names of the values if they are not numbers; x is then 1, 2, … */
  categories: Array<string>, };

/** Vertical axis of a chart. */
export type AxisY = {
  /** Label that readers of the chart see. */
  label: string,
  /** Unit of the values; empty for a pure number. */
  unit: string,
  /** Scale: linear or logarithmic. */
  scale: Scale, };

/** One curve of a chart: a measure of a study, or an output of a model, against x. */
export type Series = {
  /** Id, unique in the figure, by which claims refer to the series; not `x`. */
  id: string,
  /** Label that readers of the chart see. */
  label: string,
  /** Name of the study; `None` if `model` is given. */
  study: string | null,
  /** Name of the model grid; `None` if `study` is given. */
  model: string | null,
  /** Path of the measure in the summary, such as `bottlenecks.r0.loss.udp`. */
  measure: string | null,
  /** Intervals at the end of the measure's path, if they are x instead of a field: `20ms` is the point x = 0.02,
   * `20ms@40s` the point x = 40.
   */
  along: Array<string>,
  /** Path of another measure of the same run by which the measure is divided. */
  divided_by: string | null,
  /** Id of the model's output. */
  output: string | null,
  /** Field or parameter for x, if it differs from that of the chart. */
  x: string | null,
  /** Values of the other varied fields or parameters. */
  where: Record<string, unknown>,
  /** Size of one unit of the chart in the unit of the measure: 1e6 for Mb/s if the measure is in b/s. */
  per: number,
  /** False for a series that only claims use. */
  drawn: boolean, };

/** Claim of a paper, as text and as a predicate over the curves of the figure. */
export type Claim = {
  /** Id, unique in the figure, by which results refer to the claim: the first line of the paper that it cites. */
  id: string,
  /** In our own words, with its numbers. */
  text: string,
  /** Source: `T96` for a line of the paper's text, `M` for a computation with the paper's model, `D` for a derivation,
   * `S` for a small simulation of ours.
   */
  line: string,
  /** Origin of the claim. Default: the paper. */
  own: Origin,
  /** Reason for the bounds; written before the run. */
  tolerance: string,
  /** Number of replications that the check needs. */
  replications: number,
  /** True if the quick check decides the claim too. */
  quick: boolean,
  /** True if the claim cannot hold, since the paper contradicts itself or its own model; `reason` then explains it. Only
   * claims that differ are marked.
   */
  contradictory: boolean,
  /** Assumption, not stated in the paper, from which the contradiction follows; only for marked claims. */
  assumption: string | null,
  /** Reason why the claim differs, with the experiment that shows it. */
  reason: string | null,
  /** Remark about a claim that holds. */
  remark: string | null,
  /** Evidence for the reason or the remark, one finding per item: a run, a number or a line of the paper. */
  evidence: Array<string>, };

/** Origin of a claim. Only the paper's own words count as claims of the paper. */
export type Origin = "paper" | "derived" | "model";

/** Result of the check of a claim. */
export type Verdict = "holds" | "remark" | "differs" | "undecided";

/** Result of the check of a figure. */
export type StoredResult = {
  /** Id of the figure. */
  id: string,
  /** Version of the engine that ran the studies. */
  engine: string,
  /** Date of the runs, such as `2026-11-22`. */
  date: string,
  /** True for a quick check. */
  quick: boolean,
  /** Real time of the runs, seconds. */
  seconds: number,
  /** Number of runs of the check. */
  runs: number,
  /** Hash over the digests of all runs. */
  digest: string,
  /** Curves of all series that have points. */
  curves: Array<StoredCurve>,
  /** Claims with a verdict, in order. */
  claims: Array<StoredClaim>, };

/** Curve of a stored result. */
export type StoredCurve = {
  /** Id of the series. */
  id: string,
  /** Label of the curve for readers. */
  label: string,
  /** Unit of its values; empty for a pure number. */
  unit: string,
  /** Points in ascending order of x. */
  points: Array<StoredPoint>, };

/** Point of a stored curve. */
export type StoredPoint = {
  /** Coordinate in the unit of the chart. */
  x: number,
  /** Mean over the replications. */
  mean: number,
  /** Half-width of the 95 % interval; null for a single replication. */
  half_width: number | null,
  /** Number of replications at this point. */
  n: number,
  /** Smallest value of a replication. */
  min: number,
  /** Largest value of a replication. */
  max: number, };

/** Claim of a stored result. */
export type StoredClaim = {
  /** Id of the claim. */
  id: string,
  /** Verdict of the check. */
  verdict: Verdict,
  /** Text with the numbers on which the verdict is based. */
  found: string, };
