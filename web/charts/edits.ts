/** Text of edits, for the flags on the time axis: `r0 queue: limit 50 packets`. */
import type { Edit, Patch } from '../scenario/types';
import { quantityText, timeText, type Quantity } from '../plot/format';
import { EDIT } from './strings';

/** Formats an edit with its time and its changes. */
export function editText({ at_s, set }: Edit): string {
  return `${timeText(at_s, 0.001)}: ${set.map(patchText).join('; ')}`;
}

/** Formats one change with its owner, its field and the new value. */
export function patchText({ path, value }: Patch): string {
  const [list = '', owner, ...rest] = path.split('.');
  if (owner === undefined) return `${plainName(list)} ${valueText(list, value)}`;
  if (rest.length === 0) return `${owner} ${value === null ? EDIT.removed : EDIT.added}`;
  const field = rest[rest.length - 1] ?? '';
  const where = [owner, ...rest.slice(0, -1)].map(plainName).join(' ');
  return `${where}: ${plainName(field.replace(UNIT, ''))} ${valueText(field, value)}`.trim();
}

const UNIT = /_(packets|bytes|bps|s)$/;
const QUANTITIES: Record<string, Quantity> = { packets: 'packets', bytes: 'B', bps: 'b/s' };

function valueText(field: string, value: unknown): string {
  if (value === null) return EDIT.none;
  if (typeof value === 'number') {
    const unit = UNIT.exec(field)?.[1];
    if (unit === 's') return value < 1 ? `${Number((value * 1000).toPrecision(6))} ms` : `${value} s`;
    const quantity = unit === undefined ? undefined : QUANTITIES[unit];
    return quantity ? quantityText(value, quantity) : String(value);
  }
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  return JSON.stringify(value);
}

function plainName(name: string): string {
  return name.replaceAll('_', ' ');
}
