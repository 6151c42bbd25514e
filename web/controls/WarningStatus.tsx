/** The warnings in the run bar: new ones are announced, and a button shows their number and opens the list. */
import { useEffect } from 'react';
import { useLab } from '../lab/context';
import type { LabState } from '../lab/state';
import { allWarnings } from '../lab/warnings';
import { useLazy } from '../ui/lazy';
import { WARNINGS } from './lazyStrings';
import { warningList } from './lazyWarnings';

/** Button with the number of warnings, and the announcement of their names. */
export function WarningStatus() {
  const names = useLab(warningNames);
  const part = useLazy(warningList);
  const some = names.length > 0;
  useEffect(() => {
    if (some) void warningList.fetch();
  }, [some]);
  return (
    <>
      <span role="status" className="visually-hidden">
        {some && WARNINGS.status(names)}
      </span>
      {some && part && <part.WarningButton />}
    </>
  );
}

/** Names of the kinds of warnings, each once. Unlike the sentences, they do not change while a run plays. */
function warningNames(state: LabState): string[] {
  const all = allWarnings(state);
  const given = state.catalog?.warnings.filter(({ id }) => all.some((warning) => warning.id === id));
  return given?.map(({ label }) => label) ?? [];
}
