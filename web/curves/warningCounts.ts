/** What the runs of a sweep warn of, and how many do: a trap that one run steps into may spoil a whole curve. */
import type { CaseLine, Warning } from '../types/engine';

export interface WarningCount {
  id: string;
  /** What helps, as the first of these runs says it. */
  remedy: string;
  /** Runs that give it, at whatever path and however often. */
  runs: number;
}

/** In the order in which they turn up. */
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

/** Those of one run; none where it failed. */
export function warningsOf(line: CaseLine): Warning[] {
  return 'summary' in line ? line.summary.warnings : [];
}
