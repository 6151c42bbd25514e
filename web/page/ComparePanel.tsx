/** Panel with the results of two runs and the saved runs; it opens when a baseline is saved. */
import { useState } from 'react';
import { useLab } from '../lab/context';
import { useLazy } from '../ui/lazy';
import type { Comparing } from './comparing';
import { compare } from './lazyParts';
import { REGION } from './strings';

/** Panel of the comparison. */
export function ComparePanel({ comparing }: { comparing: Comparing }) {
  const hasBaseline = useLab((state) => state.baseline !== null);
  const [[before, open], setOpen] = useState([hasBaseline, hasBaseline]);
  const part = useLazy(compare);
  if (before !== hasBaseline) setOpen([hasBaseline, hasBaseline || open]);
  const toggled = (now: boolean): void => {
    setOpen([hasBaseline, now]);
    if (now) void compare.load();
  };
  return (
    <details className="panel comparison" open={open} onToggle={(event) => toggled(event.currentTarget.open)}>
      <summary>
        <h2>{REGION.comparison}</h2>
      </summary>
      {open && part && <part.CompareBody controller={comparing.of(part)} />}
    </details>
  );
}
