/**
 * A curve as an answer: drawn with the pointer, or point by point with the keys. After the answer the correct curve appears
 * over it.
 */
import { useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '../../ui/Button';
import { figure } from '../../plot/format';
import { CurveAxes, CurveLine, HEIGHT, scalesOf, WIDTH, type CurveQuestion, type Point } from './CurveAxes';
import { QUESTION } from '../viewStrings';

interface Props {
  answer: CurveQuestion;
  /** Points of the given answer; null while it is drawn. */
  given: readonly Point[] | null;
  /** The correct curve once it may be shown. */
  correct: readonly Point[] | null;
  onAnswer(points: Point[]): void;
}

/** Points of a drawing, at equal distances over the x axis. */
const COLUMNS = 41;

/** Steps of a key, as a share of the y axis. */
const STEP = 0.02;

/** Field with two axes to draw a curve in. */
export function CurveAnswer({ answer, given, correct, onAnswer }: Props) {
  const help = useId();
  const svg = useRef<SVGSVGElement>(null);
  const [draft, setDraft] = useState<readonly (number | null)[]>(() => new Array<null>(COLUMNS).fill(null));
  const [at, setAt] = useState(0);
  const last = useRef<{ column: number; y: number } | null>(null);
  const { x, y } = scalesOf(answer);
  const xOf = (column: number): number =>
    answer.x.from + ((answer.x.to - answer.x.from) * column) / (COLUMNS - 1);
  const points: Point[] = draft.flatMap((value, column) => (value === null ? [] : [[xOf(column), value]]));
  const clamp = (value: number): number =>
    Math.min(Math.max(value, Math.min(answer.y.from, answer.y.to)), Math.max(answer.y.from, answer.y.to));

  const put = (event: PointerEvent): void => {
    const box = svg.current?.getBoundingClientRect();
    if (!box || given) return;
    const px = ((event.clientX - box.left) / box.width) * WIDTH;
    const py = ((event.clientY - box.top) / box.height) * HEIGHT;
    const share = (x.invert(px) - answer.x.from) / (answer.x.to - answer.x.from);
    const column = Math.min(COLUMNS - 1, Math.max(0, Math.round(share * (COLUMNS - 1))));
    const value = clamp(y.invert(py));
    const from = last.current ?? { column, y: value };
    last.current = { column, y: value };
    setDraft((values) => filled(values, from, { column, y: value }));
    setAt(column);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (given) return;
    const { key } = event;
    const span = answer.y.to - answer.y.from;
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      setAt(
        Math.min(COLUMNS - 1, Math.max(0, at + (key === 'ArrowLeft' ? -1 : 1) * (event.shiftKey ? 5 : 1))),
      );
    else if (key === 'ArrowUp' || key === 'ArrowDown') {
      const before = draft[at] ?? draft.slice(0, at).findLast((value) => value !== null) ?? answer.y.from;
      const next = clamp(before + (key === 'ArrowUp' ? 1 : -1) * span * STEP);
      const earlier = draft.slice(0, at).findLastIndex((value) => value !== null);
      const from = earlier < 0 ? { column: at, y: next } : { column: earlier, y: draft[earlier] ?? next };
      setDraft((values) => filled(values, from, { column: at, y: next }));
    } else return;
    event.preventDefault();
  };
  const drawn = given ?? points;
  const here = draft[at];
  return (
    <div className="curve-answer">
      <svg
        ref={svg}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="slider"
        tabIndex={given ? -1 : 0}
        aria-label={`${answer.y.label}, ${answer.x.label}`}
        aria-describedby={help}
        aria-valuemin={answer.y.from}
        aria-valuemax={answer.y.to}
        aria-valuenow={here ?? answer.y.from}
        aria-valuetext={QUESTION.point(
          `${figure(xOf(at))} ${answer.x.unit}`,
          here === null || here === undefined ? '–' : `${figure(here)} ${answer.y.unit}`,
        )}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          last.current = null;
          put(event);
        }}
        onPointerMove={(event) => last.current && event.buttons > 0 && put(event)}
        onPointerUp={() => (last.current = null)}
      >
        <CurveAxes answer={answer} />
        {correct && <CurveLine answer={answer} points={correct} className="curve-correct" />}
        <CurveLine answer={answer} points={drawn} className="curve-drawn" />
        {!given && here !== null && here !== undefined && (
          <circle className="curve-point" cx={x(xOf(at))} cy={y(here)} r={4} />
        )}
      </svg>
      <p id={help} className="note">
        {QUESTION.draw}
      </p>
      {correct && (
        <p className="note curve-key">
          <span className="curve-key-drawn" /> {QUESTION.drawn} <span className="curve-key-correct" />{' '}
          {answer.correct.kind === 'points' ? QUESTION.correct : QUESTION.run}
        </p>
      )}
      {!given && (
        <p className="lesson-actions">
          <Button primary disabled={points.length < COLUMNS / 2} onClick={() => onAnswer(points)}>
            {QUESTION.answer}
          </Button>
          <Button
            disabled={points.length === 0}
            onClick={() => setDraft(new Array<null>(COLUMNS).fill(null))}
          >
            {QUESTION.clear}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Returns the values with a line from one column to another. */
function filled(
  values: readonly (number | null)[],
  from: { column: number; y: number },
  to: { column: number; y: number },
): (number | null)[] {
  const [left, right] = from.column <= to.column ? [from, to] : [to, from];
  return values.map((value, column) => {
    if (column < left.column || column > right.column) return value;
    if (right.column === left.column) return to.y;
    return left.y + ((right.y - left.y) * (column - left.column)) / (right.column - left.column);
  });
}
