/** Targets for what the users of a group feel: call quality, responsiveness, and the delay of almost all packets. */
import type { Unit } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import type { Find } from '../sweep/advice';

/** Values of the fields, as text with units; empty for no target. */
export interface PeopleTargets {
  /** Id of the group. */
  group: string;
  mos: string;
  rpm: string;
  /** 99th percentile of the one-way delay. */
  delay: string;
}

/** Reads the text of a field in a unit. */
export type ReadField = (path: string, text: string, unit: Unit) => number;

/** A target: its field, its measure of the group, the side of its bound, and its unit. */
export const PEOPLE_TARGETS = [
  { field: 'mos', measure: 'mos', sign: '>=', unit: '' },
  { field: 'rpm', measure: 'rpm', sign: '>=', unit: '' },
  { field: 'delay', measure: 'delay_s.p99', sign: '<=', unit: 's' },
] as const;

/** A mean opinion score that most users are satisfied with (ITU-T G.107 Annex B: R of 80 is 4.03). */
const GOOD_CALL = '4';

/**
 * Returns the targets for a scenario, which keep those of `before` if its group is there. Remedies for a scenario with a
 * call begin with the target that the call is good.
 */
export function peopleIn({ groups }: Scenario, before: PeopleTargets | undefined, find: Find): PeopleTargets {
  if (before && groups.some(({ id }) => id === before.group)) return before;
  const call = groups.find(({ traffic }) => traffic.kind === 'call');
  const group = call ?? groups.find(({ traffic }) => traffic.kind !== 'tcp') ?? groups[0];
  return {
    mos: call && find === 'remedies' ? GOOD_CALL : '',
    rpm: '',
    delay: '',
    group: group?.id ?? '',
  };
}

/** Returns the targets of the fields as text. */
export function targetsForPeople(people: PeopleTargets, read: ReadField): string[] {
  return PEOPLE_TARGETS.flatMap(({ field, measure, sign, unit }) => {
    const text = people[field];
    if (text.trim() === '') return [];
    return [`groups.${people.group}.${measure}${sign}${read(`people.${field}`, text, unit)}`];
  });
}
