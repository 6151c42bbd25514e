/** Earlier branches of the run, each of which can be resumed where it stopped. */
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { closeAround } from '../ui/Popover';
import { BRANCHES } from './lazyStrings';
import { formatRounded } from './quantity';

/** List of the earlier branches; empty until an edit in the past makes one. */
export function Branches({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const branches = useLab((s) => s.branches);
  if (branches.length === 0) return null;
  return (
    <section className="branches" aria-label={BRANCHES.label}>
      <p className="note">{BRANCHES.title}</p>
      <ul>
        {branches.map(({ id, from_s, reached_s, document }) => (
          <li key={id}>
            <span>
              {BRANCHES.branch(formatRounded(from_s, 's', 4), formatRounded(reached_s, 's', 4))}
              {document.edits.length === 0 ? BRANCHES.unchanged : BRANCHES.edits(document.edits.length)}
            </span>
            <Button
              disabled={!ready}
              onClick={(event) => {
                actions.switchBranch(id);
                closeAround(event.currentTarget);
              }}
              text={BRANCHES.resume}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
