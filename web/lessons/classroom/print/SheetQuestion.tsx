/** A question on paper: with boxes, lines or an empty grid for its answer, or with the answer and its reasons. */
import { significantText } from '../../../plot/format';
import { correctCurve, correctNumber, shuffled, type Own } from '../../session/answers';
import { CurveFigure } from '../../view/CurveAxes';
import type { Answer, QuestionBlock, Within } from '../../format/lesson';
import { TextView } from '../../view/TextView';
import { QUESTION } from '../../viewStrings';
import { PRESENT, SHEET } from '../strings';
import { Lines } from './Lines';
import type { Paper } from './paper';

interface Props {
  block: QuestionBlock;
  paper: Paper;
}

/** Values of a run that was not made. */
const NO_RUN: Own = { measured: null, curve: null };

/** Question with space for its answer, or with the answer. */
export function SheetQuestion({ block, paper: { solved, drawings } }: Props) {
  const own = drawings.own.get(block) ?? NO_RUN;
  return (
    <div className="sheet-box sheet-question">
      <p className="sheet-kind">{QUESTION[block.kind]}</p>
      <TextView text={block.text} />
      <AnswerOnPaper answer={block.answer} own={own} solved={solved} />
    </div>
  );
}

function AnswerOnPaper({ answer, own, solved }: { answer: Answer; own: Own; solved: boolean }) {
  switch (answer.kind) {
    case 'choice':
      return <Options answer={answer} solved={solved} />;
    case 'order':
      return <Items items={answer.items} solved={solved} />;
    case 'number':
      return solved ? (
        <p className="sheet-answer">{numberText(answer, own)}</p>
      ) : (
        <p className="sheet-blank">{QUESTION.number(answer.unit)}:</p>
      );
    case 'curve': {
      const curve = solved ? correctCurve(answer, own) : null;
      return (
        <>
          {!solved && <p>{SHEET.draw}</p>}
          <CurveFigure answer={answer} curve={curve} className="sheet-curve" />
        </>
      );
    }
  }
}

function Options({ answer, solved }: { answer: Extract<Answer, { kind: 'choice' }>; solved: boolean }) {
  return (
    <>
      {!solved && <p>{SHEET.boxes}</p>}
      <ol className="sheet-options">
        {answer.options.map((option, i) => {
          const right = solved && i === answer.correct;
          const why = solved ? answer.why[i] : null;
          return (
            <li key={i} data-right={right || undefined}>
              <span className="sheet-square">{right ? '✓' : ''}</span> {PRESENT.letters(i)}.{' '}
              <span className={right ? 'sheet-answer' : undefined}>{option}</span>
              {why != null && <span className="sheet-why"> {why}</span>}
            </li>
          );
        })}
      </ol>
      {!solved && <Lines count={1} />}
    </>
  );
}

function Items({ items, solved }: { items: readonly string[]; solved: boolean }) {
  return (
    <>
      {!solved && <p>{SHEET.order}</p>}
      <ol className="sheet-options">
        {(solved ? items.map((_, index) => index) : shuffled(items)).map((index) => (
          <li key={index}>
            <span className="sheet-square">{solved ? index + 1 : ''}</span> {items[index]}
          </li>
        ))}
      </ol>
    </>
  );
}

/** Returns the correct number in words. */
function numberText(answer: Extract<Answer, { kind: 'number' }>, own: Own): string {
  const value = correctNumber(answer, own);
  if (value === null) return SHEET.unmeasured;
  const text = `${significantText(value, 4)} ${answer.unit}`.trim();
  const shown = answer.correct.kind === 'measured' ? SHEET.measured(text) : QUESTION.correctIs(text);
  return `${shown} ${SHEET.within(withinText(answer.within, answer.unit))}`;
}

function withinText(within: Within, unit: string): string {
  if (within.kind === 'share') return `${significantText(within.of * 100, 3)} %`;
  return `${significantText(within.by, 4)} ${unit}`.trim();
}
