/** Note at the cursor of a chart: drops, and explanations of windows. */
import type { Cause } from './causes';
import { CAUSE } from './lazyStrings';

/** Greatest number of flows in a note. */
export const TIP_FLOWS = 4;

/**
 * Shows the causes and a remark beside `x`, in CSS pixels from the left edge of a chart that is `width` wide. Without causes
 * the note is hidden.
 */
export function showTip(
  tip: HTMLElement,
  causes: readonly Cause[],
  remark: string | null,
  x: number,
  width: number,
): void {
  const hide = causes.length === 0;
  if (tip.hidden !== hide) tip.hidden = hide;
  if (hide) return;
  // If a line fits on neither side, the note has the whole width.
  const whole = Math.max(x, width - x) < WIDEST;
  tip.style.left = whole ? '' : `${x.toFixed(1)}px`;
  tip.dataset.side = whole ? 'whole' : x > width / 2 ? 'left' : 'right';
  const text = JSON.stringify([causes, remark]);
  if (tip.dataset.text === text) return;
  tip.dataset.text = text;
  tip.replaceChildren(
    ...causes.slice(0, TIP_FLOWS).flatMap(linesOf),
    ...moreOf(causes.length - TIP_FLOWS),
    ...(remark === null ? [] : [line(remark)]),
  );
}

function linesOf({ flow, color, state, events }: Cause): HTMLElement[] {
  const head = document.createElement('p');
  const name = document.createElement('b');
  name.textContent = flow;
  name.style.borderColor = `var(--${color})`;
  head.append(name, ` ${state}`);
  return [head, ...events.map((event) => line(event))];
}

function moreOf(count: number): HTMLElement[] {
  return count > 0 ? [line(CAUSE.more(count))] : [];
}

function line(text: string): HTMLElement {
  const element = document.createElement('p');
  element.textContent = text;
  return element;
}

/** Approximate greatest width of a note, in pixels. */
const WIDEST = 380;
