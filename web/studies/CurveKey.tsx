/** Legend of a chart with several curves, and a note on the values of the x axis. */
import { LineKey } from '../plot/LineKey';
import type { LineStyle } from '../plot/marks';
import type { Curve } from './data';
import type { Field } from './fields';

import { CHART } from './strings';
import { curveText } from './studyText';

interface Props {
  curves: readonly Curve[];
  styles: readonly LineStyle[];
  fields: readonly Field[];
  /** Note on the values of the x axis; empty if there is none. */
  step: string;
}

/** Shows the legend; of a single curve only the note. */
export function CurveKey({ curves, styles, fields, step }: Props) {
  const isSingle = curves.length < 2;
  if (isSingle && step === '') return null;
  if (isSingle) return <p className="note curve-step">{step}</p>;
  return (
    <>
      <ul className="curve-key" aria-label={CHART.curves}>
        {curves.map((curve, i) => {
          const text = curveText(curve, fields);
          return (
            <li key={text}>
              {styles[i] && <LineKey {...styles[i]} width={2} />}
              {text}
            </li>
          );
        })}
      </ul>
      {step !== '' && <p className="note curve-step">{step}</p>}
    </>
  );
}
