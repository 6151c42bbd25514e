/** Axes of a question whose answer is a drawn curve, and curves on them: on the page, in the projector and on paper. */
import { scaleLinear } from 'd3-scale';
import { line as lineOf } from 'd3-shape';
import type { Answer } from '../format/lesson';

/** Answer that is a drawn curve. */
export type CurveQuestion = Extract<Answer, { kind: 'curve' }>;

/** Point (x, y) in the units of the axes. */
export type Point = readonly [number, number];

/** Width of the drawing, in units of its view box. */
export const WIDTH = 440;

/** Height of the drawing, in units of its view box. */
export const HEIGHT = 240;
const INSET = { left: 56, right: 12, top: 12, bottom: 40 };

/** Number of ticks that the axes have about. */
const X_TICKS = 6;
const Y_TICKS = 5;

/** Returns the scales from the units of the axes to the drawing. */
export function scalesOf({ x, y }: CurveQuestion) {
  return {
    x: scaleLinear([x.from, x.to], [INSET.left, WIDTH - INSET.right]),
    y: scaleLinear([y.from, y.to], [HEIGHT - INSET.bottom, INSET.top]),
  };
}

/** Grid, ticks and labels of both axes, inside an `svg` element. */
export function CurveAxes({ answer }: { answer: CurveQuestion }) {
  const { x, y } = scalesOf(answer);
  return (
    <>
      {x.ticks(X_TICKS).map((tick) => (
        <g key={tick} className="curve-tick">
          <path d={`M${x(tick)} ${INSET.top}V${HEIGHT - INSET.bottom}`} />
          <text x={x(tick)} y={HEIGHT - INSET.bottom + 15} textAnchor="middle">
            {x.tickFormat(X_TICKS)(tick)}
          </text>
        </g>
      ))}
      {y.ticks(Y_TICKS).map((tick) => (
        <g key={tick} className="curve-tick">
          <path d={`M${INSET.left} ${y(tick)}H${WIDTH - INSET.right}`} />
          <text x={INSET.left - 6} y={y(tick) + 4} textAnchor="end">
            {y.tickFormat(Y_TICKS)(tick)}
          </text>
        </g>
      ))}
      <text
        className="curve-label"
        x={(INSET.left + WIDTH - INSET.right) / 2}
        y={HEIGHT - 6}
        textAnchor="middle"
      >
        {labelOf(answer.x)}
      </text>
      <text
        className="curve-label"
        transform={`translate(13 ${(INSET.top + HEIGHT - INSET.bottom) / 2}) rotate(-90)`}
        textAnchor="middle"
      >
        {labelOf(answer.y)}
      </text>
    </>
  );
}

interface FigureProps {
  answer: CurveQuestion;
  /** Correct curve; null for empty axes. */
  curve: readonly Point[] | null;
  className: string;
}

/** Axes of a question, empty or with the correct curve. */
export function CurveFigure({ answer, curve, className }: FigureProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${answer.y.label}, ${answer.x.label}`}
    >
      <CurveAxes answer={answer} />
      {curve && <CurveLine answer={answer} points={curve} className="curve-correct" />}
    </svg>
  );
}

interface LineProps {
  answer: CurveQuestion;
  points: readonly Point[];
  className: string;
}

/** A curve on the axes. */
export function CurveLine({ answer, points, className }: LineProps) {
  const { x, y } = scalesOf(answer);
  const path = lineOf<Point>(
    ([px]) => x(px),
    ([, py]) => y(py),
  );
  return <path className={className} d={path([...points]) ?? ''} />;
}

function labelOf({ label, unit }: { label: string; unit: string }): string {
  return unit === '' ? label : `${label}, ${unit}`;
}
