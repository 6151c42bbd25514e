/** Simulated time as the run bar shows it: as many decimals as the eye can follow at that speed. */
import type { Speed } from '../engine/protocol';

/** `37.2 s`; a paused run shows microseconds, because it is stepped through packet by packet. */
export function clockText(t_s: number, playing: boolean, wanted: Speed = 1): string {
  const decimals = playing ? playingDecimals(wanted) : 6;
  const text = t_s.toFixed(decimals);
  return `${grouped(playing ? text : trimmed(text))}\u00a0s`;
}

function playingDecimals(wanted: Speed): number {
  if (wanted === 'max' || wanted > 20) return 0;
  return Math.min(6, Math.max(1, Math.ceil(1 - Math.log10(wanted))));
}

function grouped(text: string): string {
  return text.replace(/^\d{4,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','));
}

/** Without trailing zeros, but with one decimal. */
function trimmed(text: string): string {
  return text.replace(/(\.\d+?)0+$/, '$1');
}
