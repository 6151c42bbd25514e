/** Values of the run that is open, in the units of answers and tables. */
import { sectionOf, type Catalog, type Param } from '../../engine/catalog';
import type { Lab } from '../../lab/lab';
import { paramAt } from '../../lab/live';
import type { Own } from './answers';
import { COLUMNS, valuesOf, type SeriesInterval, type RecordRequest } from '../handin/record';
import type { RunRecord } from '../handin/runRecord';
import { runValue, type RunAnswer } from './judge';
import type { Answer, DataBlock } from '../format/lesson';
import { NOTHING } from '../../plot/format';
import { valueAt, wordsOfPath } from '../../scenario/path';
import { factorOf } from '../format/quantityText';
import { DATA, SCENE } from '../viewStrings';

/** Reads a measure of the run, or a field of its scenario if the summary has none with this path. */
export async function readMeasure(lab: Lab, path: string): Promise<RunAnswer> {
  const { current } = lab.store.getState();
  if (!current) return { ok: false, message: SCENE.none };
  const summary = await lab.actions.summary().catch(() => ({}));
  return runValue(path, summary, current);
}

/** Returns the labels of the columns of a table: those of the lesson, else those of the measures. */
export function columnLabels(lab: Lab, columns: DataBlock['columns']): Promise<string[]> {
  return Promise.all(
    columns.map(({ label, measure }) => (label === '' ? nameOf(lab, measure) : Promise.resolve(label))),
  );
}

/** Returns the label of a measure, or of a field of the open scene, with the owner. */
async function nameOf(lab: Lab, path: string): Promise<string> {
  const { current, catalog } = lab.store.getState();
  const read = await readMeasure(lab, path);
  if (read.ok && read.label !== path) return read.label;
  const param = catalog && paramAt(catalog, current, path);
  return param ? partLabel(param, path) : wordsOfPath(path);
}

/** Returns the label of a parameter with the part that it belongs to: `Rate (tcp access)`. */
export function partLabel({ label }: Param, path: string): string {
  const [, ...rest] = path.split('.');
  if (rest.length < 2) return label;
  return SCENE.labelOf(label, rest.slice(0, -1).join(' ').replaceAll('_', ' '));
}

/** Returns the text of a measure or a field in a table; fields such as the kind of a queue are no numbers. */
export async function cellText(
  path: string,
  summary: object,
  current: object | null,
  catalog: Catalog | null,
): Promise<string> {
  const read = await runValue(path, summary, current ?? {});
  if (read.ok) return read.text ?? NOTHING;
  const value = valueAt(current, path);
  if (typeof value === 'boolean') return value ? DATA.on : DATA.off;
  return typeof value === 'string' ? (labelIn(catalog, current, path, value) ?? value) : NOTHING;
}

/** Returns the name of a kind or a choice that users see: “Drop-tail” for `drop_tail`; null if it has none. */
function labelIn(
  catalog: Catalog | null,
  current: object | null,
  path: string,
  value: string,
): string | null {
  const kind = catalog && paramAt(catalog, current, path)?.kind;
  if (kind?.type === 'one_of') return sectionOf(catalog, kind.registry, value)?.label ?? null;
  if (kind?.type === 'choice') return kind.options.find(({ id }) => id === value)?.label ?? null;
  return null;
}

/** Returns the size of an answer's unit in the base unit of measures; 1 for units that it does not know. */
export const scaleOf = (unit: string): number => factorOf(unit)?.factor ?? 1;

/** Returns what a record of a run must contain so that an answer can be compared with it; null if the answer needs no run. */
export function requestOf(answer: Answer): RecordRequest | null {
  if (answer.kind === 'number' && answer.correct.kind === 'measured')
    return { paths: [answer.correct.path], series: null };
  if (answer.kind === 'curve' && answer.correct.kind === 'series')
    return { paths: [], series: seriesInterval(answer, answer.correct.id) };
  return null;
}

/** Returns the values of a recorded run that an answer is compared with. */
export function ownIn(run: Pick<RunRecord, 'measures' | 'series'>, answer: Answer): Own {
  const wanted = requestOf(answer);
  if (answer.kind === 'number' && wanted?.paths[0] !== undefined) {
    const value = run.measures.find(([path]) => path === wanted.paths[0])?.[1] ?? null;
    return { measured: value === null ? null : value / scaleOf(answer.unit), curve: null };
  }
  if (answer.kind !== 'curve' || !wanted?.series) return { measured: null, curve: null };
  const { id, t0_s, t1_s } = wanted.series;
  const series = run.series.find((one) => one.id === id && one.t0_s === t0_s && one.t1_s === t1_s);
  return { measured: null, curve: series ? pointsOf(series.values, answer) : null };
}

/** Returns the values of the run that an answer is compared with. */
export async function ownOf(lab: Lab, answer: Answer): Promise<Own> {
  if (answer.kind === 'number' && answer.correct.kind === 'measured') {
    const read = await readMeasure(lab, answer.correct.path);
    const value = read.ok ? read.value : null;
    return { measured: value === null ? null : value / scaleOf(answer.unit), curve: null };
  }
  if (answer.kind === 'curve' && answer.correct.kind === 'series')
    return { measured: null, curve: await curveOf(lab, answer, answer.correct.id) };
  return { measured: null, curve: null };
}

type Curve = Extract<Answer, { kind: 'curve' }>;

async function curveOf(lab: Lab, answer: Curve, id: string): Promise<Own['curve']> {
  const { layout, run } = lab.store.getState();
  const { t0_s, t1_s } = seriesInterval(answer, id);
  if (!layout?.series.some((one) => one.id === id) || run.reached_s < t1_s * 0.999) return null;
  const data = await lab.actions.recordedOf({ series: [id], t0_s, t1_s, columns: COLUMNS }).catch(() => null);
  return data && pointsOf(valuesOf(data), answer);
}

function seriesInterval({ x }: Curve, id: string): SeriesInterval {
  return { id, t0_s: x.from * scaleOf(x.unit), t1_s: x.to * scaleOf(x.unit) };
}

function pointsOf(values: readonly (number | null)[], { x, y }: Curve): NonNullable<Own['curve']> {
  return values.flatMap((value, column) => {
    const at = x.from + ((x.to - x.from) * (column + 0.5)) / values.length;
    return value === null ? [] : [[at, value / scaleOf(y.unit)] as const];
  });
}
