/**
 * Checks the names of a lesson against the scenarios of its scenes: parameters, measures, series, and the units of goals. The
 * engine opens each scene and checks each goal; its catalog has the names.
 */
import type { Catalog, ParamKind, Section } from '../../engine/catalog';
import { indexOf, isList, isRecord, LISTS, segmentsOf, valueAt } from '../../scenario/path';
import type { Scenario } from '../../scenario/types';
import { quoted } from '../../url/quoted';
import type { LessonProblem } from '../format/lesson';
import type { GoalInUse, NameInUse, Names } from '../format/names';
import type { Item } from '../format/yamlText';
import type { checkGoal } from '../session/judge';
import { scenarioFrom, scenarioOf, type SceneTools } from '../session/scenes';
import { NAMES } from '../viewStrings';
import { nearestOf } from './nearest';

/** Functions and lists with which names are checked. */
export interface NameTools extends SceneTools {
  checkGoal: typeof checkGoal;
}

/** Returns the names that no run of their scenes has, and what is accepted in their place. */
export async function checkNames(names: Names, tools: NameTools): Promise<LessonProblem[]> {
  const { catalog } = tools;
  if (!catalog) return [];
  const problems: LessonProblem[] = [];
  for (const index of names.scenes.keys())
    problems.push(...(await checkScene(index, names, { ...tools, catalog })));
  for (const goal of names.goals) {
    // An unknown name is reported once, with the names of its scene.
    const isKnown = ({ line }: LessonProblem): boolean => problems.some((one) => one.line === line);
    problems.push(...(await checkGoalOf(goal, tools)).filter((one) => !isKnown(one)));
  }
  return problems.sort((a, b) => a.line - b.line);
}

async function checkScene(
  index: number,
  { scenes, all }: Names,
  tools: NameTools & { catalog: Catalog },
): Promise<LessonProblem[]> {
  const block = scenes[index];
  if (!block) return [];
  const origin = await scenarioFrom(block.origin, tools);
  if (!origin.ok) return [{ line: block.line, message: origin.message }];
  const own = all.filter(({ scene }) => scene === index);
  const problemsIn = (scenario: Scenario, uses: readonly NameInUse[]): LessonProblem[] => {
    const known = new KnownNames(scenario, tools.catalog, block.watch);
    return uses.flatMap((name) => {
      const message = known.problemOf(name);
      return message === null ? [] : [{ line: name.line, message }];
    });
  };
  const opened = await scenarioOf(block, tools);
  const later = own.filter(({ isOfOpening }) => !isOfOpening);
  if (opened.ok) return problemsIn(opened.scenario, later);
  const opening = own.filter(({ isOfOpening }) => isOfOpening);
  const wrong = problemsIn(origin.scenario, opening);
  if (wrong.length === 0) {
    const at = opening.find(({ name }) => opened.message.includes(name));
    wrong.push({ line: at?.line ?? block.line, message: NAMES.notOpened(opened.message) });
  }
  return [...wrong, ...problemsIn(origin.scenario, later)];
}

async function checkGoalOf({ goal, item }: GoalInUse, { checkGoal }: NameTools): Promise<LessonProblem[]> {
  const answer = await checkGoal(goal);
  if (answer.ok) return [];
  return answer.problems.map(({ path, message }) => ({
    line: partAt(item, path).line,
    message: NAMES.goal(message),
  }));
}

/** Returns the part of a goal that a path such as `all.0.at_least` names; the last one on the way that exists. */
function partAt(item: Item, path: string): Item {
  let at = item;
  for (const segment of segmentsOf(path)) {
    const next: Item | undefined =
      at.kind === 'list'
        ? at.items[Number(segment)]
        : at.kind === 'map'
          ? at.fields.find(({ key }) => key === segment)?.value
          : undefined;
    if (!next) return at;
    at = next;
  }
  return at;
}

/** Fields whose parts are no parameters. */
const HELD_AS_PARTS: ReadonlySet<ParamKind['type']> = new Set(['distribution', 'numbers', 'points']);

/** Names that runs of a scenario have. */
class KnownNames {
  constructor(
    private readonly scenario: Scenario,
    private readonly catalog: Catalog,
    private readonly watch: readonly number[] | null,
  ) {}

  /** Returns what is wrong with a name; null if a run can have it. */
  problemOf({ use, name }: NameInUse): string | null {
    if (use === 'series') return this.problemOfSeries(name);
    const [list = '', owner, ...rest] = segmentsOf(name);
    const isValue = use === 'value';
    if (!isList(list)) {
      const own = isValue ? this.measuresOf('run') : [];
      if (own.includes(name) || this.isField(name)) return null;
      return NAMES[use](quoted(name, 80), nearestOf(name, [...own, ...this.fieldsAt(''), ...LISTS]));
    }
    const ids = this.scenario[list].map(({ id }) => id);
    if (owner === undefined || indexOf(this.scenario[list], owner) < 0)
      return NAMES.owner(list, quoted(owner ?? '', 40), ids);
    const isReverse = list === 'bottlenecks' && rest.length > 1 && rest[0] === 'reverse';
    const measure = (isReverse ? rest.slice(1) : rest).join('.');
    const measures = isValue ? this.measuresOf(list === 'groups' ? 'group' : 'link') : [];
    if (measures.includes(measure) || this.isField(name)) return null;
    // A whole item is a value of no run, but a group can be set.
    if (rest.length === 0 && !isValue) return null;
    const parent = this.lastSection(name);
    const near = [...measures.map((one) => `${list}.${owner}.${one}`), ...this.fieldsAt(parent)];
    return NAMES[use](quoted(name, 80), nearestOf(name, near, this.labelsAt(parent)));
  }

