/**
 * The static pages of the site: one for each preset, lesson and figure of the papers, and a list of each kind.
 *
 * `.ci/pages.mjs` calls this in Node after the page is built, and writes the pages and their pictures.
 */
import { fittingSpan } from '../samples/view';
import { chartsOfPreset } from '../charts/presetCharts';
import { CHARTS } from '../charts/all';
import type { Preset } from '../engine/catalog';
import type { Engine } from '../engine/wasm';
import { parseCourse } from '../lessons/format/course';
import type { Lesson, SceneBlock } from '../lessons/format/lesson';
import { parseLesson } from '../lessons/format/parse';
import { scenarioOf, type SceneTools } from '../lessons/session/scenes';
import { fragmentOf, COURSE_MAP } from '../lessons/source/address';
import { parameterRows } from '../page/parameterRows';
import { addressOf } from '../papers/address';
import { checkedText } from '../papers/format';
import { headingText, paperOf, PAPERS } from '../papers/library';
import { CLAIMS_TABLE, VERDICT } from '../papers/strings';
import { shownVerdict } from '../papers/verdict';
import type { Scenario } from '../scenario/types';
import type { FigureAnswer } from '../sweep/analysis';
import type { Claim, Figure, StoredResult } from '../types/papers';
import { encodeLink } from '../url/codec';
import { descriptionOf, type Link, type Page } from './page';
import { pictureOfFigure, pictureOfRun, type Tools } from './picture';
import type { Cache } from './run';
import { COMMAND, DESCRIBE, figureTitle, KIND, LISTS, OPEN, SECTION, SITE } from './strings';
import type { Picture } from './titledPicture';

/** Sources of the pages. */
export interface Sources {
  engine: Engine;
  cache: Cache;
  /** Texts of the course and its lessons, by name without extension. */
  lessons: Readonly<Record<string, string>>;
  /** Contents of the figures' files and of their results, by name without extension. */
  figures: Readonly<Record<string, string>>;
  results: Readonly<Record<string, string>>;
  /** Reads the texts of a figure and of its result. */
  readFigure: (figure: string, result: string | undefined) => FigureAnswer;
}

/** Pages and the picture of the lab itself. */
export interface StaticSite {
  pages: readonly Page[];
  home: Pick<Page, 'path' | 'title' | 'description' | 'picture' | 'pictureIn'>;
}

/** Returns all pages. Throws an error that names the source that cannot be read. */
export async function siteOf(sources: Sources): Promise<StaticSite> {
  const { engine, cache } = sources;
  const tools = { engine, catalog: engine.catalog(), cache };
  const presets = engine.presets();
  const lessons = lessonsOf(sources.lessons);
  const figures = figuresOf(sources);
  const names: Names = { presets, lessons, figures };
  const home = homePicture(presets, tools);
  const pages = [
    ...presets.map((preset) => presetPage(preset, names, tools)),
    ...(await Promise.all(lessons.map((lesson) => lessonPage(lesson, names, tools)))),
    ...figures.map((opened) => figurePage(opened, names)),
  ];
  const lists = (['presets', 'learn', 'papers'] as const).map((kind) => listPage(kind, pages, home));
  const described = { title: SITE.title, description: SITE.description, path: '', pictureIn: '' };
  return { pages: [...lists, ...pages], home: { ...described, picture: home } };
}

interface Names {
  presets: readonly Preset[];
  lessons: readonly NamedLesson[];
  figures: readonly OpenedFigure[];
}

interface NamedLesson extends Lesson {
  id: string;
}

interface OpenedFigure {
  figure: Figure;
  result: StoredResult | null;
}

function lessonsOf(texts: Sources['lessons']): NamedLesson[] {
  const course = parseCourse(texts.course ?? '');
  if (!course.ok) throw new Error(`course.md: ${course.problems[0]?.message ?? ''}`);
  return course.course.topics.flatMap(({ lessons }) =>
    lessons.map(({ id }) => {
      const read = parseLesson(texts[id] ?? '');
      if (!read.ok) throw new Error(`${id}.md: ${read.problems[0]?.message ?? ''}`);
      return { ...read.lesson, id };
    }),
  );
}

