/** Summaries of both runs, read once per second while either runs, and again when one pauses. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Summary } from '../engine/summary';
import { useLab, useLabActions } from '../lab/context';
import type { Baseline, LabState } from '../lab/state';
import type { CompareController } from './controller';

/** Summaries of both runs. */
export interface Summaries {
  current: Summary;
  baseline: Summary;
}

/** Milliseconds between two reads. */
const REFRESH_MS = 1000;

/** Returns the last summaries; null before the first answer. */
export function useSummaries(controller: CompareController, baseline: Baseline): Summaries | null {
  const actions = useLabActions();
  const [both, setBoth] = useState<Summaries | null>(null);
  const current = useLab(phaseOf);
  const { store } = baseline;
  const baselinePhase = useStore(store, phaseOf);
  const isRunning = current.startsWith('running') || baselinePhase.startsWith('running');
  useEffect(() => {
    const gone = new AbortController();
    const ask = (): void => {
      const now = actions.summary(gone.signal);
      Promise.all([now, controller.summary(now, gone.signal)]).then(
        ([now, then]) => setBoth({ current: now, baseline: then }),
        // If an engine is busy or not ready, the last summaries stay until the next answer.
        () => undefined,
      );
    };
    ask();
    const timer = isRunning ? setInterval(ask, REFRESH_MS) : undefined;
    return () => {
      gone.abort();
      clearInterval(timer);
    };
  }, [actions, controller, store, current, baselinePhase, isRunning]);
  return both;
}

/** Returns a text that changes when the run pauses, resumes or restarts, but not with its time. */
function phaseOf({ run, layout }: LabState): string {
  const isRunning = run.playing || run.seeking;
  return `${isRunning ? 'running' : run.t_s} ${run.run} ${layout ? 'there' : ''}`;
}
