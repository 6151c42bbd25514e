/** Content of the note at the cursor, as elements and as a sentence. */
import { xFromTime } from './axis';
import { causesAt, gapAt, spokenCauses, type Cause } from './causes';
import type { Picture } from './picture';
import { dropsAt } from './ticks';
import { showTip } from './tip';

/** Returns the events at a time and the explanations of windows as sentences; empty if there are none. */
export function spokenTip(picture: Picture, at_s: number): string {
  const causes = spokenCauses(causesOf(picture, at_s));
  const gap = gapOf(picture, at_s);
  return causes === '' ? '' : `${causes}.${gap === null ? '' : ` ${gap}`}`;
}

/** Shows the note at a time in a chart that is `width` CSS pixels wide; null hides the note. */
export function writeTip(tip: HTMLElement, picture: Picture, at_s: number | null, width: number): void {
  if (at_s === null) showTip(tip, [], null, 0, width);
  else {
    const x = xFromTime(at_s, picture.shown, picture.geometry.plot);
    showTip(tip, causesOf(picture, at_s), gapOf(picture, at_s), x, width);
  }
}

const causesOf = (picture: Picture, at_s: number): Cause[] => [
  ...dropsAt(picture, at_s),
  ...causesAt(picture, at_s),
];

const gapOf = ({ frame }: Picture, at_s: number): string | null => frame && gapAt(frame, at_s);
