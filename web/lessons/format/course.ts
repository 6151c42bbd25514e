/** Reads the list of a course's lessons (`course.md`): headings are topics, numbered lists of links are their lessons. */
import type { List, ListItem, RootContent } from 'mdast';
import { quoted } from '../../url/quoted';
import { RESERVED } from '../source/address';
import { fieldsOf } from './fields';
import type { Course, LessonProblem } from './lesson';
import { LESSONS } from './limits';
import { lineOf, parseMarkdown, plainText } from './markdown';
import { lessonOf } from './paths';
import { refusedText } from './precheck';
import { Problems } from './problems';
import { anyText, text as plain } from './readers';
import { COURSE, FRONT, LESSON } from './strings';
import { readYaml } from './yamlText';

/** A course, or the problems of its file by line. */
export type ParsedCourse = { ok: true; course: Course } | { ok: false; problems: LessonProblem[] };

/** Reads the text of a course. */
export function parseCourse(text: string): ParsedCourse {
  const refused = refusedText(text);
  if (refused) return { ok: false, problems: [refused] };
  const problems = new Problems();
  const { children } = parseMarkdown(text);
  const front = readFront(children[0], problems);
  const topics = readTopics(children.slice(front === undefined ? 0 : 1), problems);
  return front && problems.none
    ? { ok: true, course: { ...front, topics } }
    : { ok: false, problems: problems.list() };
}

/** Reads the front matter; undefined if there is none, null if it is wrong. */
function readFront(first: RootContent | undefined, problems: Problems) {
  if (first?.type !== 'yaml') {
    problems.add(1, LESSON.noFrontMatter);
    return undefined;
  }
  const fields = fieldsOf(readYaml(first.value, 2, problems), FRONT.place, problems);
  if (fields === null) return null;
  const title = fields.required('title', plain);
  const about = fields.optional('about', anyText, '');
  fields.finish();
  return title === null ? null : { title, about };
}

type Topic = Course['topics'][number];

function readTopics(nodes: readonly RootContent[], problems: Problems): Topic[] {
  const topics: { title: string; lessons: Topic['lessons'][number][] }[] = [];
  const known = new Set<string>();
  for (const node of nodes) {
    if (node.type === 'heading' && node.depth === 2) {
      const title = plainText(node.children) ?? '';
      if (title === '') problems.add(lineOf(node), LESSON.plainHeading);
      topics.push({ title, lessons: [] });
    } else if (node.type !== 'list' || node.ordered !== true) {
      problems.add(lineOf(node), COURSE.onlyLists);
    } else if (topics.length === 0) problems.add(lineOf(node), COURSE.beforeTopic);
    else topics.at(-1)!.lessons.push(...readLessons(node, known, problems));
  }
  if (known.size === 0 && problems.none) problems.add(1, COURSE.noLessons);
  if (known.size > LESSONS) problems.add(1, COURSE.tooMany(LESSONS));
  return topics;
}

function readLessons(list: List, known: Set<string>, problems: Problems): Topic['lessons'][number][] {
  return list.children.flatMap((item) => {
    const lesson = readLesson(item);
    if (lesson === null) problems.add(lineOf(item), COURSE.noLink);
    else if (RESERVED.has(lesson.id)) problems.add(lineOf(item), COURSE.reserved(quoted(lesson.id)));
    else if (known.has(lesson.id)) problems.add(lineOf(item), COURSE.twice(quoted(lesson.id)));
    if (lesson) known.add(lesson.id);
    return lesson ?? [];
  });
}

/** Reads an entry of a list, which is a link to a lesson and nothing else. */
function readLesson({ children }: ListItem): { id: string; title: string } | null {
  const only = children.length === 1 ? children[0] : undefined;
  const link = only?.type === 'paragraph' && only.children.length === 1 ? only.children[0] : undefined;
  if (link?.type !== 'link') return null;
  const [id, title] = [lessonOf(link.url), plainText(link.children)];
  return id === null || title === null || title === '' ? null : { id, title };
}
