/**
 * Parameters of a link's queue, pacer or router over time, replayed from the document: before an edit, a limit had another
 * value than now.
 */
import { countedIn } from '../engine/counted';
import type { LinkInfo } from '../engine/protocol';
import { applyPatches, PatchError } from '../scenario/patch';
import type { Bottleneck, Edge, Kinded, Queue, Scenario } from '../scenario/types';
import type { Step } from './chart';

/**
 * Returns the limit of the link's queue over time, in the unit that it has now; null while it was given in the other unit
 * or there was none. The list is empty if the document does not contain the link.
 */
export function limitsOverTime(document: Scenario | null, link: LinkInfo): Step[] {
  const unit = countedIn(link) === 'bytes' ? 'limit_bytes' : 'limit_packets';
  const queueOf = (scenario: Scenario): Queue | undefined => holderOf(scenario, link.id)?.queue;
  if (!document || !queueOf(document)) return [];
  return stepsOf(document, (scenario) => queueOf(scenario)?.[unit] ?? null);
}

/** Returns the changes over time of a number in the document; empty without a document. */
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

/** Returns the parts of a link that have a kind, by field: `queue`, `pacer`, `policer`, `router`. */
export function kindedAt(scenario: Scenario, link: string): [field: string, value: Kinded][] {
  const fields: [string, unknown][] = Object.entries(holderOf(scenario, link) ?? {});
  return fields.filter((entry): entry is [string, Kinded] => isKinded(entry[1]));
}

/** Returns the part of the document that describes a link of the layout: `r0`, `r0:reverse` or `edge:a1`. */
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

/** Returns the scenario after an edit; null if the page cannot apply an edit that the engine has accepted. */
function patched(scenario: Scenario, set: Scenario['edits'][number]['set']): Scenario | null {
  try {
    return applyPatches(scenario, set);
  } catch (error) {
    if (error instanceof PatchError) return null;
    throw error;
  }
}
