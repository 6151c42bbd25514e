/** A formula in TeX, drawn as MathML. One that cannot be drawn is shown as text, with the reason. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { drawFormula } from '../format/formula';
import { FORMULA } from '../viewStrings';

/** Formula in the line, or as a block. */
export function Formula({ tex, block = false }: { tex: string; block?: boolean }) {
  const frame = useRef<HTMLElement>(null);
  const drawn = useMemo(() => drawFormula(tex, block), [tex, block]);
  useLayoutEffect(() => {
    if (drawn.ok) frame.current?.replaceChildren(drawn.element);
  }, [drawn]);
  // React does not know the drawn element, so the two forms never share a span.
  if (drawn.ok)
    return <span key="drawn" ref={frame} className={block ? 'lesson-formula block' : 'lesson-formula'} />;
  return (
    <span key="text" className="lesson-formula wrong">
      <code>{tex.length > SHOWN ? `${tex.slice(0, SHOWN)} …` : tex}</code>{' '}
      <span className="problem">{FORMULA.wrong(drawn.reason)}</span>
    </span>
  );
}

/** Characters of a formula that cannot be drawn that are shown. */
const SHOWN = 80;
