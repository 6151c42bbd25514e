/** Which of two runs this is: a line above each where both are seen, tabs where one is seen at a time. */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import { Icon } from '../ui/Icon';
import { differences } from './differences';
import type { Runs } from './runs';

/** The line above a run's picture. */
export function RunHead({ runs }: { runs: Runs }) {
  const lab = useThisLab();
  const name = useLab((s) => s.name);
  const second = lab !== runs.first;
  const title = useLab((s) => s.document?.title ?? '');
  return (
    <header className="run-head">
      <b className="run-name" aria-hidden="true">
        {name}
      </b>
      <h2 className="visually-hidden">Run {name}</h2>
      {second ? <Differences from={runs.first} /> : <span className="run-title">{title}</span>}
      {second && <CloseRun runs={runs} />}
    </header>
  );
}

/** What is different here, as the two stand now. */
function Differences({ from }: { from: Lab }) {
  const { catalog, current } = useLab((s) => ({ catalog: s.catalog, current: s.current }));
  const other = useStore(from.store, (s) => s.current);
  const text = useMemo(
    () => (catalog && current && other ? differences(catalog, other, current).join(', ') : ''),
    [catalog, current, other],
  );
  return (
    <span className="run-title" title={text}>
      {text || 'As run A'}
    </span>
  );
}

/** Tabs above the picture; the run of the other goes on behind. */
export function RunTabs({ runs }: { runs: Runs }) {
  const shown = useStore(runs.store, (state) => state.shown);
  return (
    <div className="run-tabs">
      <div role="tablist" aria-label="Runs">
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
  const selected = useStore(runs.store, (state) => state.attended === lab);
  return (
    <button
      type="button"
      role="tab"
      className="run-tab"
      aria-label={`Run ${name}`}
      aria-selected={selected}
      aria-controls={`run-${name}`}
      onClick={() => runs.attend(lab)}
    >
      {name}
    </button>
  );
}

function CloseRun({ runs }: { runs: Runs }) {
  return (
    <button
      type="button"
      className="button quiet icon-only"
      aria-label="Close run B"
      title="Close run B (b)"
      onClick={() => {
        runs.closeBeside();
        // The focus would be lost with this button; the header's opens run B again.
        document.getElementById('run-beside')?.focus();
      }}
    >
      <Icon name="close" />
    </button>
  );
}
