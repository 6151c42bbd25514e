/**
 * A run in three parts: the network, the run bar, the charts. One run fills the page; each of two runs is a column, or
 * the content of its tab.
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
import { Boundary } from '../ui/Boundary';
import { BOUNDARY } from '../ui/strings';
import { useLazy } from '../ui/lazy';
import { PacketsSection } from '../packets/PacketsSection';
import { EngineState } from './Failure';
import type { Comparing } from './comparing';
import { beside, compare } from './lazyParts';
import type { Runs } from './runs';
import { REGION } from './strings';

interface Props {
  runs: Runs;
  lab: Lab;
  comparing: Comparing;
}

/** Network, run bar and charts of a run. */
export function RunView({ runs, lab, comparing }: Props) {
  const name = useStore(lab.store, (state) => state.name);
  const active = useStore(runs.store, (state) => state.active === lab);
  const part = useLazy(beside);
  const kept = useStore(lab.store, (state) => state.baseline !== null);
  const compared = useLazy(compare);
  const activate = (): void => runs.activate(lab);
  return (
    <LabContext value={lab}>
      <section
        className="run"
        id={name ? `run-${name}` : undefined}
        aria-label={name ? REGION.oneRun(name) : undefined}
        data-attended={active || undefined}
        tabIndex={-1}
        onFocusCapture={activate}
        onPointerDownCapture={activate}
      >
        {name && part && (
          <Boundary part={BOUNDARY.parts.twoRuns}>
            <part.RunHead runs={runs} />
          </Boundary>
        )}
        <div className="area-network column" data-skip="network" tabIndex={-1}>
          <Boundary part={BOUNDARY.parts.network}>
            <Topology />
          </Boundary>
          <Boundary part={BOUNDARY.parts.state}>
            <EngineState />
          </Boundary>
        </div>
        <section
          className="area-run"
          aria-label={name ? REGION.runOf(name) : REGION.run}
          data-skip="run"
          tabIndex={-1}
        >
          <Boundary part={BOUNDARY.parts.run}>
            <RunBar />
            <StepText />
          </Boundary>
        </section>
        <section
          className="area-charts column"
          aria-label={name ? REGION.chartsOf(name) : REGION.charts}
          data-skip="charts"
          tabIndex={-1}
        >
          <h2 className="visually-hidden">{REGION.charts}</h2>
          <Boundary part={BOUNDARY.parts.charts}>
            {kept && compared && (
              <Boundary part={BOUNDARY.parts.comparison}>
                <compared.BaselineBar controller={comparing.of(compared)} />
              </Boundary>
            )}
            <Charts packets={PacketsSection} />
          </Boundary>
        </section>
      </section>
      <FirstSelection />
    </LabContext>
  );
}

/** Selects the first bottleneck of each experiment that is opened, so that its parameters are shown first. */
function FirstSelection() {
  const { store } = useThisLab();
  const { select } = useLabActions();
  const first = useLab((s) => s.current?.bottlenecks[0]?.id ?? null);
  const presetId = useLab((s) => s.presetId);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    // Once for each preset, and once for an experiment from a link.
    const opened = presetId ?? seen.current ?? 'link';
    if (first === null || opened === seen.current) return;
    seen.current = opened;
    const { selection, current } = store.getState();
    const there = current ? stillThere(selection, current) : selection;
    if (there.kind === 'scenario') select({ kind: 'bottleneck', id: first });
  }, [store, select, first, presetId]);
  return null;
}
