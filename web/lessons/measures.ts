/** Values of the run that is open, in the units of answers and tables. */
import { PARTS } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import type { Own } from './answers';
import { runValue, type RunAnswer } from './judge';
import type { Answer } from './lesson';
import { NOTHING } from '../plot/format';
import { valueAt } from '../scenario/path';
import { factorOf } from './quantityText';
import { SCENE } from './viewStrings';

/** Reads a measure of the run, or a field of its scenario if the summary has none with this path. */
export async function readMeasure(lab: Lab, path: string): Promise<RunAnswer> {
  const { current } = lab.store.getState();
  if (!current) return { ok: false, message: SCENE.none };
  const summary = await lab.actions.summary().catch(() => ({}));
  return runValue(path, summary, current);
}

/** Returns the text of a measure or a field in a table; fields such as the kind of a queue are no numbers. */
export async function cellText(lab: Lab, path: string): Promise<string> {
  const read = await readMeasure(lab, path);
  if (read.ok) return read.text ?? NOTHING;
  const value = valueAt(lab.store.getState().current, path);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : NOTHING;
}

/** Returns the size of an answer's unit in the base unit of measures; 1 for units that it does not know. */
export const scaleOf = (unit: string): number => factorOf(unit)?.factor ?? 1;

/** Number of columns of a curve that an answer is compared with. */
const COLUMNS = 200;

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

async function curveOf(
  lab: Lab,
  { x, y }: Extract<Answer, { kind: 'curve' }>,
  id: string,
): Promise<Own['curve']> {
  const { layout, run } = lab.store.getState();
  const shape = layout?.series.find((one) => one.id === id)?.shape;
  const [t0_s, t1_s] = [x.from * scaleOf(x.unit), x.to * scaleOf(x.unit)];
  if (shape === undefined || run.reached_s < t1_s * 0.999) return null;
  const data = await lab.actions.recordedOf({ series: [id], t0_s, t1_s, columns: COLUMNS }).catch(() => null);
  if (!data) return null;
  return Array.from({ length: COLUMNS }, (_, column) => {
    const at = x.from + ((x.to - x.from) * (column + 0.5)) / COLUMNS;
    return [at, valueIn(data, column) / scaleOf(y.unit)] as const;
  }).filter(([, value]) => Number.isFinite(value));
}

/** Returns the value of a column: the mean of a level, the middle of a band. The parts stand one after another. */
function valueIn(data: Float32Array, column: number): number {
  const part = (index: number): number => data[index * COLUMNS + column] ?? NaN;
  const parts = data.length / COLUMNS;
  if (parts === PARTS.level) return part(2);
  return parts === PARTS.band ? (part(0) + part(1)) / 2 : part(0);
}
