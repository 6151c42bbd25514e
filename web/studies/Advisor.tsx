/** The advisor: a form for targets beside the smallest buffer that meets them. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { AdviceState } from '../sweep/advice';
import type { LineStore } from '../sweep/sweep';
import { Button } from '../ui/Button';
import { AdviceController } from './adviceController';
import { AdviceForm } from './AdviceForm';
import { AdviceResult } from './AdviceResult';
import { classesIn } from './adviceRequest';
import { choicesFor } from './choices';
import { ADVICE, ADVICE_PROGRESS } from './lazyStrings';
import { timeText } from './Progress';
import { scenarioOf } from './formState';

interface Props {
  catalog: Catalog;
  /** The Lab's experiment with its edits applied; null until there is one. */
  present: Scenario | null;
  /** Last request of another view, by number, for the buffer of a bottleneck. */
  request: { count: number; bottleneck: string | null };
  /** Store of finished runs. */
  lineStore: LineStore;
  /** Tabs that lead to the study. */
  tabs: ReactNode;
  onOpen(scenario: unknown): void;
}

/** Shows the form, the progress and the result. */
export function Advisor({ catalog, present, request, lineStore, tabs, onOpen }: Props) {
  const [controller] = useState(() => new AdviceController(lineStore));
  const { form, problems, measuring } = useStore(controller.store);
  const state = useStore(controller.searches.store);
  // Only on request: edits in the Lab do not change the form.
  const takeRequest = useEffectEvent(() => {
    if (present) controller.setExperiment(present, request.bottleneck);
  });
  const isThere = present !== null;
  useEffect(() => takeRequest(), [request.count, isThere]);
  if (!form) return null;
  const choices = choicesFor(catalog, (state.question?.scenario as Scenario | undefined) ?? form.scenario);
  const busy = measuring || state.phase === 'running';
  return (
    <>
      <div className="curves-left column">
        {tabs}
        <AdviceForm
          form={form}
          classes={classesIn(catalog, form.scenario)}
          problems={[...problems, ...state.problems]}
          differs={present !== null && JSON.stringify(present) !== JSON.stringify(form.scenario)}
          onChange={(change) => controller.change(change)}
          onTakeLab={() => present && controller.setExperiment(present, form.bottleneck)}
          onSubmit={() => void controller.search(catalog)}
        >
          <AdviceProgress
            state={state}
            measuring={measuring}
            busy={busy}
            onCancel={() => controller.cancel()}
          />
        </AdviceForm>
      </div>
      <section className="curves-result column" aria-label={ADVICE.region}>
        <h2>{ADVICE.heading}</h2>
        <AdviceResult
          state={state}
          choices={choices}
          onOpen={(line) => state.study && onOpen(scenarioOf(state.study, line))}
        />
      </section>
    </>
  );
}

interface ProgressProps {
  state: AdviceState;
  measuring: boolean;
  busy: boolean;
  onCancel(): void;
}

function AdviceProgress({ state, measuring, busy, onCancel }: ProgressProps) {
  const { phase, purpose, done, runs, expected, left_s, taken_s, message } = state;
  return (
    <div className="study-progress column tight">
      <div className="curve-tools row wrap">
        <Button submit primary disabled={busy} text={ADVICE_PROGRESS.find} />
        {busy && <Button onClick={onCancel}>{ADVICE_PROGRESS.cancel}</Button>}
      </div>
      {phase !== 'idle' && <progress aria-label={ADVICE_PROGRESS.bar} max={1} value={measuring ? 0 : done} />}
      <p className="note" data-testid="advice-progress">
        {phase === 'running' && !measuring && expected > 0 && ADVICE_PROGRESS.runs(runs, expected)}
        {left_s !== null && ADVICE_PROGRESS.left(timeText(left_s))}
        {phase === 'done' && ADVICE_PROGRESS.taken(runs, timeText(taken_s))}
      </p>
      <p className="note" role="status" data-testid="advice-phase">
        {measuring ? ADVICE_PROGRESS.measuring : ADVICE_PROGRESS.phase[phase]}
        {phase === 'running' && !measuring && ADVICE_PROGRESS.purpose(purpose)}
        {phase === 'failed' && ADVICE_PROGRESS.failure(message)}
      </p>
    </div>
  );
}
