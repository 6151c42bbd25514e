/** The advisor: a question beside its answer, in the same room as the curves. */
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { AdviceState } from '../study/advice';
import type { Kept } from '../study/sweep';
import { AdviceDesk } from './adviceDesk';
import { AdviceForm } from './AdviceForm';
import { AdviceResult } from './AdviceResult';
import { classesIn } from './ask';
import { offeredBy } from './offer';
import { timeLeft } from './Progress';
import { scenarioOf } from './wish';

interface Props {
  catalog: Catalog;
  /** The Lab's experiment, with what was changed on the way; null until there is one. */
  present: Scenario | null;
  /** The bottleneck that another room asked for, each time anew. */
  asked: { count: number; bottleneck: string | null };
  kept: Kept;
  /** What leads to the study. */
  tabs: ReactNode;
  onOpen(scenario: unknown): void;
}

export function Advisor({ catalog, present, asked, kept, tabs, onOpen }: Props) {
  const [desk] = useState(() => new AdviceDesk(kept));
  const { wish, unread, measuring } = useStore(desk.store);
  const state = useStore(desk.search.store);
  // Only when it is asked for: an experiment that goes on in the Lab does not change the question.
  const ask = useEffectEvent(() => {
    if (present) desk.about(present, asked.bottleneck);
  });
  const isThere = present !== null;
  useEffect(() => ask(), [asked.count, isThere]);
  if (!wish) return null;
  const offer = offeredBy(catalog, (state.question?.scenario as Scenario | undefined) ?? wish.scenario);
  const busy = measuring || state.phase === 'running';
  return (
    <>
      <div className="curves-left">
        {tabs}
        <AdviceForm
          wish={wish}
          classes={classesIn(catalog, wish.scenario)}
          problems={[...unread, ...state.problems]}
          differs={present !== null && JSON.stringify(present) !== JSON.stringify(wish.scenario)}
          onChange={(change) => desk.change(change)}
          onTakeLab={() => present && desk.about(present, wish.bottleneck)}
          onSubmit={() => void desk.ask(catalog)}
        >
          <AdviceProgress state={state} measuring={measuring} busy={busy} onCancel={() => desk.cancel()} />
        </AdviceForm>
      </div>
      <section className="curves-result" aria-label="Advice">
        <h2>How large a buffer?</h2>
        <AdviceResult
          state={state}
          offer={offer}
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
