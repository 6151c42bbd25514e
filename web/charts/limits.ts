/**
 * What a link's queue, pacer or router was given over time, replayed from the document: what a queue was allowed
 * before an edit is not what it is allowed now.
 */
import { countedIn } from '../engine/counted';
import type { LinkInfo } from '../engine/protocol';
import { applyPatches, PatchError } from '../scenario/patch';
import type { Bottleneck, Edge, Kinded, Queue, Scenario } from '../scenario/types';
import type { Step } from './chart';

/**
 * The limit of the link's queue, in the unit that it has now, from each moment on; null while it was
 * given in the other unit or there was none. Empty when the document does not know the link.
 */
export function limitsOverTime(document: Scenario | null, link: LinkInfo): Step[] {
  const unit = countedIn(link) === 'bytes' ? 'limit_bytes' : 'limit_packets';
  const queueOf = (scenario: Scenario): Queue | undefined => holderOf(scenario, link.id)?.queue;
  if (!document || !queueOf(document)) return [];
  return stepsOf(document, (scenario) => queueOf(scenario)?.[unit] ?? null);
}

/** What the document says of a number, from each moment on at which it became another; empty without a document. */
export function stepsOf(document: Scenario | null, read: (scenario: Scenario) => number | null): Step[] {
  if (!document) return [];
  const steps: Step[] = [{ from_s: 0, value: read(document) }];
  let at = document;
  for (const { at_s, set } of document.edits) {
    const next = patched(at, set);
    if (!next) break;
    at = next;
    const value = read(at);
    if (value !== steps[steps.length - 1]?.value) steps.push({ from_s: at_s, value });
  }
  return steps;
}

/** What a link has of some kind, by field: `queue`, `pacer`, `router`. */
export function kindedAt(scenario: Scenario, link: string): [field: string, value: Kinded][] {
  const fields: [string, unknown][] = Object.entries(holderOf(scenario, link) ?? {});
  return fields.filter((entry): entry is [string, Kinded] => isKinded(entry[1]));
}

/** `r0`, `r0:reverse` and `edge:a1` name links of the layout; this is where the document has what they consist of. */
function holderOf(
  { bottlenecks, edges }: Scenario,
  link: string,
): Bottleneck | Bottleneck['reverse'] | Edge | undefined {
  const [id = '', direction] = link.split(':');
  if (id === 'edge') return edges.find((edge) => edge.id === direction);
  const bottleneck = bottlenecks.find((one) => one.id === id);
  return direction === 'reverse' ? bottleneck?.reverse : bottleneck;
}

function isKinded(value: unknown): value is Kinded {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
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
