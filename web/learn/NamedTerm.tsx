/** A word that its author marks as a term of the glossary. It is plain text until the glossary is loaded. */
import { useLazy } from '../ui/lazy';
import { glossary } from './lazyGlossary';
import { Term } from './Term';

/** Word with the definition of its entry; without one if the glossary has no such entry. */
export function NamedTerm({ name }: { name: string }) {
  const here = useLazy(glossary);
  const entry = here?.entryNamed(here.ENTRIES, name) ?? null;
  return entry ? <Term id={entry.id}>{name}</Term> : name;
}
