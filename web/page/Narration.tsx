/**
 * A text summary of the run for screen readers.
 *
 * The paragraph is rewritten at most every five seconds and can be read at any time; it is not announced
 * by itself, which would talk over everything. The status line beside it is: when the run starts, stops
 * or ends, and when it is asked for.
 */
import { useEffect, useRef, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { narrate } from './narrate';

const REWRITE_MS = 5000;

interface Props {
  /** Counts the times it was asked for; a change announces the state. */
  asked: number;
}

export function Narration({ asked }: Props) {
  const lab = useThisLab();
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [said, setSaid] = useState('');
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
    // After a moment, so that the frame which shows the new state has come.
    const timer = setTimeout(() => setSaid(present(lab)), 300);
    return () => clearTimeout(timer);
  }, [lab, phase, asked]);

  return (
    <section className="visually-hidden" aria-label="The run in words">
      <p ref={paragraph} />
      <p role="status">{said}</p>
    </section>
  );
}

function present({ store, frames }: Lab): string {
  const { layout, engine, name } = store.getState();
  const frame = frames.latest;
  if (engine.status === 'failed') return 'The simulator stopped.';
  return layout && frame
    ? `${name ? `Run ${name}. ` : ''}${narrate(frame, layout)}`
    : 'The simulator is being compiled.';
}
