/** The advisor: a question beside its answer, in the same room as the curves. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { AdviceState } from '../study/advice';
import type { LineStore } from '../study/sweep';
import { AdviceController } from './adviceController';
import { AdviceForm } from './AdviceForm';
import { AdviceResult } from './AdviceResult';
import { classesIn } from './adviceRequest';
import { choicesFor } from './choices';
import { timeLeft } from './Progress';
import { scenarioOf } from './formState';

interface Props {
  catalog: Catalog;
  /** The Lab's experiment, with what was changed on the way; null until there is one. */
  present: Scenario | null;
  /** The bottleneck that another room asked for, each time anew. */
  asked: { count: number; bottleneck: string | null };
  kept: LineStore;
  /** What leads to the study. */
  tabs: ReactNode;
  onOpen(scenario: unknown): void;
}

export function Advisor({ catalog, present, asked, kept, tabs, onOpen }: Props) {
  const [controller] = useState(() => new AdviceController(kept));
  const { form, unread, measuring } = useStore(controller.store);
  const state = useStore(controller.search.store);
  // Only when it is asked for: an experiment that goes on in the Lab does not change the question.
  const ask = useEffectEvent(() => {
    if (present) controller.about(present, asked.bottleneck);
  });
  const isThere = present !== null;
  useEffect(() => ask(), [asked.count, isThere]);
  if (!form) return null;
  const choices = choicesFor(catalog, (state.question?.scenario as Scenario | undefined) ?? form.scenario);
  const busy = measuring || state.phase === 'running';
  return (
    <>
      <div className="curves-left">
        {tabs}
        <AdviceForm
          form={form}
          classes={classesIn(catalog, form.scenario)}
          problems={[...unread, ...state.problems]}
          differs={present !== null && JSON.stringify(present) !== JSON.stringify(form.scenario)}
          onChange={(change) => controller.change(change)}
          onTakeLab={() => present && controller.about(present, form.bottleneck)}
          onSubmit={() => void controller.ask(catalog)}
        >
          <AdviceProgress
            state={state}
            measuring={measuring}
            busy={busy}
            onCancel={() => controller.cancel()}
          />
        </AdviceForm>
      </div>
      <section className="curves-result" aria-label="Advice">
        <h2>How large a buffer?</h2>
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
    <div className="study-progress">
      <div className="curve-tools">
        <button type="submit" className="button primary" disabled={busy}>
          Ask
        </button>
        {busy && (
          <button type="button" className="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
      {phase !== 'idle' && <progress aria-label="How far it is" max={1} value={measuring ? 0 : done} />}
      <p className="note" data-testid="advice-progress">
        {phase === 'running' && !measuring && expected > 0 && `${runs} of about ${expected} runs`}
        {left_s !== null && `, ${timeLeft(left_s)} left`}
        {phase === 'done' && `${runs} runs in ${timeLeft(taken_s)}`}
      </p>
      <p className="note" role="status" data-testid="advice-phase">
        {measuring ? 'Finding out how fast this machine is …' : WORDS[phase]}
        {phase === 'running' && !measuring && `: ${purpose}.`}
        {phase === 'failed' && ` ${message}`}
      </p>
    </div>
  );
}

const WORDS: Record<AdviceState['phase'], string> = {
  idle: '',
  running: 'Running',
  done: 'Done.',
  cancelled: 'Cancelled; what is known so far stays.',
  refused: 'Nothing was run.',
  failed: 'The search stopped; what is known so far stays.',
};
