/** Formulas in TeX as elements of MathML, drawn by Temml, within limits. */
import temml from 'temml';

/** Largest number of expansions of macros, and size of an element in em: a formula cannot hang or fill the page. */
const OPTIONS = { maxExpand: 100, maxSize: [10, 10] as [number, number], trust: false, throwOnError: true };

/** Longest text of a formula, characters. */
const LONGEST = 2000;
/** Deepest nesting and largest number of its elements; browsers draw deep trees by recursion. */
const DEEPEST = 60;
const MOST = 4000;

/** A drawn formula, or why it cannot be drawn, as the rest of a sentence. */
export type Drawn = { ok: true; element: Element } | { ok: false; reason: Reason };

/** Reason for which a formula is not drawn; `tex` is the complaint of the library. */
export type Reason = { kind: 'long' | 'deep' | 'incomplete' } | { kind: 'tex'; message: string };

/** Draws a formula. Whatever the library throws, the result says why. */
export function drawFormula(tex: string, block: boolean): Drawn {
  if (tex.length > LONGEST) return { ok: false, reason: { kind: 'long' } };
  const box = document.createElement('span');
  try {
    temml.render(tex, box, { ...OPTIONS, displayMode: block });
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
  const element = box.firstElementChild;
  if (!element) return { ok: false, reason: { kind: 'incomplete' } };
  if (isTooLarge(element)) return { ok: false, reason: { kind: 'deep' } };
  return { ok: true, element };
}

function reasonOf(error: unknown): Reason {
  if (error instanceof RangeError) return { kind: 'deep' };
  if (!(error instanceof Error) || error.name !== 'ParseError') return { kind: 'incomplete' };
  // "Expected 'EOF', got '&' at position 1: &": the rest repeats the formula.
  return {
    kind: 'tex',
    message: error.message.replace(/ at (?:position \d+|end of input)[\s\S]*$/, '').trim(),
  };
}

function isTooLarge(root: Element): boolean {
  let level: Element[] = [root];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    count += level.length;
    if (depth > DEEPEST || count > MOST) return true;
    level = level.flatMap(({ children }) => [...children]);
  }
  return false;
}
