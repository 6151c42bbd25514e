/** Switching between kinds of a registry, such as from one queue discipline to another. */
import type { Section } from '../engine/catalog';
import { isRecord } from './path';

/** The `kind` of a registry's section: what follows the last dot of its id. */
export function kindOf(section: Section): string {
  return section.id.slice(section.id.lastIndexOf('.') + 1);
}

/**
 * The value for another kind: parameters of the same name, unit and type keep their values, so that
 * a queue's limit survives a change of discipline; the engine fills in the rest.
 */
export function switched(value: unknown, from: Section | null, to: Section): Record<string, unknown> {
  const next: Record<string, unknown> = { kind: kindOf(to) };
  if (!isRecord(value) || !from) return next;
  for (const param of to.params) {
    const before = from.params.find((other) => other.name === param.name);
    if (before?.unit === param.unit && before.kind.type === param.kind.type && param.name in value) {
      next[param.name] = value[param.name];
    }
  }
  return next;
}
