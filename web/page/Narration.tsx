/**
 * A text summary of the run for screen readers.
 *
 * The paragraph is rewritten every five seconds and can be read at any time. It is not announced, since announcements
 * would interrupt the reader. The status line is announced when the run starts, stops or ends, and on request.
 */
import { useEffect, useRef, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { NARRATION } from './lazyStrings';
import { narrate } from './narrate';

const REWRITE_MS = 5000;

interface Props {
  /** Number of requests so far; a change announces the state. */
  requests: number;
}

/** Text summary of the run, hidden from sight. */
export function Narration({ requests }: Props) {
  const lab = useThisLab();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [announced, setAnnounced] = useState('');
  const phase = useLab(({ run, engine }) =>
    engine.status !== 'ready' ? engine.status : run.ended ? 'ended' : run.playing ? 'running' : 'paused',
  );

  useEffect(() => {
    const rewrite = (): void => {
      if (paragraph.current) paragraph.current.textContent = present(lab);
    };
    rewrite();
    const timer = setInterval(rewrite, REWRITE_MS);
    return () => clearInterval(timer);
  }, [lab]);

  useEffect(() => {
    // Waits for the frame with the new state.
    const timer = setTimeout(() => setAnnounced(present(lab)), 300);
    return () => clearTimeout(timer);
  }, [lab, phase, requests]);

  return (
    <section className="visually-hidden" aria-label={NARRATION.region}>
      <p ref={paragraph} />
      <p role="status">{announced}</p>
    </section>
  );
}

function present({ store, frames }: Lab): string {
  const { layout, engine, name } = store.getState();
  const frame = frames.latest;
  if (engine.status === 'failed') return NARRATION.stopped;
  if (!layout || !frame) return NARRATION.compiling;
  const text = narrate(frame, layout);
  return name ? NARRATION.run(name, text) : text;
}
