/** Reads `:::run`: a run to a time, an event or a steady state. */
import { shownId } from '../inline';
import { SHOWN_IDS } from '../chartIds';
import type { RunBlock, Until } from '../lesson';
import { secondsOf } from '../quantityText';
import { ACCEPTED } from '../strings';
import type { Source } from './block';

/** Reads a run with its end. */
export function readRun(source: Source): RunBlock | null {
  source.needsScene();
  const until = source.attributes.required('until', ACCEPTED.until(Object.keys(ENDS)), untilOf);
  const show = source.attributes.optional('show', ACCEPTED.oneOf(SHOWN_IDS), shownId);
  source.attributes.finish();
  return until && { kind: 'run', line: source.line, until, show, text: source.text };
}

const ENDS: Readonly<Record<string, Until>> = {
  drop: { kind: 'event', event: 'drop' },
  timeout: { kind: 'event', event: 'timeout' },
  recovery: { kind: 'event', event: 'recovery' },
  retransmission: { kind: 'event', event: 'retransmission' },
  steady: { kind: 'steady' },
  end: { kind: 'end' },
};

function untilOf(text: string): Until | null {
  if (Object.hasOwn(ENDS, text)) return ENDS[text]!;
  const t_s = secondsOf(text);
  return t_s === null ? null : { kind: 'time', t_s };
}
