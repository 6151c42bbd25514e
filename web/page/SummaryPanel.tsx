/** Panel with the statistics of the run so far, closed at first. */
import { useState } from 'react';
import { useLab } from '../lab/context';
import { useLazy } from '../ui/lazy';
import { summaryStatistics } from './lazyParts';
import { REGION } from './strings';

/** Panel that asks for the statistics while it is open. */
export function SummaryPanel() {
  const [open, setOpen] = useState(false);
  const name = useLab((s) => s.name);
  const part = useLazy(summaryStatistics);
  const toggled = (now: boolean): void => {
    setOpen(now);
    if (now) void summaryStatistics.load();
  };
  return (
    <details className="panel summary" onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>
        <h2>{REGION.summary}</h2>
      </summary>
      {open && part && <part.SummaryStatistics key={name} />}
    </details>
  );
}
