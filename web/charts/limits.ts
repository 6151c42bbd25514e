/**
 * A queue's limit over time, replayed from the document: what a queue was allowed before an edit is not
 * what it is allowed now.
 */
import { countedIn } from '../engine/counted';
import type { LinkInfo } from '../engine/protocol';
import { applyPatches, PatchError } from '../scenario/patch';
import type { Queue, Scenario } from '../scenario/types';
import type { Step } from './chart';

/**
 * The limit of the link's queue, in the unit that it has now, from each moment on; null while it was
 * given in the other unit or there was none. Empty when the document does not know the link.
 */
export function limitsOverTime(document: Scenario | null, link: LinkInfo): Step[] {
  const unit = countedIn(link) === 'bytes' ? 'limit_bytes' : 'limit_packets';
  const first = document && queueOf(document, link.id);
  if (!document || !first) return [];
  const steps: Step[] = [{ from_s: 0, value: first[unit] }];
  let at = document;
  for (const { at_s, set } of document.edits) {
    const next = patched(at, set);
    if (!next) break;
    at = next;
    const value = queueOf(at, link.id)?.[unit] ?? null;
    if (value !== steps[steps.length - 1]?.value) steps.push({ from_s: at_s, value });
  }
  return steps;
}

/** `r0`, `r0:reverse` and `edge:a1` name links of the layout; this is where the document has their queues. */
function queueOf({ bottlenecks, edges }: Scenario, link: string): Queue | null {
  const [id = '', direction] = link.split(':');
  if (id === 'edge') return edges.find((edge) => edge.id === direction)?.queue ?? null;
  const bottleneck = bottlenecks.find((one) => one.id === id);
  return (direction === 'reverse' ? bottleneck?.reverse.queue : bottleneck?.queue) ?? null;
}

/** The engine has accepted these edits; one that our own rules cannot follow ends the replay. */
function patched(scenario: Scenario, set: Scenario['edits'][number]['set']): Scenario | null {
  try {
    return applyPatches(scenario, set);
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
}