/** Returns the figures in the order of the papers and of their places in them. */
function figuresOf({ figures, results, readFigure }: Sources): OpenedFigure[] {
  const opened = Object.entries(figures).map(([name, text]): OpenedFigure => {
    const answer = readFigure(text, results[name]);
    if (!answer.ok) throw new Error(`${name}.json: ${answer.message}`);
    return answer.opened;
  });
  const paper = ({ figure }: OpenedFigure): number => PAPERS.findIndex(({ id }) => id === figure.paper);
  return opened.sort((a, b) => paper(a) - paper(b) || a.figure.place - b.figure.place);
}

/** Seconds of watching at the preset's speed that a picture covers, as in the gallery. */
const WATCHED_S = 8;

function presetPage(preset: Preset, names: Names, tools: Tools): Page {
  const { id, title, topic, notice, answer, source } = preset;
  const kind = KIND.preset(topic);
  const scenario = completed(preset, tools);
  return {
    path: `presets/${id}`,
    title,
    description: descriptionOf(notice),
    kind,
    open: { text: OPEN.preset, address: experimentAddress(preset.scenario) },
    list: { text: LISTS.presets.title, address: 'presets/' },
    picture: presetPicture(preset, { kind, title }, tools),
    pictureIn: `presets/${id}`,
    sections: [
      { heading: SECTION.notice, text: notice },
      { heading: SECTION.answer, text: answer },
      { heading: SECTION.parameters, rows: parameterRows(scenario, tools.catalog) },
      { heading: SECTION.source, text: source },
      { heading: SECTION.command, code: COMMAND.preset(id) },
      ...linksSection(
        SECTION.lessons,
        names.lessons.filter(({ presets }) => presets.includes(id)).map(lessonLink),
      ),
    ],
  };
}

function presetPicture(preset: Preset, head: { kind: string; title: string }, tools: Tools): Picture {
  const scenario = completed(preset, tools);
  const { warmup_s, duration_s } = scenario;
  const span_s = Math.min(preset.speed * WATCHED_S, duration_s - warmup_s);
  const shown = { t0_s: warmup_s, t1_s: warmup_s + span_s };
  return pictureOfRun(head, { scenario, shown, charts: chartsOfPreset(preset.id) }, tools);
}

/** Draws the picture of the lab itself: the first preset, under the question of the lab. */
function homePicture(presets: readonly Preset[], tools: Tools): Picture {
  const first = presets[0];
  if (first === undefined) throw new Error('The engine has no presets.');
  return presetPicture(first, { kind: first.title, title: SITE.question }, tools);
}

function completed({ id, scenario }: Preset, { engine }: Tools): Scenario {
  const checked = engine.check(scenario);
  if (!checked.ok) throw new Error(`${id}: ${checked.problems[0]?.message ?? ''}`);
  return checked.scenario;
}

/** Returns the address of an experiment in the lab. */
function experimentAddress(minimal: unknown): string {
  const encoded = encodeLink(minimal);
  if (!encoded.ok) throw new Error(encoded.message);
  return `#${encoded.fragment}`;
}

async function lessonPage(lesson: NamedLesson, names: Names, tools: Tools): Promise<Page> {
  const { id, title, minutes, goals, steps, sources, leavesOut } = lesson;
  const kind = KIND.lesson(minutes);
  const goal = goals[0] ?? '';
  return {
    path: `learn/${id}`,
    title,
    description: descriptionOf(DESCRIBE.lesson(minutes, goal)),
    kind,
    open: { text: OPEN.lesson, address: fragmentOf({ ...COURSE_MAP, id }) },
    list: { text: LISTS.learn.title, address: 'learn/' },
    picture: await lessonPicture(lesson, { kind, title }, tools),
    pictureIn: `learn/${id}`,
    sections: [
      { heading: SECTION.goals, list: goals },
      { heading: SECTION.steps, list: steps.map(({ heading }) => heading) },
      ...(leavesOut === '' ? [] : [{ heading: SECTION.leavesOut, text: leavesOut }]),
      { heading: SECTION.sources, list: sources },
      ...linksSection(
        SECTION.presets,
        names.presets.filter((preset) => lesson.presets.includes(preset.id)).map(presetLink),
      ),
      ...linksSection(
        SECTION.figures,
        names.figures.filter(({ figure }) => lesson.figures.includes(figure.id)).map(figureLink),
      ),
    ],
  };
}

