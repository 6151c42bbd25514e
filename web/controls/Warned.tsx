/** That there are warnings, in the run bar: news is announced, and a button shows how many and opens their list. */
import { useEffect } from 'react';
import { useLab } from '../lab/context';
import { allWarnings, warningNames } from '../lab/warnings';
import { useHere } from '../ui/later';
import { warningList } from './laterParts';

export function Warned() {
  const warnings = useLab(allWarnings);
  const names = useLab(warningNames);
  const part = useHere(warningList);
  const some = warnings.length > 0;
  // It is in the file of the forms, which is fetched at once.
  useEffect(() => void warningList.fetch(), []);
  return (
    <>
      <span role="status" className="visually-hidden">
        {some && `Warnings: ${names.join(', ')}.`}
      </span>
      {some && part && <part.WarningButton warnings={warnings} />}
    </>
  );
}
