/** Reads the front matter of a lesson: title, level, goals, sources and notes for the lecturer. */
import { fieldsOf, type Fields } from './fields';
import type { Lesson, TeacherNotes } from './lesson';
import { ENTRIES } from './limits';
import type { Problems } from './problems';
import { anyText, integer, listOf, part, text } from './readers';
import { ACCEPTED, FRONT } from './strings';
import { readYaml } from './yamlText';

/** A lesson without its steps. */
export type FrontMatter = Omit<Lesson, 'steps'>;

/** Reads the YAML of the front matter, whose first line in the file is line 2. */
export function readFrontMatter(yaml: string, problems: Problems): FrontMatter | null {
  const fields = fieldsOf(readYaml(yaml, 2, problems), FRONT.place, problems);
  if (fields === null) return null;
  const title = fields.required('title', text);
  const level = fields.required('level', integer(1, 3));
  const minutes = fields.required('minutes', integer(1, 60));
  const texts = (name: string) => fields.optional(name, listOf(text), []);
  const rest = {
    goals: texts('goals'),
    sources: fields.required('sources', listOf(text, 1, ENTRIES)) ?? [],
    leavesOut: fields.optional('leaves_out', anyText, ''),
    presets: texts('presets'),
    figures: texts('figures'),
    teacher: teacherNotes(fields, problems),
  };
  fields.finish();
  if (title === null || level === null || minutes === null) return null;
  return { title, level: level as 1 | 2 | 3, minutes, ...rest };
}

function teacherNotes(front: Fields, problems: Problems): TeacherNotes {
  const item = front.optional('teacher', part('map', ACCEPTED.map), null);
  const fields = fieldsOf(item, FRONT.teacher, problems);
  if (fields === null) return { misconceptions: [], questions: [], timing: '' };
  const notes = {
    misconceptions: fields.optional('misconceptions', listOf(text), []),
    questions: fields.optional('questions', listOf(text), []),
    timing: fields.optional('timing', anyText, ''),
  };
  fields.finish();
  return notes;
}
