/** Small picture of a mean with its interval, on an axis that the rows of a column share, with the bound of a target. */
import type { TargetStatistic } from '../sweep/advice-types';

interface Props {
  /** Statistics of all rows. */
  all: readonly TargetStatistic[];
  /** Statistic of this row. */
  one: TargetStatistic | undefined;
  bound: number;
}

/** Size of the picture, and the space at each end of its axis, pixels. */
const WIDTH = 112;
const HEIGHT = 16;
const PAD = 5;

/** Draws the mean as a dot, its 95 % interval as a line, and the bound as a dashed line. Text beside it says the same. */
export function IntervalMark({ all, one, bound }: Props) {
  if (one?.mean == null) return null;
  const ends = [...all.flatMap(endsOf), bound];
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const x = (value: number): number =>
    high > low ? PAD + ((value - low) / (high - low)) * (WIDTH - 2 * PAD) : WIDTH / 2;
  const [from = one.mean, to = one.mean] = endsOf(one);
  const middle = HEIGHT / 2;
  return (
    <svg className="interval-mark" width={WIDTH} height={HEIGHT} aria-hidden="true">
      <line className="interval-axis" x1={0} x2={WIDTH} y1={middle} y2={middle} />
      <line className="interval-bound" x1={x(bound)} x2={x(bound)} y1={0} y2={HEIGHT} />
      <line
        className={one.met ? 'interval-met' : 'interval-missed'}
        x1={x(from)}
        x2={x(to)}
        y1={middle}
        y2={middle}
      />
      <circle className={one.met ? 'interval-met' : 'interval-missed'} cx={x(one.mean)} cy={middle} r={3.5} />
    </svg>
  );
}

function endsOf({ mean, half_width }: TargetStatistic): number[] {
  return mean === null ? [] : [mean - (half_width ?? 0), mean + (half_width ?? 0)];
}
