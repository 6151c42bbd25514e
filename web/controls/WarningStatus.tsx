/** That there are warnings, in the run bar: news is announced, and a button shows how many and opens their list. */
import { useEffect } from 'react';
import { useLab } from '../lab/context';
import type { LabState } from '../lab/state';
import { allWarnings } from '../lab/warnings';
import { useHere } from '../ui/later';
import { warningList } from './lazyWarnings';

export function WarningStatus() {
  const names = useLab(warningNames);
  const part = useHere(warningList);
  const some = names.length > 0;
  useEffect(() => {
    if (some) void warningList.fetch();
  }, [some]);
  return (
    <>
      <span role="status" className="visually-hidden">
        {some && `Warnings: ${names.join(', ')}.`}
      </span>
      {some && part && <part.WarningButton />}
    </>
  );
}

/** What they are called, each once: unlike their sentences, this stays while a run goes on. */
function warningNames(state: LabState): string[] {
  const all = allWarnings(state);
  const given = state.catalog?.warnings.filter(({ id }) => all.some((warning) => warning.id === id));
  return given?.map(({ label }) => label) ?? [];
}