async function lessonPicture(
  lesson: NamedLesson,
  head: { kind: string; title: string },
  tools: Tools,
): Promise<Picture> {
  const { engine, catalog } = tools;
  const scenes = lesson.steps.flatMap(({ blocks }) => blocks).filter((block) => block.kind === 'scene');
  const scene: SceneBlock | undefined = scenes[0];
  if (scene === undefined) throw new Error(`${lesson.id}.md has no scene.`);
  const sceneTools: SceneTools = {
    catalog,
    presets: engine.presets(),
    completed: (scenario) => {
      const checked = engine.check(scenario);
      return Promise.resolve(checked.ok ? checked.scenario : null);
    },
    applied: (scenario, set) => Promise.resolve(engine.apply(scenario, [...set])),
  };
  const opened = await scenarioOf(scene, sceneTools);
  if (!opened.ok) throw new Error(`${lesson.id}.md: ${opened.message}`);
  const { scenario } = opened;
  const span_s = fittingSpan(scenario.duration_s);
  const end_s = Math.min(scenario.duration_s, scenario.warmup_s + span_s);
  const shown = { t0_s: Math.max(0, end_s - span_s), t1_s: end_s };
  const charts = scene.show ?? CHARTS.map(({ id }) => id);
  return pictureOfRun(head, { scenario, shown, charts }, tools);
}

function figurePage({ figure, result }: OpenedFigure, names: Names): Page {
  const { id, title, about, source, choices, claims, covers } = figure;
  const { cited, title: paperTitle } = paperOf(figure.paper);
  const kind = KIND.figure(cited, source);
  return {
    path: `papers/${id}`,
    title: figureTitle(title, cited, headingText(id)),
    heading: title,
    description: descriptionOf(about),
    kind,
    open: { text: OPEN.figure, address: addressOf(id) },
    list: { text: LISTS.papers.title, address: 'papers/' },
    picture: pictureOfFigure({ kind, title }, figure, result),
    pictureIn: `papers/${id}`,
    sections: [
      { heading: SECTION.about, text: about },
      ...(covers.length === 0 ? [] : [{ heading: SECTION.covers, list: covers.map(headingText) }]),
      { heading: SECTION.claims, list: claims.map((claim) => claimText(claim, result)) },
      ...(choices.length === 0 ? [] : [{ heading: SECTION.choices, list: choices }]),
      { heading: SECTION.source, text: `${cited}, ${paperTitle}, ${source}` },
      ...(result === null ? [] : [{ heading: SECTION.checked, text: checkedText(result) }]),
      { heading: SECTION.command, code: COMMAND.figure(id) },
      ...linksSection(
        SECTION.lessons,
        names.lessons.filter(({ figures }) => figures.includes(id)).map(lessonLink),
      ),
    ],
  };
}

function claimText(claim: Claim, result: StoredResult | null): string {
  const stored = result?.claims.find(({ id }) => id === claim.id);
  const verdict = stored ? VERDICT.name[shownVerdict(claim, stored.verdict)] : CLAIMS_TABLE.open;
  return DESCRIBE.claim(claim.text, verdict);
}

const presetLink = ({ id, title }: Preset): Link => ({ text: title, address: `presets/${id}/` });
const lessonLink = ({ id, title }: NamedLesson): Link => ({ text: title, address: `learn/${id}/` });
const figureLink = ({ figure }: OpenedFigure): Link => ({
  text: figureTitle(figure.title, paperOf(figure.paper).cited, headingText(figure.id)),
  address: `papers/${figure.id}/`,
});

function linksSection(heading: string, links: readonly Link[]) {
  return links.length === 0 ? [] : [{ heading, links }];
}

/** Addresses of the lab for the three lists. */
const VIEWS = { presets: '', learn: fragmentOf(COURSE_MAP), papers: addressOf(null) } as const;

function listPage(kind: keyof typeof LISTS, pages: readonly Page[], picture: Picture): Page {
  const { title, description, open } = LISTS[kind];
  const own = pages.filter(({ path }) => path.startsWith(`${kind}/`));
  const groups = new Map<string, Link[]>();
  for (const page of own) {
    // Lessons have an order, and the others have groups: topics and papers.
    const group = kind === 'learn' ? title : (page.kind.split(' · ')[kind === 'presets' ? 1 : 0] ?? '');
    const link = { text: page.title, address: `${page.path}/`, about: page.description };
    groups.set(group, [...(groups.get(group) ?? []), link]);
  }
  return {
    path: kind,
    title,
    description: description(own.length),
    kind: '',
    open: { text: open, address: VIEWS[kind] },
    list: null,
    picture,
    pictureIn: '',
    sections: [...groups].map(([heading, links]) => ({ heading, links })),
  };
}
