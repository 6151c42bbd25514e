/** The figures of the run so far, folded away until someone wants them. */
import { useState } from 'react';
import { useLab } from '../lab/context';
import { useHere } from '../ui/later';
import { summaryFigures } from './laterParts';

export function SummaryPanel() {
  const [open, setOpen] = useState(false);
  const name = useLab((s) => s.name);
  const part = useHere(summaryFigures);
  const toggled = (now: boolean): void => {
    setOpen(now);
    if (now) void summaryFigures.need();
  };
  return (
    <details className="panel summary" onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>
        <h2>Summary</h2>
      </summary>
      {open && part && <part.SummaryFigures key={name} />}
    </details>
  );
}
