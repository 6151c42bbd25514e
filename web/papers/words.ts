/** Verdicts and dates in words, the same on the wall, in a figure and in files. */
import { tickText } from './scale';
import type { Axis, KeptPoint, Verdict } from './artefact';

/** A sign that needs no colour, and its word. */
export const VERDICTS: Record<Verdict, { sign: string; word: string }> = {
  holds: { sign: '✓', word: 'holds' },
  remark: { sign: '✓*', word: 'holds, with a remark' },
  differs: { sign: '≠', word: 'differs' },
};

/** `7 hold, 1 with a remark, 1 differs`; what there is none of is not named. */
export function countsText({ holds, remark, differs }: Record<Verdict, number>): string {
  const parts = [
    holds > 0 ? `${holds} ${holds === 1 ? 'holds' : 'hold'}` : '',
    remark > 0 ? `${remark} with a remark` : '',
    differs > 0 ? `${differs} ${differs === 1 ? 'differs' : 'differ'}` : '',
  ].filter(Boolean);
  return parts.length > 0 ? parts.join(', ') : 'no claim decided';
}

/** `2026-11-22, engine 0.1.0, quick check` */
export function checkedText({
  date,
  engine,
  quick,
}: {
  date: string;
  engine: string;
  quick: boolean;
}): string {
  return `${date}, engine ${engine}${quick ? ', quick check' : ''}`;
}

/** What a claim's line means: `Line 240 of the paper`, `from the paper's model`, `derived`. */
export function lineText(line: string): string {
  return line
    .split(/,\s*/)
    .map((part) => {
      const [, number] = /^T(\d+(?:[–-]\d+)?)$/.exec(part) ?? [];
      if (number !== undefined) return `line ${number} of its text`;
      return { M: 'worked out from its model', D: 'derived from its set-up' }[part] ?? part;
    })
    .filter(Boolean)
    .join(', ');
}

/** `0.0123 ± 0.0004 Mb/s (n 4)` */
export function pointText({ mean, halfWidth, n }: Omit<KeptPoint, 'x'>, { unit }: Axis): string {
  const value = [
    tickText(Number(mean.toPrecision(4))),
    halfWidth === null ? '' : `± ${tickText(Number(halfWidth.toPrecision(2)))}`,
    unit,
  ];
  return `${value.filter(Boolean).join(' ')}${n > 1 ? ` (n ${n})` : ''}`;
}

/** An axis with its unit: `Buffer, kB`. */
export function axisText({ label, unit }: Axis): string {
  return unit === '' ? label : `${label}, ${unit}`;
}

/** A value of x: `11 kB`, or its name. */
export function xText(x: number, axis: Axis & { categories: readonly string[] }): string {
  const name = axis.categories[Math.round(x) - 1];
  if (axis.categories.length > 0) return name ?? '';
  return axis.unit === '' ? tickText(x) : `${tickText(x)} ${axis.unit}`;
}
