/** A slider that moves a model over a figure, with what it comes to in words. */
import { useEffect, useId, useRef, useState } from 'react';
import type { ModelRequest, ModelOutputs } from '../study/analysis-protocol';
import { AnalysisClient } from '../study/analysis-client';
import type { Artefact } from './artefact';
import type { Curve } from './curves';
import { askedAt, movedCurve, placesOf, toldAt, turnOf, type Explored } from './explore';
import { pointText, xText } from './words';

interface Props {
  artefact: Artefact;
  chart: Explored;
  onMoved(curve: Curve): void;
}

export function Explorer({ artefact, chart, onMoved }: Props) {
  const id = useId();
  const { label, unit, steps } = chart.explore;
  const [step, setStep] = useState(0);
  const [moved, setMoved] = useState<Curve | null>(null);
  const [isBroken, setBroken] = useState(false);
  const text = (at: number): string => `${Math.round(toldAt(chart.explore, at) * 100) / 100} ${unit}`.trim();
  const ask = useModel(({ step: at, xs }, answers) => {
    setBroken(answers === null);
    if (!answers) return;
    const curve = movedCurve(chart, xs, answers, `the model with ${text(at)}`);
    setMoved(curve);
    onMoved(curve);
  });
  const move = (to: number): void => {
    setStep(to);
    const xs = placesOf(chart);
    void ask({ step: to, xs, asked: askedAt(artefact, chart, xs, to) });
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
      <span aria-hidden="true">{moved ? text(step) : 'move to see the model'}</span>
      <p className="note" role="status">
        {isBroken
          ? 'The model could not be worked out here. Move again to try again.'
          : moved && turnText(chart, moved)}
      </p>
    </div>
  );
}

/**
 * Asks a model, one question at a time: of what is asked while it works only the last is worked out, and those before
 * it are forgotten. The answers are null where the engine is broken; the next question starts it again.
 */
function useModel(onAnswer: (asked: Question, answers: readonly ModelOutputs[] | null) => void) {
  const [thread] = useState(() => new AnalysisClient());
  const waiting = useRef<Question | null>(null);
  const isBusy = useRef(false);
  useEffect(() => () => thread.close(), [thread]);
  return async (question: Question): Promise<void> => {
    waiting.current = question;
    if (isBusy.current) return;
    isBusy.current = true;
    for (let next = take(waiting); next; next = take(waiting)) {
      onAnswer(next, await thread.ask({ type: 'model', asked: next.asked }).catch(() => null));
    }
    isBusy.current = false;
  };
}

interface Question {
  step: number;
  xs: readonly number[];
  asked: readonly ModelRequest[];
}

function take<T>(slot: { current: T | null }): T | null {
  const taken = slot.current;
  slot.current = null;
  return taken;
}

/** `Least at 9 kB, 0.00018; from there it rises 3.9-fold, up to 31 kB.` */
function turnText({ x, y }: Explored, { points }: Curve): string {
  const turn = turnOf(points);
  if (!turn) return 'It falls all the way.';
  const { least, most } = turn;
  const from = `Least at ${xText(least.x, x)}, ${pointText(least, y)}`;
  if (!most) return `${from}; beyond it stays about there.`;
  const fold = (most.mean / least.mean).toLocaleString('en', { maximumSignificantDigits: 2 });
  return `${from}; from there it rises ${fold}-fold, up to ${xText(most.x, x)}.`;
}
