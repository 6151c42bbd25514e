/**
 * Warnings: which there are, and which thing of the experiment each is about.
 *
 * A warning refuses nothing and stays for as long as what it speaks of does; it comes from the engine, which
 * looks at the text of a file, at the scenario and at the run.
 */
import { indexOf, segmentsOf } from '../scenario/path';
import type { Scenario, Warning } from '../scenario/types';
import type { LabState, Selection } from './state';

/** All there are: of the file that was opened, then of the scenario and the run. */
export function allWarnings({ lost, warnings }: LabState): Warning[] {
  return [...lost, ...warnings];
}

/** Those about one thing. */
export function warningsAbout(state: LabState, subject: Selection): Warning[] {
  const { current } = state;
  if (!current) return [];
  return allWarnings(state).filter(({ path }) => isSame(subjectOf(path, current), subject));
}

/** The thing whose field a path leads to; the experiment where that is none that is drawn. */
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
