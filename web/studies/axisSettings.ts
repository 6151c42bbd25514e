/**
 * Settings of the axes of a study's charts: the part that is shown, and a title. The x axis of a buffer can be in BDP.
 *
 * In a link they are one parameter, JSON with percent signs: `&axes={"x":[1000,30000,"Buffer"],"bdp":true}`.
 */
import { bdpBytes } from '../controls/buffer';
import { readBuffer } from '../controls/bufferText';
import { parseQuantity, type Parsed } from '../controls/quantity';
import type { Unit as CatalogUnit } from '../engine/catalog';
import type { Quantity, Unit } from '../plot/format';
import type { Field } from './fields';
import type { Measure } from './measures';

/** Part of an axis that is shown, in base units, and its title. */
export interface AxisSettings {
  /** First value; null: as the values need it. */
  from: number | null;
  /** Last value; null: as the values need it. */
  to: number | null;
  /** Title without unit; empty for the name of the parameter or the measure. */
  title: string;
}

/** Settings of all axes: those of `x`, and of each measure by its path. */
export interface AxesSettings {
  x: AxisSettings;
  y: Readonly<Record<string, AxisSettings>>;
  /** Whether the x axis is in multiples of the BDP. */
  bdp: boolean;
}

/** Settings of an axis that shows all values under its own name. */
export const WHOLE_AXIS: AxisSettings = { from: null, to: null, title: '' };

/** Settings of axes that show all values under their own names. */
export const WHOLE_AXES: AxesSettings = { x: WHOLE_AXIS, y: {}, bdp: false };

/** Largest number of characters of a title, and of the settings in a link. */
export const TITLE_LENGTH = 80;
const TEXT_LENGTH = 4000;

/** Returns the settings of the y axis of a measure. */
export function axisOf({ y }: AxesSettings, path: string): AxisSettings {
  return Object.hasOwn(y, path) ? (y[path] ?? WHOLE_AXIS) : WHOLE_AXIS;
}

/** Returns the settings with one axis changed; `x` or the path of a measure names it. */
export function withAxis(axes: AxesSettings, name: string, change: Partial<AxisSettings>): AxesSettings {
  if (name === 'x') return { ...axes, x: { ...axes.x, ...change } };
  return { ...axes, y: { ...axes.y, [name]: { ...axisOf(axes, name), ...change } } };
}

/** Writes settings as a value in a link; empty for the defaults. */
export function textFromAxes({ x, y, bdp }: AxesSettings): string {
  const entries = Object.entries({ x, ...y }).filter(([, one]) => !isWhole(one));
  if (entries.length === 0 && !bdp) return '';
  const packed = entries.map(([name, { from, to, title }]) => [name, [from, to, title]] as const);
  return encodeURIComponent(JSON.stringify({ ...Object.fromEntries(packed), ...(bdp && { bdp }) }));
}

/** Reads settings from a value in a link; what cannot be read is as without it. */
export function axesFromText(text: string): AxesSettings {
  try {
    const read = text.length > TEXT_LENGTH ? null : (JSON.parse(decodeURIComponent(text)) as unknown);
    if (typeof read !== 'object' || read === null) return WHOLE_AXES;
    const { x, bdp, ...y } = read as Record<string, unknown>;
    const others = Object.entries(y).map(([path, value]) => [path, axisFrom(value)] as const);
    return { x: axisFrom(x), y: Object.fromEntries(others), bdp: bdp === true };
  } catch {
    return WHOLE_AXES;
  }
}

function axisFrom(value: unknown): AxisSettings {
  if (!Array.isArray(value)) return WHOLE_AXIS;
  const [from, to, title] = value as unknown[];
  const end = (one: unknown): number | null => (typeof one === 'number' && Number.isFinite(one) ? one : null);
  return {
    from: end(from),
    to: end(to),
    title: typeof title === 'string' ? title.slice(0, TITLE_LENGTH) : '',
  };
}

function isWhole({ from, to, title }: AxisSettings): boolean {
  return from === null && to === null && title === '';
}

/** Reads one end of the x axis: a quantity of the parameter; of a buffer also a time or a multiple of the BDP. */
export function readOfField(text: string, field: Field): Parsed {
  const read = parseQuantity(text, field.unit);
  return read.ok || !field.buffer ? read : readBuffer(text, field.buffer);
}

/** Reads one end of the y axis of a measure. */
export function readOfMeasure(text: string, { quantity }: Measure): Parsed {
  return parseQuantity(text, unitOfQuantity(quantity));
}

/** Returns the unit of the catalog in which people type a quantity. */
export function unitOfQuantity(quantity: Quantity): CatalogUnit {
  return quantity === 'packets' ||
    quantity === 'B' ||
    quantity === 'b/s' ||
    quantity === 's' ||
    quantity === 'ratio'
    ? quantity
    : '';
}

/** Parameters on which a BDP depends: if another axis varies one of them, the charts have no common BDP. */
const CHANGES_BDP = /(rate_bps|delay_s|direction|edge|via|segment_bytes|header_bytes|packet_bytes)$/;

/** Returns the BDP as a unit of the x axis; null where the parameter is no buffer, or another one changes the BDP. */
export function bdpUnit({ buffer }: Field, others: readonly string[]): Unit | null {
  const bytes = buffer && bdpBytes(buffer.context);
  if (!buffer || bytes === null || others.some((path) => CHANGES_BDP.test(path))) return null;
  return { per: buffer.counted === 'bytes' ? bytes : bytes / buffer.context.packet_bytes, name: 'BDP' };
}
