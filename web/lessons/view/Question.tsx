/** A question with its answer: a choice, a number, an order, or a curve that is drawn. */
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { formatRounded, parseQuantity } from '../../controls/quantity';
import { useLab } from '../../lab/context';
import { significantText } from '../../plot/format';
import { unlessGone } from '../../ui/unlessGone';
import { correctCurve, correctNumber, shuffled, type Own } from '../session/answers';
import { comparisonOf } from '../session/comparison';
import { useKept, useSession } from '../session/context';
import { CurveAnswer } from './CurveAnswer';
import type { Answer, QuestionBlock } from '../format/lesson';
import { requestOf } from '../session/measures';
import type { Answered, Response } from '../session/progress';
import { blockId } from './SceneNews';
import { TextView } from './TextView';
import { useFeedback } from './useFeedback';
import { QUESTION, SCENE } from '../viewStrings';

/** Values of the run before they are known. */
const NOTHING_YET: Own = { measured: null, curve: null };

/** A question of the lesson. */
export function Question({ block }: { block: QuestionBlock }) {
  const session = useSession();
  const answered = useKept(({ answers }) => answers[block.id] ?? null);
  const waits = answered?.correct === null && requestOf(block.answer) === null;
  const own = useOwn(block, answered !== null && !waits);
  const answer = (given: Response): void => void session.answer(block, given);
  const feedback = useFeedback<HTMLDivElement>(answered && `${waits} ${answered.correct}`);
  return (
    <section
      id={blockId(block.id)}
      className={`lesson-block question ${block.kind}`}
      aria-label={QUESTION[block.kind]}
    >
      <p className="lesson-kind">{QUESTION[block.kind]}</p>
      <TextView text={block.text} />
      <Input block={block} answered={answered} isShown={!waits} own={own} onAnswer={answer} />
      {answered && (
        <div ref={feedback} role="status">
          {waits ? (
            <p className="note">{QUESTION.waits}</p>
          ) : answered.correct === null ? (
            <NotCompared block={block} />
          ) : (
            <Feedback block={block} answered={answered} own={own} />
          )}
          <p className="lesson-actions">
            {waits && <Button onClick={() => session.tell(block.id)}>{QUESTION.tell}</Button>}
            {!waits && answered.correct === null && (
              <Compare block={block} onCompare={() => answer(answered.given)} />
            )}
            <Button onClick={() => session.withdraw(block.id)}>{QUESTION.again}</Button>
          </p>
        </div>
      )}
    </section>
  );
}

/** Reason why an answer is not compared with the run yet. */
function NotCompared({ block: { answer } }: { block: QuestionBlock }) {
  const comparison = useLab((state) => comparisonOf(answer, state));
  const warmup_s = useLab(({ current }) => current?.warmup_s ?? 0);
  const reason = {
    possible: QUESTION.later,
    no_run: QUESTION.later,
    mixed: QUESTION.mixed,
    warmup: QUESTION.warmup(formatRounded(warmup_s, 's', 4)),
  }[comparison];
  return <p className="note">{reason}</p>;
}

/** Button that compares an answer with the run, or that makes a run of one setting first. */
function Compare({ block: { answer }, onCompare }: { block: QuestionBlock; onCompare(): void }) {
  const session = useSession();
  const comparison = useLab((state) => comparisonOf(answer, state));
  if (comparison === 'mixed')
    return (
      <Button primary onClick={() => void session.runAgain()}>
        {SCENE.runAgain}
      </Button>
    );
  if (comparison !== 'possible') return null;
  return (
    <Button primary onClick={onCompare}>
      {QUESTION.compare}
    </Button>
  );
}

/** Returns the values of the run that the answer is compared with, read again when the run pauses. */
export function useOwn(block: QuestionBlock, wanted: boolean): Own {
  const session = useSession();
  const [own, setOwn] = useState(NOTHING_YET);
  const paused = useLab(({ run }) => !run.playing && !run.seeking && run.t_s > 0);
  useEffect(() => {
    if (!wanted || !paused) return;
    return unlessGone(session.ownOf(block), setOwn);
  }, [session, block, wanted, paused]);
  return own;
}

interface InputProps {
  block: QuestionBlock;
  answered: Answered | null;
  /** Whether the correct answer may be shown. */
  isShown: boolean;
  own: Own;
  onAnswer(given: Response): void;
}

function Input({ block, answered, isShown, own, onAnswer }: InputProps) {
  const { answer } = block;
  switch (answer.kind) {
    case 'choice':
      return <Choice options={answer.options} answered={answered} onAnswer={onAnswer} />;
    case 'number':
      return <NumberAnswer unit={answer.unit} answered={answered} onAnswer={onAnswer} />;
    case 'order':
      return <OrderAnswer key={String(answered === null)} items={answer.items} {...{ answered, onAnswer }} />;
    case 'curve':
      return (
        <CurveAnswer
          answer={answer}
          given={answered?.given.kind === 'curve' ? answered.given.points : null}
          correct={answered && isShown ? correctCurve(answer, own) : null}
          onAnswer={(points) => onAnswer({ kind: 'curve', points })}
        />
      );
  }
}

