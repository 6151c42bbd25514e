/** Results of the benchmark as text, and the names of the browser and the computer. */
import { significantText } from '../plot/format';
import type { Row } from './benchmark';
import type { Measured } from './protocol';
import { REPORT, TABLE } from './strings';

/** Browser and computer on which the cases ran. */
export interface Place {
  /** Name of the browser as it gives itself. */
  userAgent: string;
  /** Number of cores; undefined if the browser does not say. */
  cores: number | undefined;
}

/** Returns the name and version of the browser: `Firefox 140`. The whole text, if it names none that is known. */
export function browserName(userAgent: string): string {
  for (const [name, version] of BROWSERS) {
    const found = version.exec(userAgent);
    if (found) return `${name} ${found[1]}`;
  }
  return userAgent;
}

// Later names are also in the texts of earlier ones.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg\/(\d+)/],
  ['Firefox', /Firefox\/(\d+)/],
  ['Chrome', /Chrome\/(\d+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
];

/** Returns the engine's version in the first result; null without results. */
export function engineOf(rows: readonly Row[]): string | null {
  return rows.flatMap((row) => (row.state === 'done' ? [row.result.engine] : []))[0] ?? null;
}

/** Texts of a result in the order of the table: packets, simulated seconds, memory, whether it is the native run. */
export function cellsOf({ packets_per_s, simulated_per_s, memory_bytes, same }: Measured): string[] {
  return [
    significantText(packets_per_s / 1e6, 3),
    significantText(simulated_per_s, 3),
    significantText(memory_bytes / 1e6, 3),
    same === null ? TABLE.unknown : same ? TABLE.yes : TABLE.no,
  ];
}

/** Returns the results as lines of text, columns aligned by spaces. */
export function reportText(rows: readonly Row[], { userAgent, cores }: Place): string {
  const table = [
    [...TABLE.heads],
    ...rows.map((row) => [
      row.item.name,
      ...(row.state === 'done' ? cellsOf(row.result) : [TEXT[row.state]]),
    ]),
  ];
  const widths = TABLE.heads.map((_, column) =>
    Math.max(...table.map((cells) => (cells[column] ?? '').length)),
  );
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!)))
      .join('  '),
  );
  return [
    REPORT.title(engineOf(rows)),
    REPORT.browser(userAgent),
    REPORT.cores(cores),
    '',
    ...lines,
    '',
  ].join('\n');
}

const TEXT = { waiting: TABLE.notRun, running: TABLE.notRun, failed: TABLE.failed } as const;
