/** A slider that moves a model over a figure, with what it comes to in words. */
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { DeskThread } from '../study/desk-thread';
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
  const ask = useModel();
  const text = (at: number): string => `${Math.round(toldAt(chart.explore, at) * 100) / 100} ${unit}`.trim();
  const move = (to: number): void => {
    setStep(to);
    const xs = placesOf(chart);
    void ask(askedAt(artefact, chart, xs, to)).then((answers) => {
      if (!answers) return;
      const curve = movedCurve(chart, xs, answers, `the model with ${text(to)}`);
      setMoved(curve);
      onMoved(curve);
    });
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
        {moved ? turnText(chart, moved) : ''}
      </p>
    </div>
  );
}

/** Asks a model; of what is asked while it works only the last is answered, what came before gets null. */
function useModel() {
  const thread = useRef<DeskThread | null>(null);
  const last = useRef(0);
  useEffect(() => () => thread.current?.close(), []);
  return useCallback(async (asked: ReturnType<typeof askedAt>) => {
    const mine = ++last.current;
    thread.current ??= new DeskThread();
    const answers = await thread.current.ask({ type: 'model', asked }).catch(() => null);
    return mine === last.current ? answers : null;
  }, []);
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
