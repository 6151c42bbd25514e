/**
 * A run in three parts: the network, the run bar, the charts. Alone, they are the page's own; beside another
 * run they are a column, or what the run's tab shows.
 */
import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { Charts } from '../charts/Charts';
import { RunBar } from '../controls/RunBar';
import { StepText } from '../controls/StepText';
import { LabContext, useLab, useLabActions, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { stillThere } from '../lab/state';
import { Topology } from '../topology/Topology';
import { useHere } from '../ui/later';
import { EngineState } from './Failure';
import type { Comparing } from './comparing';
import { beside, compare } from './laterParts';
import type { Runs } from './runs';

interface Props {
  runs: Runs;
  lab: Lab;
  comparing: Comparing;
}

export function RunView({ runs, lab, comparing }: Props) {
  const name = useStore(lab.store, (state) => state.name);
  const attended = useStore(runs.store, (state) => state.attended === lab);
  const part = useHere(beside);
  const kept = useStore(lab.store, (state) => state.behind !== null);
  const compared = useHere(compare);
  const attend = (): void => runs.attend(lab);
  return (
    <LabContext value={lab}>
      <section
        className="run"
        id={name ? `run-${name}` : undefined}
        aria-label={name ? `Run ${name}` : undefined}
        data-attended={attended || undefined}
        tabIndex={-1}
        onFocusCapture={attend}
        onPointerDownCapture={attend}
      >
        {name && part && <part.RunHead runs={runs} />}
        <div className="area-network" data-skip="network" tabIndex={-1}>
          <Topology />
          <StepText />
          <EngineState />
        </div>
        <section
          className="area-run"
          aria-label={name ? `Run bar of run ${name}` : 'Run'}
          data-skip="run"
          tabIndex={-1}
        >
          <RunBar />
        </section>
        <section
          className="area-charts"
          aria-label={name ? `Charts of run ${name}` : 'Charts'}
          data-skip="charts"
          tabIndex={-1}
        >
          <h2 className="visually-hidden">Charts</h2>
          {kept && compared && <compared.BaselineBar controller={comparing.of(compared)} />}
          <Charts />
        </section>
      </section>
      <FirstSelection />
    </LabContext>
  );
}

/** A visitor first sees the parameters of what the lab is about: a bottleneck. */
function FirstSelection() {
  const { store } = useThisLab();
  const { select } = useLabActions();
  const first = useLab((s) => s.current?.bottlenecks[0]?.id ?? null);
  const presetId = useLab((s) => s.presetId);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    // Once for every preset that is opened, and once for an experiment out of a link.
    const opened = presetId ?? seen.current ?? 'link';
    if (first === null || opened === seen.current) return;
    seen.current = opened;
    const { selection, current } = store.getState();
    const there = current ? stillThere(selection, current) : selection;
    if (there.kind === 'scenario') select({ kind: 'bottleneck', id: first });
  }, [store, select, first, presetId]);
  return null;
}
