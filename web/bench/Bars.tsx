/** Bar chart of one value of all cases with a result. */
import { scaleLinear, scaleLog } from 'd3-scale';
import { significantText } from '../plot/format';
import type { Row } from './benchmark';
import type { Measured } from './protocol';
import { CHART } from './strings';

interface Props {
  rows: readonly Row[];
  title: string;
  value(result: Measured): number;
  /** Logarithmic scale with a line at 1. */
  logarithmic?: boolean;
}

/** Bars with their values; nothing without results. */
export function Bars({ rows, title, value, logarithmic = false }: Props) {
  const bars = rows.flatMap((row) =>
    row.state === 'done' ? [{ name: row.item.name, value: value(row.result) }] : [],
  );
  if (bars.length === 0) return null;
  const share = shareOf(
    bars.map((bar) => bar.value),
    logarithmic,
  );
  return (
    <figure className="bench-chart">
      <figcaption>{title}</figcaption>
      <div role="img" aria-label={CHART.label(title)}>
        {bars.map((bar) => (
          <div key={bar.name} className="bench-bar">
            <span>{bar.name}</span>
            <span className="bench-track">
              <span className="bench-fill" style={{ width: percent(share(bar.value)) }} />
              {logarithmic && <span className="bench-mark" style={{ left: percent(share(1)) }} />}
            </span>
            <span>{significantText(bar.value, 3)}</span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** Returns the function from a value to the length of its bar, 0 to 1. A logarithmic axis begins at 0.1 or below. */
export function shareOf(values: readonly number[], logarithmic: boolean): (value: number) => number {
  const top = Math.max(...values);
  if (!logarithmic) return scaleLinear([0, top], [0, 1]).clamp(true);
  return scaleLog([Math.min(0.1, ...values), Math.max(10, top)], [0, 1]).clamp(true);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)}%`;
}
