/**
 * The optional tail of a link: at which moment to open it, and how fast to go on.
 *
 * `&t=37.2&play=0&speed=4` – simulated seconds, 0 for paused, simulated seconds per second or `max`.
 * Outside the checksum, so that people can type it. What is missing or makes no sense is left out. Times
 * are written to the picosecond, as the engine keeps them, so that nothing happens in between.
 */
import type { Speed } from '../engine/protocol';

export interface Moment {
  /** Simulated seconds to fast-forward to. */
  t_s?: number;
  /** False: stay there, paused. */
  play?: boolean;
  speed?: Speed;
}

export function textFromMoment({ t_s, play, speed }: Moment): string {
  let text = '';
  if (t_s !== undefined && t_s > 0) text += `&t=${Number(t_s.toFixed(12))}`;
  if (play === false) text += '&play=0';
  if (speed !== undefined) text += `&speed=${speed}`;
  return text;
}

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
      if (speed !== null) moment.speed = speed;
    }
  }
  return moment;
}

/** The number that `text` begins with, if finite and above 0; trailing punctuation does no harm. */
function positive(text: string): number | null {
  const value = Number.parseFloat(text);
  return Number.isFinite(value) && value > 0 ? value : null;
}
