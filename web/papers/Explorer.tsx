/** Slider that changes a model's parameter, draws its curve in the chart and describes it. */
import { useEffect, useId, useRef, useState } from 'react';
import { Analysis, type ModelOutputs, type ModelRequest } from '../sweep/analysis';
import type { Figure } from '../types/papers';
import type { Curve } from './curves';
import { requestsAt, exploredCurve, xValuesOf, shownValueAt, turnOf, type Explored } from './explore';
import { factorText, pointText, xText } from './format';
import { EXPLORER as STRINGS } from './strings';

interface Props {
  figure: Figure;
  chart: Explored;
  /** Receives the model's curve for the slider's position. */
  onCurve(curve: Curve): void;
}

/** Slider with its value and a description of the curve. */
export function Explorer({ figure, chart, onCurve }: Props) {
  const id = useId();
  const { label, unit, steps } = chart.explore;
  const [step, setStep] = useState(0);
  const [curve, setCurve] = useState<Curve | null>(null);
  const [isBroken, setBroken] = useState(false);
  const text = (at: number): string =>
    `${Math.round(shownValueAt(chart.explore, at) * 100) / 100} ${unit}`.trim();
  const ask = useModel(({ step: at, xs }, answers) => {
    setBroken(answers === null);
    if (!answers) return;
    const computed = exploredCurve(chart, xs, answers, STRINGS.curve(text(at)));
    setCurve(computed);
    onCurve(computed);
  });
  const move = (to: number): void => {
    setStep(to);
    const xs = xValuesOf(chart);
    void ask({ step: to, xs, asked: requestsAt(figure, chart, xs, to) });
  };
  return (
    <div className="explorer">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="slider"
        type="range"
        min={0}
        max={steps}
        value={step}
        aria-valuetext={text(step)}
        onChange={(event) => move(event.currentTarget.valueAsNumber)}
      />
      <span aria-hidden="true">{curve ? text(step) : STRINGS.hint}</span>
      <p className="note" role="status">
        {isBroken ? STRINGS.failed : curve && turnText(chart, curve)}
      </p>
    </div>
  );
}

/**
 * Evaluates a model in a worker, one request at a time. While a request runs, only the latest further request waits;
 * earlier ones are dropped. The answers are null if the engine failed; the next request starts it again.
 */
function useModel(onAnswer: (request: CurveRequest, answers: readonly ModelOutputs[] | null) => void) {
  const [thread] = useState(() => new Analysis());
  const waiting = useRef<CurveRequest | null>(null);
  const isBusy = useRef(false);
  useEffect(() => () => thread.close(), [thread]);
  return async (request: CurveRequest): Promise<void> => {
    waiting.current = request;
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next = take(waiting); next; next = take(waiting)) {
      onAnswer(next, await thread.call((api) => api.outputs(next.asked)).catch(() => null));
    }
    isBusy.current = false;
  };
}

/** Request for the curve at a step of the slider. */
interface CurveRequest {
  step: number;
  xs: readonly number[];
  asked: readonly ModelRequest[];
}

function take<T>(slot: { current: T | null }): T | null {
  const taken = slot.current;
  slot.current = null;
  return taken;
}

/** Describes a curve: `Minimum 0.00018 at 9 kB. Beyond it the curve rises 3.9-fold, up to 31 kB.` */
function turnText({ x, y }: Explored, { points }: Curve): string {
  const turn = turnOf(points);
  if (!turn) return STRINGS.falling;
  const { least, most } = turn;
  const minimum = STRINGS.minimum(xText(least.x, x), pointText(least, y));
  const beyond = most ? STRINGS.rise(factorText(most.mean / least.mean), xText(most.x, x)) : STRINGS.flat;
  return `${minimum} ${beyond}`;
}
