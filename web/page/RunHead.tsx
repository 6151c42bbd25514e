/** Names of two runs: a line above each run where both are visible, tabs where one is visible at a time. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { shownTitle } from '../lab/title';
import { Button } from '../ui/Button';
import { onTabKey } from '../ui/tabKeys';
import { differences } from './differences';
import { TWO_RUNS } from './lazyStrings';
import type { Runs } from './runs';

/** Name of a run, and its differences from run A or its title. */
export function RunHead({ runs }: { runs: Runs }) {
  const lab = useThisLab();
  const name = useLab((s) => s.name);
  const second = lab !== runs.first;
  const title = useLab(shownTitle);
  return (
    <header className="run-head">
      <b className="run-name" aria-hidden="true">
        {name}
      </b>
      <h2 className="visually-hidden">{TWO_RUNS.heading(name ?? '')}</h2>
      {second ? <Differences from={runs.first} /> : <span className="run-title">{title}</span>}
      {second && <CloseRun runs={runs} />}
    </header>
  );
}

/** Present differences between this run and run A. */
function Differences({ from }: { from: Lab }) {
  const { catalog, current } = useLab((s) => ({ catalog: s.catalog, current: s.current }));
  const other = useStore(from.store, (s) => s.current);
  const text = useMemo(
    () => (catalog && current && other ? differences(catalog, other, current).join(', ') : ''),
    [catalog, current, other],
  );
  return (
    <span className="run-title" title={text}>
      {text || TWO_RUNS.same}
    </span>
  );
}

/** Tabs that choose the visible run; both continue. */
export function RunTabs({ runs }: { runs: Runs }) {
  const shown = useStore(runs.store, (state) => state.shown);
  return (
    <div className="run-tabs">
      <div role="tablist" aria-label={TWO_RUNS.tabs} onKeyDown={onTabKey}>
        {shown.map((lab, i) => (
          <RunTab key={i} runs={runs} lab={lab} />
        ))}
      </div>
      <CloseRun runs={runs} />
    </div>
  );
}

function RunTab({ runs, lab }: { runs: Runs; lab: Lab }) {
  const name = useStore(lab.store, (state) => state.name);
  const selected = useStore(runs.store, (state) => state.active === lab);
  return (
    <Button
      kind="run-tab"
      label={TWO_RUNS.heading(name ?? '')}
      role="tab"
      aria-selected={selected}
      tabIndex={selected ? 0 : -1}
      aria-controls={`run-${name}`}
      onClick={() => runs.activate(lab)}
      text={name}
    />
  );
}

function CloseRun({ runs }: { runs: Runs }) {
  return (
    <Button
      quiet
      icon="close"
      label={TWO_RUNS.close}
      title={TWO_RUNS.closeHint}
      onClick={() => {
        runs.closeBeside();
        // This button disappears with the focus; the one in the header opens run B again.
        document.getElementById('run-beside')?.focus();
      }}
    />
  );
}
