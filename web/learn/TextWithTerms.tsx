/** A text whose terms show their definitions. It is plain text until the glossary is loaded. */
import { useMemo } from 'react';
import { useLazy } from '../ui/lazy';
import { glossary } from './lazyGlossary';
import { Term } from './Term';

/** Text of a help or a label, with the first occurrence of each term of the glossary marked. */
export function TextWithTerms({ text }: { text: string }) {
  const here = useLazy(glossary);
  const pieces = useMemo(() => here?.withTerms(text, here.ENTRIES) ?? [{ text, entry: null }], [here, text]);
  return pieces.map(({ text, entry }, i) =>
    entry ? (
      <Term key={i} id={entry.id}>
        {text}
      </Term>
    ) : (
      text
    ),
  );
}
