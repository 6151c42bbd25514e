/**
 * Curves: the Lab's experiment once for each value of one of its fields and for each seed, on all cores but
 * one, with the curve that comes of it. It goes on while another room is open.
 */
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { formatQuantity } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import { useLab, useThisLab } from '../lab/context';
import type { Lab } from '../lab/lab';
import type { Problem, Scenario } from '../scenario/types';
import { crewSize, spawnStudyWorker } from '../study/pool';
import { Sweep as Study, type SweepState } from '../study/sweep';
import type { CaseLine } from '../types/engine';
import { fieldsOf, firstField, valuesAround, type Field } from './fields';
import { measuresOf, type Measure } from './measures';
import { presentScenario, scenarioOf, studyOf } from './plan';
import { CurveChart } from './CurveChart';
import { StudyForm, type Choice } from './StudyForm';
import { RunTable } from './RunTable';
import { RunWarnings } from './RunWarnings';
import { csvOf } from './table';
import './curves.css';

interface Props {
  /** A run was opened in the Lab. */
  onOpened(): void;
}

export function Curves({ onOpened }: Props) {
  const [study] = useState(
    () => new Study({ spawn: spawnStudyWorker, size: crewSize(navigator.hardwareConcurrency) }),
  );
  const [chosen, setChosen] = useState<Partial<Choice>>({});
  const [shown, setShown] = useState<Shown | null>(null);
  return (
    <CurvesBody
      study={study}
      chosen={chosen}
      onChosen={setChosen}
      shown={shown}
      onShown={setShown}
      onOpened={onOpened}
    />
  );
}

/** What the lines that are shown are about, which the form may have left behind. */
interface Shown {
  field: Field;
  measures: Measure[];
}

interface BodyProps {
  study: Study;
  /** What was chosen; the rest follows the experiment. */
  chosen: Partial<Choice>;
  onChosen(chosen: Partial<Choice>): void;
  shown: Shown | null;
  onShown(shown: Shown): void;
  onOpened(): void;
}

