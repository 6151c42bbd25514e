/** A formula in TeX, drawn as MathML by Temml, which builds elements and no HTML text. */
import { useLayoutEffect, useRef } from 'react';
import temml from 'temml';

/** Largest number of expansions of macros, and size of an element in em: a formula cannot hang or fill the page. */
const LIMITS = { maxExpand: 100, maxSize: [10, 10] as [number, number], trust: false, throwOnError: false };

/** Formula in the line, or as a block. */
export function Formula({ tex, block = false }: { tex: string; block?: boolean }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (element.current) temml.render(tex, element.current, { ...LIMITS, displayMode: block });
  }, [tex, block]);
  return <span ref={element} className={block ? 'lesson-formula block' : 'lesson-formula'} />;
}
