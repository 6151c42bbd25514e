/** From what the form says to a study, and from a run of the study to a scenario to look at. */
import { parseQuantity } from '../controls/quantity';
import { applyPatches } from '../scenario/patch';
import type { Patch, Problem, Scenario } from '../scenario/types';
import type { CaseLine, StudyDocument } from '../types/engine';

/** The fields of the form as they are written. */
export interface Wish {
  path: string;
  values: string;
  replications: string;
  duration: string;
  warmup: string;
}

/** The study that is wished for; what cannot be read, by path. The engine reads the values. */
export function studyOf(scenario: Scenario, wish: Wish): { study: StudyDocument } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const set: Patch[] = [];
  for (const [path, text] of [
    ['duration_s', wish.duration],
    ['warmup_s', wish.warmup],
  ] as const) {
    const read = parseQuantity(text, 's');
    if (!read.ok) problems.push({ path, message: read.message });
    else if (read.value !== scenario[path]) set.push({ path, value: read.value });
  }
  const replications = Number(wish.replications.trim() || NaN);
  if (!Number.isSafeInteger(replications) || replications < 1) {
    problems.push({ path: 'replications', message: 'takes a whole number from 1' });
  }
  if (problems.length > 0) return { problems };
  return { study: { scenario, set, over: [`${wish.path}=${wish.values}`], replications } };
}

/** The scenario as it stands now, for runs from time 0: what was changed on the way is part of it. */
export function presentScenario(document: Scenario, current: Scenario): Scenario {
  return document.edits.length === 0 ? document : { ...current, edits: [] };
}

/** The scenario of one run, to be opened in the lab. */
export function scenarioOf({ scenario, set = [] }: StudyDocument, { point, seed }: CaseLine): unknown {
  const differences = Object.entries(point).map(([path, value]) => ({ path, value }));
  return applyPatches(scenario, [...set, ...differences, { path: 'seed', value: seed }]);
}
