/** Speed of the run, in simulated seconds per second: a logarithmic slider and steps of 1, 2, 5. */
import type { Speed } from '../engine/protocol';
import { figure } from './quantity';

export const SLOWEST = 0.001;
export const FASTEST = 1000;

/** Position on the slider, decades above one simulated second per second: -3 to 3. */
export function positionOfSpeed(speed: Speed): number {
  return speed === 'max' ? Math.log10(FASTEST) : Math.log10(Math.min(FASTEST, Math.max(SLOWEST, speed)));
}

/** The speed at a position, to two significant digits. */
export function speedAtPosition(position: number): number {
  return Number((10 ** position).toPrecision(2));
}

/** One step faster (1) or slower (-1); beyond the fastest lies `max`. */
export function nextSpeed(speed: Speed, direction: 1 | -1): Speed {
  if (speed === 'max') return direction > 0 ? 'max' : FASTEST;
  if (direction > 0 && speed >= FASTEST) return 'max';
  const next =
    direction > 0
      ? series.find((step) => step > speed * (1 + 1e-9))
      : series.findLast((step) => step < speed * (1 - 1e-9));
  return next ?? (direction > 0 ? FASTEST : SLOWEST);
}

/** `4.9 s` simulated per second, without the "simulated per second". */
export function speedText(speed: number): string {
  return speed >= 100 ? `${figure(Math.round(speed), '', 15)}\u00a0s` : figure(speed, 's', 2);
}

const series = [-3, -2, -1, 0, 1, 2, 3].flatMap((decade) =>
  [1, 2, 5].map((step) => Number(`${step}e${decade}`)).filter((speed) => speed <= FASTEST),
);
