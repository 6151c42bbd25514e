/**
 * Warnings of the experiment, and the part of the experiment that each is about.
 *
 * The engine checks the text of a file, the scenario and the run. A warning prevents nothing, and is shown as long as
 * its cause exists.
 */
import { indexOf, segmentsOf } from '../scenario/path';
import type { Scenario, Warning } from '../scenario/types';
import type { LabState, Selection } from './state';

/** Returns all warnings: of the opened file, then of the scenario and the run. */
export function allWarnings({ lost, warnings }: LabState): Warning[] {
  return [...lost, ...warnings];
}

/** Returns the warnings about one part of the experiment. */
export function warningsAbout(state: LabState, subject: Selection): Warning[] {
  const { current } = state;
  if (!current) return [];
  return allWarnings(state).filter(({ path }) => isSame(subjectOf(path, current), subject));
}

/** Returns the part of the experiment that has the field at `path`; the experiment itself if it is no drawn part. */
export function subjectOf(path: string, { bottlenecks, edges, groups }: Scenario): Selection {
  const [list, segment = ''] = segmentsOf(path);
  const found = (kind: Drawn, items: readonly { id: string }[]): Selection => {
    const item = items[indexOf(items, segment)];
    return item ? { kind, id: item.id } : { kind: 'scenario' };
  };
  switch (list) {
    case 'bottlenecks':
      return found('bottleneck', bottlenecks);
    case 'edges':
      return found('edge', edges);
    case 'groups':
      return found('group', groups);
    default:
      return { kind: 'scenario' };
  }
}

type Drawn = Exclude<Selection['kind'], 'scenario'>;

function isSame(one: Selection, other: Selection): boolean {
  return one.kind === other.kind && ('id' in one ? one.id : '') === ('id' in other ? other.id : '');
}

/** `1 warning`, `2 warnings`. */
export function countOf(warnings: readonly Warning[]): string {
  return `${warnings.length} warning${warnings.length === 1 ? '' : 's'}`;
}
