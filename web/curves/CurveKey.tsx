/** Which line is which, where there are several curves. */
import { SvgPen } from '../charts/svg';
import { segmentsShape } from '../charts/shapes';
import type { Theme } from '../charts/theme';
import type { Curve } from './data';
import type { Field } from './fields';
import type { CurveStyle } from './paint';
import { curveText } from './studyText';

interface Props {
  curves: readonly Curve[];
  styles: readonly CurveStyle[];
  fields: readonly Field[];
  theme: Theme;
  /** What to know of the values on the x axis; empty where there is nothing to say. */
  step: string;
}

export function CurveKey({ curves, styles, fields, theme, step }: Props) {
  const isSingle = curves.length < 2;
  if (isSingle && step === '') return null;
  if (isSingle) return <p className="note curve-step">{step}</p>;
  return (
    <>
      <ul className="curve-key" aria-label="Curves">
        {curves.map((curve, i) => {
          const words = curveText(curve, fields);
          return (
            <li key={words}>
              <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: keyOf(styles[i], theme) }} />
              {words}
            </li>
          );
        })}
      </ul>
      {step !== '' && <p className="note curve-step">{step}</p>}
    </>
  );
}

/** Drawn by our own pen. */
function keyOf(ink: CurveStyle | undefined, theme: Theme): string {
  const pen = new SvgPen('key');
  if (ink) {
    const colour = theme.colours[ink.colour];
    pen.stroke(segmentsShape([0, 7, 30, 7]), { colour, width: 2, dash: ink.dash });
    pen.symbols(ink.marker, [15, 7], 6, colour, theme.colours.surface);
  }
  return pen.finish({ width: 30, height: 14 }, theme.font, '', '');
}
