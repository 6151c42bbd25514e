/** Titles of the page in views other than the Lab: what is open in them. */
import { allLessons } from '../learn/lessons';
import { headingText, paperOfId } from '../papers/library';
import type { PageView } from '../url/views';
import { VIEWS } from './views';

/** Returns the title of a view at an address: the lesson or the figure that is open, then the view. */
export function titleOf(view: PageView, hash: string): string {
  const name = VIEWS.find((one) => one.view === view)?.label ?? '';
  const [, id = ''] = /^#(?:learn|papers)\/([\w.-]+)/.exec(hash) ?? [];
  const opened = view === 'learn' ? lessonTitle(id) : view === 'papers' ? figureTitle(id) : null;
  return opened === null ? name : `${opened} – ${name}`;
}

function lessonTitle(id: string): string | null {
  return allLessons().find((lesson) => lesson.id === id)?.title ?? null;
}

function figureTitle(id: string): string | null {
  const paper = paperOfId(id);
  return paper === null ? null : `${paper.cited}, ${headingText(id)}`;
}
