/** Legend of a chart with several curves, and a note on the values of the x axis. */
import { SvgRenderer } from '../plot/svg';
import { segmentsShape } from '../plot/shapes';
import type { Theme } from '../plot/theme';
import type { Curve } from './data';
import type { Field } from './fields';
import type { CurveStyle } from './paint';
import { CHART } from './strings';
import { curveText } from './studyText';

interface Props {
  curves: readonly Curve[];
  styles: readonly CurveStyle[];
  fields: readonly Field[];
  theme: Theme;
  /** Note on the values of the x axis; empty if there is none. */
  step: string;
}

/** Shows the legend; of a single curve only the note. */
export function CurveKey({ curves, styles, fields, theme, step }: Props) {
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
              <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: sampleOf(styles[i], theme) }} />
              {text}
            </li>
          );
        })}
      </ul>
      {step !== '' && <p className="note curve-step">{step}</p>}
    </>
  );
}

/** Sample of a curve's line, as SVG. */
function sampleOf(style: CurveStyle | undefined, theme: Theme): string {
  const renderer = new SvgRenderer('key');
  if (style) {
    const color = theme.colors[style.color];
    renderer.stroke(segmentsShape([0, 7, 30, 7]), { color, width: 2, dash: style.dash });
    renderer.symbols(style.marker, [15, 7], 6, color, theme.colors.surface);
  }
  return renderer.finish({ width: 30, height: 14 }, theme.font, '', '');
}
