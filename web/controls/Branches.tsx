/** The ways that the run took and left, each to be taken up again where it had come to. */
import { useLab, useLabActions } from '../lab/context';
import { closeAround } from '../ui/Popover';
import { figure } from './quantity';

export function Branches({ ready }: { ready: boolean }) {
  const actions = useLabActions();
  const branches = useLab((s) => s.branches);
  if (branches.length === 0) return null;
  return (
    <section className="ways" aria-label="Branches that the run left">
      <p className="note">Branches that the run left, which go on as they were:</p>
      <ul>
        {branches.map(({ id, from_s, reached_s, document }) => (
          <li key={id}>
            <span>
              left at {figure(from_s, 's', 4)}, had come to {figure(reached_s, 's', 4)}
              {changesText(document.edits.length)}
            </span>
            <button
              type="button"
              className="button"
              disabled={!ready}
              onClick={(event) => {
                actions.takeUpWay(id);
                closeAround(event.currentTarget);
              }}
            >
              Take up
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const changesText = (edits: number): string =>
  edits === 0 ? ', unchanged' : `, with ${edits} ${edits === 1 ? 'change' : 'changes'}`;