interface ChoiceProps {
  options: readonly string[];
  answered: Answered | null;
  onAnswer(given: Response): void;
}

function Choice({ options, answered, onAnswer }: ChoiceProps) {
  const name = useId();
  const chosen = answered?.given.kind === 'choice' ? answered.given.option : null;
  return (
    <div className="lesson-options" role="radiogroup">
      {options.map((option, i) => (
        <label key={i}>
          <input
            type="radio"
            name={name}
            checked={chosen === i}
            disabled={answered !== null}
            onChange={() => onAnswer({ kind: 'choice', option: i })}
          />
          {option}
        </label>
      ))}
    </div>
  );
}

function NumberAnswer({
  unit,
  answered,
  onAnswer,
}: {
  unit: string;
  answered: Answered | null;
  onAnswer(given: Response): void;
}) {
  const id = useId();
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const given = answered?.given.kind === 'number' ? answered.given.text : null;
  const send = (): void => {
    const parsed = parseQuantity(text, '');
    setRefused(parsed.ok ? null : parsed.message);
    if (parsed.ok) onAnswer({ kind: 'number', value: parsed.value, text });
  };
  return (
    <form
      className="lesson-number"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id}>{QUESTION.number(unit)}</label>
      <input
        id={id}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={given ?? text}
        disabled={answered !== null}
        aria-invalid={refused !== null}
        aria-describedby={refused === null ? undefined : `${id}-refused`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button submit primary disabled={answered !== null}>
        {QUESTION.answer}
      </Button>
      {refused !== null && (
        <p id={`${id}-refused`} className="problem" role="alert">
          {refused}
        </p>
      )}
    </form>
  );
}

function OrderAnswer({
  items,
  answered,
  onAnswer,
}: {
  items: readonly string[];
  answered: Answered | null;
  onAnswer(given: Response): void;
}) {
  const [draft, setDraft] = useState(() => shuffled(items));
  const order = answered?.given.kind === 'order' ? answered.given.order : draft;
  const swap = (place: number, by: 1 | -1): void => {
    const next = [...draft];
    const [item] = next.splice(place, 1);
    if (item !== undefined) next.splice(place + by, 0, item);
    setDraft(next);
  };
  return (
    <div>
      <ol className="lesson-order">
        {order.map((index, place) => {
          const item = items[index] ?? '';
          return (
            <li key={index}>
              <span>{item}</span>
              <Button
                className="icon-only"
                aria-label={QUESTION.up(item)}
                disabled={place === 0 || answered !== null}
                onClick={() => swap(place, -1)}
              >
                ↑
              </Button>
              <Button
                className="icon-only"
                aria-label={QUESTION.down(item)}
                disabled={place === items.length - 1 || answered !== null}
                onClick={() => swap(place, 1)}
              >
                ↓
              </Button>
            </li>
          );
        })}
      </ol>
      {answered === null && (
        <Button primary onClick={() => onAnswer({ kind: 'order', order: draft })}>
          {QUESTION.answer}
        </Button>
      )}
    </div>
  );
}

function Feedback({ block, answered, own }: { block: QuestionBlock; answered: Answered; own: Own }) {
  const { answer } = block;
  const { correct, given } = answered;
  if (correct && answer.kind === 'order') return <p className="lesson-right">✓ {QUESTION.right}</p>;
  if (answer.kind === 'order') return <CorrectOrder items={answer.items} />;
  const why = answer.kind === 'choice' && given.kind === 'choice' ? (answer.why[given.option] ?? null) : null;
  return (
    <p className={correct ? 'lesson-right' : 'lesson-wrong'}>
      {correct ? `✓ ${QUESTION.right}` : `✗ ${QUESTION.wrong}`} {why ?? correction(answer, own)}
    </p>
  );
}

/** The items of an order that was given wrongly, in the correct one. */
function CorrectOrder({ items }: { items: readonly string[] }) {
  return (
    <>
      <p className="lesson-wrong">
        ✗ {QUESTION.wrong} {QUESTION.correctOrder}
      </p>
      <ol>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ol>
    </>
  );
}

/** Returns the correct answer in words; empty where the drawing shows it. */
export function correction(answer: Answer, own: Own): string {
  switch (answer.kind) {
    case 'choice':
      return QUESTION.correctIs(answer.options[answer.correct] ?? '');
    case 'number': {
      const value = correctNumber(answer, own);
      if (value === null) return '';
      const text = `${significantText(value, 4)} ${answer.unit}`.trim();
      return answer.correct.kind === 'measured' ? QUESTION.measured(text) : QUESTION.correctIs(text);
    }
    case 'order':
      return QUESTION.correctIs(answer.items.join(' → '));
    case 'curve':
      return '';
  }
}