  private measuresOf(of: string): string[] {
    return this.catalog.measures.filter((one) => one.of === of && one.asked === 'no').map(({ id }) => id);
  }

  /** Whether the scenario has a field, or would have it with another kind of a queue, traffic and the like. */
  private isField(name: string): boolean {
    return valueAt(this.scenario, name) !== undefined || this.walk(name).rest.length === 0;
  }

  /** Returns the start of a path that exists in the scenario or in some kind. */
  private lastSection(name: string): string {
    const { rest } = this.walk(name);
    const segments = segmentsOf(name);
    return segments.slice(0, segments.length - Math.max(1, rest.length)).join('.');
  }

  /** Returns the full names of the fields below a path. */
  private fieldsAt(path: string): string[] {
    const { sections } = this.walk(path);
    const names = new Set(sections.flatMap(({ params }) => params.map(({ name }) => name)));
    const value = valueAt(this.scenario, path);
    if (isRecord(value)) for (const name of Object.keys(value)) names.add(name);
    return [...names].map((name) => (path === '' ? name : `${path}.${name}`));
  }

  /** Returns other words for the fields below a path: `groups.tcp.flows` for `groups.tcp.count`, whose label is “Flows”. */
  private labelsAt(path: string): ReadonlyMap<string, string> {
    const params = this.walk(path).sections.flatMap((section) => section.params);
    const full = (name: string): string => (path === '' ? name : `${path}.${name}`);
    return new Map(params.map(({ name, label }) => [full(name), full(label.replaceAll(' ', '_'))]));
  }

  /** Follows a path through the sections of the catalog, through each kind that a field may have. */
  private walk(path: string): { sections: Section[]; rest: string[] } {
    const { sections: all, registries } = this.catalog;
    const rest = segmentsOf(path);
    let sections = [all.scenario].filter((section) => section !== undefined);
    let at: unknown = this.scenario;
    while (rest.length > 0) {
      const [segment = ''] = rest;
      const params = sections.flatMap((section) => section.params.filter(({ name }) => name === segment));
      if (segment === 'kind' && sections.some(({ id }) => id.includes('.')))
        return { sections: [], rest: [] };
      if (params.length === 0) return { sections, rest };
      rest.shift();
      at = isRecord(at) ? at[segment] : undefined;
      const kinds = params.map(({ kind }) => kind);
      if (kinds.some(({ type }) => HELD_AS_PARTS.has(type))) return { sections: [], rest: [] };
      sections = kinds.flatMap((kind) =>
        kind.type === 'one_of'
          ? (registries[kind.registry] ?? []).flatMap((id) => all[id] ?? [])
          : kind.type === 'section' || kind.type === 'list'
            ? (all[kind.section] ?? [])
            : [],
      );
      if (kinds.some(({ type }) => type === 'list') && rest.length > 0) {
        const [item = ''] = rest;
        const items = Array.isArray(at) ? at : [];
        if (indexOf(items, item) < 0) return { sections, rest };
        at = items[indexOf(items, item)] as unknown;
        rest.shift();
      }
    }
    return { sections, rest };
  }

  private problemOfSeries(name: string): string | null {
    const { bottlenecks, edges, groups } = this.scenario;
    const links = [...bottlenecks, ...edges].map(({ id }) => id);
    const flows = groups.reduce((sum, { count }) => sum + count, 0);
    const [of = '', owner = '', ...rest] = segmentsOf(name);
    const names = (kind: string, start: string) =>
      this.catalog.series.filter((one) => one.of === kind).map(({ id }) => `${start}.${id}`);
    const answer = (known: readonly string[]): string | null =>
      known.includes(name) ? null : NAMES.series(quoted(name, 80), nearestOf(name, known));
    const groupIds = groups.map(({ id }) => id);
    if (of === 'link') {
      if (!links.includes(owner)) return NAMES.owner('links', quoted(owner, 40), links);
      if (rest[0] === 'group' && !groupIds.includes(rest[1] ?? ''))
        return NAMES.owner('groups', quoted(rest[1] ?? '', 40), groupIds);
      const of = rest[0] === 'group' ? names('link_group', `link.${owner}.group.${rest[1] ?? ''}`) : [];
      return answer([...of, ...names('link', `link.${owner}`)]);
    }
    if (of === 'group') {
      if (!groupIds.includes(owner)) return NAMES.owner('groups', quoted(owner, 40), groupIds);
      return answer(names('group', `group.${owner}`));
    }
    if (of === 'flow') {
      const number = /^\d+$/.test(owner) ? Number(owner) : -1;
      if (this.watch !== null && !this.watch.includes(number))
        return NAMES.flowNotWatched(quoted(owner, 40), this.watch);
      if (number < 0 || number >= flows) return NAMES.flow(quoted(owner, 40), flows);
      return answer(names('flow', `flow.${owner}`));
    }
    return answer([
      ...links.flatMap((id) => names('link', `link.${id}`)),
      ...groupIds.flatMap((id) => names('group', `group.${id}`)),
      ...names('flow', 'flow.0'),
    ]);
  }
}
