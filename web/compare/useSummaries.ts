/** The summaries of both runs, asked once per second while either goes on, and again where one comes to rest. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Summary } from '../engine/summary';
import { useLab, useLabActions } from '../lab/context';
import type { Behind, LabState } from '../lab/state';
import type { CompareController } from './controller';

export interface Summaries {
  front: Summary;
  kept: Summary;
}

const REFRESH_MS = 1000;

export function useSummaries(controller: CompareController, behind: Behind): Summaries | null {
  const actions = useLabActions();
  const [both, setBoth] = useState<Summaries | null>(null);
  const front = useLab(courseOf);
  const kept = useStore(behind.store, courseOf);
  const goesOn = front.startsWith('goes') || kept.startsWith('goes');
  const { store } = behind;
  useEffect(() => {
    const gone = new AbortController();
    const ask = (): void => {
      Promise.all([actions.summary(gone.signal), controller.summary(gone.signal)]).then(
        ([now, then]) => setBoth({ front: now, kept: then }),
        // Where an engine is busy or not there yet, the figures shown stay until the next answer.
        () => undefined,
      );
    };
    ask();
    const timer = goesOn ? setInterval(ask, REFRESH_MS) : undefined;
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [actions, controller, store, front, kept, goesOn]);
  return both;
}

/** Changes when the run does, but for its going on. */
function courseOf({ run, layout }: LabState): string {
  const goesOn = run.playing || run.seeking;
  return `${goesOn ? 'goes' : run.t_s} ${run.run} ${layout ? 'there' : ''}`;
}
