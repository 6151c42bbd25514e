/** Simulated time in the run bar. The number of decimals depends on the speed, so that they can be read. */
import type { Speed } from '../engine/protocol';

/** Formats a time: `37.2 s`. A paused run shows microseconds, because its steps are single packets. */
export function clockText(t_s: number, playing: boolean, speed: Speed = 1): string {
  const decimals = playing ? playingDecimals(speed) : 6;
  const text = t_s.toFixed(decimals);
  return `${grouped(playing ? text : trimmed(text))}\u00a0s`;
}

function playingDecimals(speed: Speed): number {
  if (speed === 'max' || speed > 20) return 0;
  return Math.min(6, Math.max(1, Math.ceil(1 - Math.log10(speed))));
}

function grouped(text: string): string {
  return text.replace(/^\d{4,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** Removes trailing zeros, but keeps one decimal. */
function trimmed(text: string): string {
  return text.replace(/(\.\d+?)0+$/, '$1');
}
