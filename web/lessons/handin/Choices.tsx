/** Choices of a class: the number of students by option, with the misconception behind each wrong one. */
import type { Lesson } from '../format/lesson';
import { choiceCounts } from './misconceptions';
import type { Receipt } from './receipt';
import { CHOICES, SIGN } from './strings';

/** Counts of all choices of a lesson. */
export function Choices({ lesson, receipts }: { lesson: Lesson; receipts: readonly Receipt[] }) {
  const counts = choiceCounts(lesson, receipts).filter(({ answered }) => answered > 0);
  if (counts.length === 0) return null;
  return (
    <section aria-label={CHOICES.title}>
      <h3>{CHOICES.title}</h3>
      <div className="grading-choices">
        {counts.map(({ id, question, options, answered }) => (
          <div key={id}>
            <p>{question}</p>
            <ul>
              {options.map(({ text, isCorrect, why, count }, i) => (
                <li key={i} data-state={isCorrect ? 'right' : undefined}>
                  <span className="grading-option">
                    {isCorrect && <span aria-hidden="true">{SIGN.right} </span>}
                    {text}
                    {isCorrect && <span className="visually-hidden"> {CHOICES.correct}</span>}
                  </span>
                  <meter
                    min={0}
                    max={answered}
                    value={count}
                    aria-label={CHOICES.bar(text)}
                    aria-valuetext={CHOICES.students(count, answered)}
                  />
                  <span className="grading-count">{CHOICES.students(count, answered)}</span>
                  {!isCorrect && why !== null && count > 0 && <span className="note grading-why">{why}</span>}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}
