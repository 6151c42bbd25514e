/**
 * Measured run in a link: the name and hash of its file, and how its series are used. The file itself stays on the computer.
 */
import { isRecord } from '../scenario/path';

/** Use of a series of a measured run. */
export interface MeasuredUse {
  /** Name of the series in the file. */
  name: string;
  role: MeasuredRole;
  /** Unit of the values. */
  unit: string;
  /** Id of the group, for series that are not of the simulation. */
  group: string;
}

/** Meaning of a series: a quantity of a group, or the series of the simulation with its id. */
export type MeasuredRole = 'throughput' | 'rtt' | 'window' | 'series';

/** A measured run and its use. */
export interface MeasuredChoice {
  /** Name of the file. */
  file: string;
  /** SHA-256 of the file, in hexadecimal digits. */
  sha256: string;
  /** Column of the time in a table that does not name it, such as `2,ms`; usually empty. */
  time: string;
  uses: readonly MeasuredUse[];
}

const ROLES: readonly unknown[] = ['throughput', 'rtt', 'window', 'series'] satisfies MeasuredRole[];

/** Largest number of series of a file, as its reader accepts them. */
const MAX_SERIES = 1000;

/** Returns the choice as a link contains it. */
export function textOfChoice({ file, sha256, time, uses }: MeasuredChoice): string {
  const rows = uses.map(({ name, role, unit, group }) => [name, role, unit, group]);
  return JSON.stringify({ file: file.slice(0, 200), sha256, ...(time !== '' && { time }), uses: rows });
}

/** Reads a choice of a link; null if it is none. */
export function choiceOf(value: unknown): MeasuredChoice | null {
  if (!isRecord(value)) return null;
  const { file, sha256, time = '', uses } = value;
  if (typeof file !== 'string' || file.length > 200 || typeof time !== 'string' || time.length > 20)
    return null;
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return null;
  if (!Array.isArray(uses) || uses.length === 0 || uses.length > MAX_SERIES) return null;
  const read = uses.map(useOf);
  return read.every((use) => use !== null) ? { file, sha256, time, uses: read } : null;
}

function useOf(value: unknown): MeasuredUse | null {
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string' && part.length <= 200))
    return null;
  const [name, role, unit, group] = value as string[];
  if (name === undefined || !isRole(role) || unit === undefined || group === undefined) return null;
  return { name, role, unit, group };
}

function isRole(text: unknown): text is MeasuredRole {
  return ROLES.includes(text);
}
