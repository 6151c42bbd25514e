/** Answers of the analysis thread to questions about the open experiment. */
import { useEffect, useState } from 'react';
import { messageOf, type Remote } from '../rpc/thread';
import type { Problem, Scenario } from '../scenario/types';
import { Analysis, type AnalysisApi } from '../sweep/analysis';
import { unlessGone } from '../ui/unlessGone';

/** Answer of a kind, or the problems of the scenario. */
export type ScenarioAnswer = { ok: true } | { ok: false; problems: Problem[] };

/** A question about a scenario; it must be the same function in each render. */
export type Ask<Answer> = (api: Remote<AnalysisApi>, document: Scenario) => Promise<Answer>;

/** Returns the answer about an experiment; null until the thread answers. */
export function useAnalysisAnswer<Answer extends ScenarioAnswer>(
  document: Scenario,
  ask: Ask<Answer>,
): Answer | Refused | null {
  const [answer, setAnswer] = useState<Answer | Refused | null>(null);
  useEffect(() => {
    const thread = new Analysis();
    const asked = thread.call<Answer | Refused>((api) => ask(api, document)).catch(refusedBy);
    const stop = unlessGone(asked, setAnswer);
    return () => {
      stop();
      thread.close();
    };
  }, [document, ask]);
  return answer;
}

type Refused = Extract<ScenarioAnswer, { ok: false }>;

function refusedBy(error: unknown): Refused {
  return { ok: false, problems: [{ path: '', message: messageOf(error) }] };
}
