/** Rows of the summary: the measures that the catalog assigns to it, and the text of each value. */
import { figure, percent } from '../controls/quantity';
import type { Catalog } from '../engine/catalog';
import type { GroupSummary, LinkSummary, Summary } from '../engine/summary';
import { valueAt } from '../scenario/path';
import type { GroupInfo, MeasureAbout, Unit } from '../types/engine';
import { SUMMARY } from './lazyStrings';

/** A measure in the summary. */
export interface StatisticRow<T> {
  /** Id of the measure in the catalog. */
  measure: string;
  label: string;
  help: string;
  /** Value with its unit; `–` if the measure does not apply. */
  text(item: T): string;
}

type Measures = Pick<Catalog, 'measures'>;

/** Returns the rows of these links. */
export function linkRows(catalog: Measures, links: LinkSummary[]): StatisticRow<LinkSummary>[] {
  return rowsOf(catalog, 'link', links);
}

/** Returns the rows of these groups. The number of flows is a parameter and no measure. */
export function groupRows(catalog: Measures, groups: GroupSummary[]): StatisticRow<GroupSummary>[] {
  const flows = {
    measure: 'flows',
    label: SUMMARY.flows,
    help: SUMMARY.flowsHelp,
    text: (group: GroupSummary) => figure(group.flows, '', 6),
  };
  return [flows, ...rowsOf(catalog, 'group', groups)];
}

/** Returns the measures of the summary. Those of a set are left out if none of the set has a value. */
function rowsOf<T>({ measures }: Measures, of: 'link' | 'group', items: T[]): StatisticRow<T>[] {
  const all = measures.filter((measure) => measure.of === of && measure.asked === 'no');
  const applies = ({ group }: MeasureAbout): boolean =>
    group === '' ||
    all.some(({ id, group: other }) => other === group && items.some((item) => numberAt(item, id) !== null));
  return all
    .filter((measure) => measure.shown !== 'listed' && applies(measure))
    .map((measure) => ({
      measure: measure.id,
      label: measure.label,
      help: measure.help,
      text: (item: T) => textOf(numberAt(item, measure.id), measure),
    }));
}

function textOf(value: number | null, { unit, digits }: MeasureAbout): string {
  return unit === 'ratio' ? percent(value, digits) : figure(value, unit as Unit, digits);
}

function numberAt(item: unknown, id: string): number | null {
  const value = valueAt(item, id);
  return typeof value === 'number' ? value : null;
}

/**
 * Returns all links with a queue in the order of the path, with their ids in a layout; a bottleneck's reverse path
 * follows it.
 */
export function linksOf({ bottlenecks, edges }: Summary): LinkSummary[] {
  return [
    ...edges.map((edge) => ({ ...edge, id: `edge:${edge.id}` })),
    ...bottlenecks.flatMap((link) => (link.reverse ? [link, link.reverse] : [link])),
  ];
}

type Named = Pick<GroupInfo, 'id' | 'label'>;

/** Names of links and groups, by id: those that a scenario gives them. */
export interface Names {
  link(id: string): string;
  group(id: string): string;
}

/** Returns the names in a layout. What it does not contain, such as the partners of a group, has its id as its name. */
export function namesOf(layout: { links: readonly Named[]; groups: readonly Named[] } | null): Names {
  const named = (list: readonly Named[] = []) => {
    const labels = new Map(list.map(({ id, label }) => [id, label]));
    return (id: string) => labels.get(id) ?? id;
  };
  return { link: named(layout?.links), group: named(layout?.groups) };
}
