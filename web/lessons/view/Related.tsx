/** Presets and figures of papers that a lesson explains: buttons that open a preset in the Lab, and links to the figures. */
import { Fragment } from 'react';
import { useLab } from '../../lab/context';
import { addressOf } from '../../papers/address';
import { headingText, paperOfId, type Paper } from '../../papers/library';
import { Button } from '../../ui/Button';
import type { Lesson } from '../format/lesson';
import { LESSON } from '../viewStrings';

interface Props {
  lesson: Lesson;
  /** Opens a preset in the Lab. */
  onPreset(id: string): void;
}

/** Both lists; a preset that the engine does not know is left out. */
export function Related({ lesson, onPreset }: Props) {
  const all = useLab(({ presets }) => presets);
  const presets = lesson.presets.flatMap((id) => all.find((preset) => preset.id === id) ?? []);
  return (
    <>
      {presets.length > 0 && (
        <>
          <p>{LESSON.presets}</p>
          <ul>
            {presets.map(({ id, title }) => (
              <li key={id}>
                <Button kind="link" onClick={() => onPreset(id)} text={title} />
              </li>
            ))}
          </ul>
        </>
      )}
      {lesson.figures.length > 0 && (
        <>
          <p>{LESSON.figures}</p>
          <ul>
            {byPaper(lesson.figures).map(({ paper, ids }) => (
              <li key={paper?.id ?? ''}>
                {paper && `${paper.cited}: `}
                {ids.map((id, i) => (
                  <Fragment key={id}>
                    {i > 0 && ', '}
                    <a href={addressOf(id)}>{headingText(id)}</a>
                  </Fragment>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Groups figures by their papers, in the order in which the lesson names them. */
function byPaper(figures: readonly string[]): { paper: Paper | null; ids: string[] }[] {
  const papers = [...new Set(figures.map(paperOfId))];
  const unique = [...new Set(figures)];
  return papers.map((paper) => ({ paper, ids: unique.filter((id) => paperOfId(id) === paper) }));
}
