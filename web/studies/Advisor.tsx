/** Advice: a form for targets beside the smallest buffer, or the remedy, that meets them. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Catalog } from '../engine/catalog';
import { applyPatches } from '../scenario/patch';
import type { Scenario } from '../scenario/types';
import type { AdviceState, Find } from '../sweep/advice';
import type { Comparison, Size } from '../sweep/advice-types';
import type { LineStore } from '../sweep/sweep';
import { Boundary } from '../ui/Boundary';
import { Button } from '../ui/Button';
import { BOUNDARY } from '../ui/strings';
import { AdviceController } from './adviceController';
import { AdviceForm } from './AdviceForm';
import { AdviceResult } from './AdviceResult';
import { classesIn } from './adviceRequest';
import { choicesFor } from './choices';
import { ADVICE, ADVICE_PROGRESS, REMEDIES } from './lazyStrings';
import { RemediesResult } from './RemediesResult';
import { timeText } from './Progress';
import { scenarioOf } from './formState';

interface Props {
  find: Find;
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
  /** Opens a scenario with another one as its baseline. */
  onCompare(scenario: Scenario, baseline: Scenario): void;
}

/** Shows the form, the progress and the result. */
export function Advisor({ find, catalog, present, request, lineStore, tabs, onOpen, onCompare }: Props) {
  const [controller] = useState(() => new AdviceController<Find>(lineStore, find));
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
  const isBuffer = find === 'buffer';
  const onLongEnough = (): void => void controller.searchLongEnough();
  const busy = measuring || state.phase === 'running';
  return (
    <>
      <div className="curves-left column">
        {tabs}
        <AdviceForm
          form={form}
          find={find}
          classes={classesIn(catalog, form.scenario)}
          problems={[...problems, ...state.problems]}
          differs={present !== null && JSON.stringify(present) !== JSON.stringify(form.scenario)}
          onChange={(change) => controller.change(change)}
          onTakeLab={() => present && controller.setExperiment(present, form.bottleneck)}
          onSubmit={() => void controller.search(catalog)}
        >
          <AdviceProgress
            find={find}
            state={state}
            measuring={measuring}
            busy={busy}
            onCancel={() => controller.cancel()}
          />
        </AdviceForm>
      </div>
      <section className="curves-result column" aria-label={isBuffer ? ADVICE.region : REMEDIES.region}>
        <h2>{isBuffer ? ADVICE.heading : REMEDIES.heading}</h2>
        <Boundary part={BOUNDARY.parts.result} resetOn={[state]}>
          {isBuffer ? (
            <AdviceResult
              state={state as AdviceState}
              choices={choices}
              onOpen={(line) => state.study && onOpen(scenarioOf(state.study, line))}
              onUse={(size) => state.question && onOpen(withSize(state as AdviceState, size))}
              onLongEnough={onLongEnough}
            />
          ) : (
            <RemediesResult
              state={state as AdviceState<Comparison>}
              choices={choices}
              onOpen={onOpen}
              onCompare={onCompare}
              onLongEnough={onLongEnough}
            />
          )}
        </Boundary>
      </section>
    </>
  );
}

/** Returns the experiment of a search with another size of the buffer. */
function withSize({ question, advice }: AdviceState, { limit }: Size): unknown {
  const scenario = question?.scenario as Scenario;
  return advice ? applyPatches(scenario, [{ path: advice.path, value: limit }]) : scenario;
}

interface ProgressProps {
  find: Find;
  state: AdviceState<unknown>;
  measuring: boolean;
  busy: boolean;
  onCancel(): void;
}

function AdviceProgress({ find, state, measuring, busy, onCancel }: ProgressProps) {
  const { phase, purpose, done, runs, expected, left_s, taken_s, message } = state;
  return (
    <div className="study-progress column tight">
      <div className="curve-tools row wrap">
        <Button
          submit
          primary
          disabled={busy}
          text={find === 'buffer' ? ADVICE_PROGRESS.find : REMEDIES.find}
        />
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
