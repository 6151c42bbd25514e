/** Warnings of the runs of a study, with the number of runs that give each one. */
import type { CaseLine, Warning } from '../types/engine';

/** A warning and the number of runs that give it. */
export interface WarningCount {
  id: string;
  /** Remedy, from the first of these runs. */
  remedy: string;
  /** Number of runs that give it, at any path. */
  runs: number;
}

/** Counts the runs of each warning, in order of first occurrence. */
export function countWarnings(lines: readonly CaseLine[]): WarningCount[] {
  const counted = new Map<string, WarningCount>();
  for (const line of lines) {
    const warnings = warningsOf(line);
    for (const id of new Set(warnings.map((warning) => warning.id))) {
      const { runs, remedy } = counted.get(id) ?? {
        runs: 0,
        remedy: warnings.find((w) => w.id === id)!.remedy,
      };
      counted.set(id, { id, remedy, runs: runs + 1 });
    }
  }
  return [...counted.values()];
}

/** Returns the warnings of one run; none if it failed. */
export function warningsOf(line: CaseLine): Warning[] {
  return 'summary' in line ? line.summary.warnings : [];
}
