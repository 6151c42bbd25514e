/** Links to the lessons that explain a preset or a figure. Nothing until they are loaded, and for an unknown id. */
import { Fragment } from 'react';
import { useLazy } from '../ui/lazy';
import { lessons } from './lazyLessons';
import type { Explained } from './lessons';
import { LESSONS_ABOUT } from './strings';

interface Props {
  kind: Explained;
  id: string;
  className?: string;
  /** Called when a link is followed. */
  onFollow?(): void;
}

/** Paragraph with the links. */
export function LessonsAbout({ kind, id, className = 'note', onFollow }: Props) {
  const found = useLazy(lessons)?.lessonsAbout(kind, id) ?? [];
  if (found.length === 0) return null;
  return (
    <p className={className}>
      {LESSONS_ABOUT.label(found.length)}{' '}
      {found.map(({ id, title }, i) => (
        <Fragment key={id}>
          {i > 0 && ' · '}
          <a href={`#learn/${id}`} onClick={onFollow}>
            {title}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