function CurvesBody({ study, chosen, onChosen, shown, onShown, onOpened }: BodyProps) {
  const { catalog, document, current } = useLab((s) => ({
    catalog: s.catalog,
    document: s.document,
    current: s.current,
  }));
  const lab = useThisLab();
  const state = useStore(study.store);
  const [unread, setUnread] = useState<readonly Problem[]>([]);
  const scenario = useMemo(
    () => document && current && presentScenario(document, current),
    [document, current],
  );
  const offer = useMemo(() => scenario && catalog && offered(catalog, scenario), [catalog, scenario]);
  if (!scenario || !offer) return <p className="note">There is no experiment to sweep yet.</p>;

  const { fields, measures } = offer;
  const choice = completed(chosen, scenario, fields, measures);
  const field = fields.find(({ path }) => path === choice.path);
  const start = (): void => {
    const wanted = studyOf(scenario, choice);
    if ('problems' in wanted) {
      setUnread(wanted.problems);
      return;
    }
    setUnread([]);
    if (!field) return;
    onShown({ field, measures });
    void study.start(wanted.study);
  };
  const open = (line: CaseLine): void => {
    if (!state.study) return;
    void openIn(lab, scenarioOf(state.study, line)).then((isOpen) => {
      if (isOpen) onOpened();
    });
  };
  const result = shown ?? (field && { field, measures });
  const measure =
    result?.measures.find(({ path }) => path === choice.measure) ?? result?.measures[0] ?? measures[0];
  return (
    <div className="sweep">
      <StudyForm
        choice={choice}
        fields={fields}
        measures={measures}
        problems={[...unread, ...state.problems]}
        running={state.phase === 'running'}
        onChange={(change) => {
          const forAnother = 'path' in change ? { values: undefined } : {};
          onChosen(withoutGaps({ ...chosen, ...forAnother, ...change }));
        }}
        onStart={start}
        onCancel={() => study.cancel()}
      />
      <div className="sweep-result">
        {result && measure && (
          <>
            <CurveChart
              lines={state.lines}
              field={result.field}
              measure={measure}
              log={choice.log}
              onOpen={open}
            />
            <Progress state={state} />
            {state.lines.length > 0 && (
              <>
                <RunWarnings lines={state.lines} />
                <Files study={study} />
                <RunTable lines={state.lines} field={result.field} measure={measure} onOpen={open} />
              </>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Progress({ state }: { state: SweepState }) {
  const { phase, lines, total, done, left_s } = state;
  return (
    <div className="sweep-progress">
      <progress aria-label="Runs that are done" max={1} value={phase === 'idle' ? 0 : done} />
      <p className="note" data-testid="sweep-progress">
        {phase === 'idle' && 'Every run is simulated here, in your browser.'}
        {phase === 'running' && total === 0 && 'Planning the runs …'}
        {phase !== 'idle' && total > 0 && `${count(lines.length)} of ${count(total)} runs`}
        {phase === 'running' && left_s !== null && `, ${timeLeft(left_s)} left`}
      </p>
      <p className="note" role="status" data-testid="sweep-phase">
        {WORDS[phase]}
        {phase === 'failed' && ` ${state.message}`}
      </p>
    </div>
  );
}

const WORDS: Record<SweepState['phase'], string> = {
  idle: '',
  running: 'Running.',
  done: 'Done.',
  cancelled: 'Cancelled; the runs that are complete stay.',
  refused: 'Nothing was run.',
  failed: 'The sweep stopped; the runs that are complete stay.',
};

function Files({ study }: { study: Study }) {
  return (
    <div className="sweep-buttons">
      <button
        type="button"
        className="button"
        onClick={() => save(csvOf(study.store.getState().lines), 'sweep.csv', 'text/csv')}
      >
        Save as CSV
      </button>
      <button
        type="button"
        className="button"
        title="One line of JSON for each run, as the program prints them"
        onClick={() => save(study.text(), 'sweep.ndjson', 'application/x-ndjson')}
      >
        Save as NDJSON
      </button>
    </div>
  );
}

function save(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function offered(catalog: Catalog, scenario: Scenario): { fields: Field[]; measures: Measure[] } {
  return { fields: fieldsOf(catalog, scenario), measures: measuresOf(scenario) };
}

/** Opens a run in the laboratory, and only then turns to it: going back from there leads here. */
async function openIn({ actions, flush }: Lab, scenario: unknown): Promise<boolean> {
  const { ok } = await actions.openScenario(scenario);
  if (ok) await flush();
  return ok;
}

/** What was chosen where it still applies, and the rest of the form. */
function completed(
  chosen: Partial<Choice>,
  scenario: Scenario,
  fields: readonly Field[],
  measures: readonly Measure[],
): Choice {
  const same = fields.find(({ path }) => path === chosen.path);
  const field = same ?? firstField(fields);
  const values = (same || chosen.path === undefined ? chosen.values : undefined) ?? '';
  const suggested = field ? valuesAround(field) : '';
  const text = values === '' && chosen.values === undefined ? suggested : values;
  const measure = measures.find(({ path }) => path === chosen.measure) ?? measures[0];
  return {
    replications: '3',
    duration: formatQuantity(scenario.duration_s, 's'),
    warmup: formatQuantity(scenario.warmup_s, 's'),
    log: /:log\s*$/.test(text),
    ...chosen,
    path: field?.path ?? '',
    values: text,
    measure: measure?.path ?? '',
  };
}

function withoutGaps(choice: Partial<Record<keyof Choice, unknown>>): Partial<Choice> {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

function count(runs: number): string {
  return runs.toLocaleString('en');
}

function timeLeft(left_s: number): string {
  if (left_s >= 90) return `about ${count(Math.round(left_s / 60))} min`;
  return `${count(Math.max(1, Math.round(left_s)))} s`;
}
