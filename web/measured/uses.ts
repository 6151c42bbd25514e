/** Uses of the series of a measured run: a quantity of a group with its unit, a series of the simulation, or none. */
import type { GroupInfo } from '../engine/protocol';
import type { Base, MeasuredFile, MeasuredSeries } from '../sweep/measuredFile';
import type { MeasuredChoice, MeasuredRole, MeasuredUse } from '../url/measuredChoice';
import { DIALOG } from './strings';

/** Use of a series; `none` leaves it out. */
export type Role = MeasuredRole | 'none';

/** Use of a series in the form. */
export interface Row {
  role: Role;
  unit: string;
  group: string;
}

/** Quantity of a role. */
export const BASE: Record<Exclude<MeasuredRole, 'series'>, Base> = {
  throughput: 'rate',
  rtt: 'time',
  window: 'packets',
};

/** Returns whether a role is a quantity of a group. */
export function isOfGroup(role: Role): role is Exclude<MeasuredRole, 'series'> {
  return role !== 'none' && role !== 'series';
}

/** Returns the unit of a series in a role: that of the file, the only one, or none. */
export function unitFor({ about }: MeasuredFile, series: MeasuredSeries, role: Role): string {
  if (!isOfGroup(role)) return series.unit;
  const fitting = about.units.filter(({ base }) => base === BASE[role]);
  if (fitting.some(({ name }) => name === series.unit)) return series.unit;
  return fitting.length === 1 ? fitting[0]!.name : '';
}

/** Returns the use of a series: that of an earlier choice, or what its name and unit suggest. */
export function rowOf(
  series: MeasuredSeries,
  before: MeasuredChoice | null,
  groups: readonly GroupInfo[],
): Row {
  const [first] = [...groups.filter(({ kind }) => kind === 'tcp'), ...groups];
  const group = first?.id ?? '';
  if (!before) return { role: series.role, unit: series.unit, group };
  const use = before.uses.find(({ name }) => name === series.name);
  if (!use) return { role: 'none', unit: series.unit, group };
  return {
    role: use.role,
    unit: use.unit,
    group: groups.some(({ id }) => id === use.group) ? use.group : group,
  };
}

/** Returns the choice that a link contains. */
export function choiceFrom(
  { name, sha256, time, about }: MeasuredFile,
  rows: readonly Row[],
): MeasuredChoice {
  const uses = about.series.flatMap((series, i): MeasuredUse[] => {
    const { role, unit, group } = rows[i]!;
    return role === 'none' ? [] : [{ name: series.name, role, unit, group: role === 'series' ? '' : group }];
  });
  return { file: name.slice(0, 200), sha256, time, uses };
}

/** Returns why the run cannot be used, or null. */
export function problemOf({ about }: MeasuredFile, rows: readonly Row[]): string | null {
  if (rows.every(({ role }) => role === 'none')) return DIALOG.noUse;
  const unnamed = about.series.find((_, i) => isOfGroup(rows[i]!.role) && rows[i]!.unit === '');
  if (unnamed) return DIALOG.noUnit(unnamed.name);
  const homeless = about.series.find((_, i) => isOfGroup(rows[i]!.role) && rows[i]!.group === '');
  return homeless ? DIALOG.noGroup(homeless.name) : null;
}
