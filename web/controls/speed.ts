/** The speed of the run, in simulated seconds per real second: a logarithmic slider, and steps of 1, 2, 5. */
import { FASTEST, limitedSpeed, SLOWEST } from '../engine/pace';
import type { Speed } from '../engine/protocol';
import { formatRounded } from './quantity';

/** Returns the position on the slider: the decimal logarithm of the speed, from -3 to 3. */
export function positionOfSpeed(speed: Speed): number {
  return speed === 'max' ? Math.log10(FASTEST) : Math.log10(limitedSpeed(speed));
}

/** Returns the speed at a position of the slider, with two significant digits. */
export function speedAtPosition(position: number): number {
  return Number((10 ** position).toPrecision(2));
}

/** Returns the speed one step higher (1) or lower (-1); `max` follows the highest. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  if (speed === 'max') return direction > 0 ? 'max' : FASTEST;
  if (direction > 0 && speed >= FASTEST) return 'max';
  const next =
    direction > 0
      ? series.find((step) => step > speed * (1 + 1e-9))
      : series.findLast((step) => step < speed * (1 - 1e-9));
  return next ?? (direction > 0 ? FASTEST : SLOWEST);
}

/** Formats a speed as simulated time per real time: `4.9×`. */
export function speedText(speed: number): string {
  return `${speed >= 100 ? formatRounded(Math.round(speed), '', 15) : formatRounded(speed, '', 2)}×`;
}

const series = [-3, -2, -1, 0, 1, 2, 3].flatMap((decade) =>
  [1, 2, 5].map((step) => Number(`${step}e${decade}`)).filter((speed) => speed <= FASTEST),
);
