/** Two runs in figures and those that were kept, folded away until a run is kept. */
import { useState } from 'react';
import { useLab } from '../lab/context';
import { useHere } from '../ui/later';
import type { Comparing } from './comparing';
import { compare } from './laterParts';

export function ComparePanel({ comparing }: { comparing: Comparing }) {
  const kept = useLab((state) => state.behind !== null);
  const [[before, open], setOpen] = useState([kept, kept]);
  const part = useHere(compare);
  if (before !== kept) setOpen([kept, kept || open]);
  const toggled = (now: boolean): void => {
    setOpen([kept, now]);
    if (now) void compare.need();
  };
  return (
    <details className="panel comparison" open={open} onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>
        <h2>Comparison</h2>
      </summary>
      {open && part && <part.CompareBody controller={comparing.of(part)} />}
    </details>
  );
}
