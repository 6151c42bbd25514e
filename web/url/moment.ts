/**
 * The optional tail of a link: the time at which the run opens, and its speed.
 *
 * `&t=37.2&play=0&speed=4` – simulated seconds, 0 for paused, simulated seconds per second or `max`. The checksum does
 * not cover it, so that users can type it. Missing and invalid values are ignored, and a speed is limited as the control
 * of the page limits it. Times are written in picoseconds, the resolution of the engine, so that no event lies between the
 * written and the actual time.
 */
import { limitedSpeed } from '../engine/pace';
import type { Speed } from '../engine/protocol';

/** Time and speed at which a run opens. */
export interface Moment {
  /** Simulated time to which the run fast-forwards, seconds. */
  t_s?: number;
  /** False if the run is paused there. */
  play?: boolean;
  /** Simulated seconds per second. */
  speed?: Speed;
}

/** Returns the tail of a link. */
export function textFromMoment({ t_s, play, speed }: Moment): string {
  let text = '';
  if (t_s !== undefined && t_s > 0) text += `&t=${Number(t_s.toFixed(12))}`;
  if (play === false) text += '&play=0';
  if (speed !== undefined) text += `&speed=${speed}`;
  return text;
}

/** Reads the tail of a link. */
export function momentFromText(text: string): Moment {
  const moment: Moment = {};
  for (const part of text.replaceAll('&amp;', '&').split('&')) {
    const [name, value = ''] = part.split('=');
    if (name === 't') {
      const t_s = positive(value);
      if (t_s !== null) moment.t_s = t_s;
    } else if (name === 'play') {
      moment.play = !value.startsWith('0');
    } else if (name === 'speed') {
      const speed = value.startsWith('max') ? 'max' : positive(value);
      if (speed !== null) moment.speed = speed === 'max' ? speed : limitedSpeed(speed);
    }
  }
  return moment;
}

/** Returns the number at the beginning of `text`, if it is finite and above 0; ignores the rest. */
function positive(text: string): number | null {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
