/** A question on the screen of a class: its options or its empty axes, and the answer once it is shown. */
import { correctCurve, shuffled } from '../session/answers';
import { CurveFigure } from '../view/CurveAxes';
import type { Answer, QuestionBlock } from '../format/lesson';
import { correction, useOwn } from '../view/Question';
import { TextView } from '../view/TextView';
import { QUESTION } from '../viewStrings';
import { PRESENT } from './strings';

interface Props {
  block: QuestionBlock;
  /** Whether the answer is shown. */
  open: boolean;
}

/** Question with its answer hidden or shown. */
export function QuestionSlide({ block, open }: Props) {
  const own = useOwn(block, open);
  const { answer } = block;
  const text = correction(answer, own);
  const curve = open && answer.kind === 'curve' ? correctCurve(answer, own) : null;
  const unknown = text === '' && curve === null;
  return (
    <>
      <p className="projector-kind">{QUESTION[block.kind]}</p>
      <TextView text={block.text} />
      {answer.kind === 'choice' && <Options answer={answer} open={open} />}
      {answer.kind === 'order' && <Items answer={answer} open={open} />}
      {answer.kind === 'curve' && <CurveFigure answer={answer} curve={curve} className="projector-curve" />}
      {answer.kind === 'number' && !open && (
        <p className="projector-blank">{QUESTION.number(answer.unit)}: …</p>
      )}
      {open && answer.kind !== 'choice' && answer.kind !== 'order' && (
        <p className="projector-answer">{unknown ? PRESENT.measured : text}</p>
      )}
    </>
  );
}

function Options({ answer, open }: { answer: Extract<Answer, { kind: 'choice' }>; open: boolean }) {
  return (
    <ol className="projector-options">
      {answer.options.map((option, i) => {
        const right = open && i === answer.correct;
        const why = open ? answer.why[i] : null;
        return (
          <li key={i} data-right={right || undefined}>
            <span className="projector-letter">{right ? '✓' : PRESENT.letters(i)}</span>
            <span>
              {right && <span className="visually-hidden">{QUESTION.right} </span>}
              {option}
              {why != null && <span className="projector-why">{why}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Items({ answer: { items }, open }: { answer: Extract<Answer, { kind: 'order' }>; open: boolean }) {
  const mixed = shuffled(items);
  // An item keeps its letter, so that a class can say its order before and after the answer.
  const shown = open ? items.map((_, index) => index) : mixed;
  return (
    <ol className="projector-options">
      {shown.map((index) => (
        <li key={index} data-right={open || undefined}>
          <span className="projector-letter">{PRESENT.letters(mixed.indexOf(index))}</span>
          <span>{items[index]}</span>
        </li>
      ))}
    </ol>
  );
}
