/** Command that runs an experiment between real hosts of Linux, for any POSIX shell. */
import { isRecord } from '../scenario/path';
import type { Scenario } from '../scenario/types';
import type { GroupSenders } from '../sweep/analysis';

/** File to which the command writes its results. */
export const RESULTS_FILE = 'measured.json';

/** Longest run that is suggested, seconds; the run takes this time. */
const LONGEST_S = 60;

/** Returns the duration and the warm-up of the command, in seconds: those of the experiment, or shorter ones. */
export function suggestedTimes({ duration_s, warmup_s }: Pick<Scenario, 'duration_s' | 'warmup_s'>): {
  duration_s: number;
  warmup_s: number;
} {
  if (duration_s <= LONGEST_S) return { duration_s, warmup_s };
  return { duration_s: LONGEST_S, warmup_s: Math.min(warmup_s, LONGEST_S / 3) };
}

/**
 * Returns the command.
 *
 * @param source id of a preset, link, or file of the experiment
 * @param groups senders of all groups; if some with TCP stay simulated, the command names the real ones
 */
export function linuxCommand(source: string, document: Scenario, groups: readonly GroupSenders[]): string {
  const { duration_s, warmup_s } = suggestedTimes(document);
  const refused = groups.some((group) => group.packets === 'simulated' && group.reason !== null);
  const real = groups.filter(({ packets }) => packets === 'real');
  return [
    'bufferlab emulate',
    quoted(source),
    `--duration ${String(duration_s)} --warmup ${String(warmup_s)}`,
    ...(refused ? real.map(({ id }) => `--live=${quoted(id)}`) : []),
    ...tracesOf(document).map((name) => `--trace=${quoted(name)}`),
    `--json > ${RESULTS_FILE}`,
  ].join(' ');
}

/** Returns a word as POSIX shells read it: in single quotes unless all of its characters are harmless. */
export function quoted(word: string): string {
  return /^[\w@%+:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the names of the trace files that a part of a document refers to, each once. */
function tracesOf(part: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isRecord(value)) return;
    const { name, sha256 } = value;
    if (typeof sha256 === 'string' && typeof name === 'string' && name !== '') found.add(name);
    Object.values(value).forEach(visit);
  };
  visit(part);
  return [...found];
}
