/** How many warnings there are, in the run bar; the list opens from it, and news is announced. */
import { useEffect } from 'react';
import { useLab } from '../lab/context';
import { allWarnings, countOf, warningNames } from '../lab/warnings';
import { Icon } from '../ui/Icon';
import { useHere } from '../ui/later';
import { Popover } from '../ui/Popover';
import { warningList } from './laterParts';

/** So many are read at a glance; more are folded. */
const FEW = 2;

export function Warned() {
  const warnings = useLab(allWarnings);
  const part = useHere(warningList);
  const names = useLab(warningNames);
  const some = warnings.length > 0;
  useEffect(() => {
    if (some) void warningList.fetch();
  }, [some]);
  return (
    <>
      <span role="status" className="visually-hidden">
        {some && `${countOf(warnings)}: ${names.join(', ')}.`}
      </span>
      {some && (
        <Popover
          label={countOf(warnings)}
          className="button quiet warned"
          button={
            <>
              <Icon name="warning" />
              {warnings.length}
            </>
          }
        >
          {part && <part.WarningList warnings={warnings} leads folds={warnings.length > FEW} />}
        </Popover>
      )}
    </>
  );
}
