/** The parameters of what is selected on the canvas, with a list of all that can be selected. */
import { useId } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { stillThere, type Selection } from '../lab/state';
import { warningsAbout } from '../lab/warnings';
import { useHere } from '../ui/later';
import { SectionForm, SectionHelp } from './Form';
import { warningList } from './lazyWarnings';
import { listOf, rename } from './rename';
import { selectableItems } from './selectable';
import './controls.css';

/** Lists that are edited on the canvas. */
const ON_CANVAS = ['bottlenecks', 'edges', 'groups'];

export function Inspector() {
  const id = useId();
  const lab = useThisLab();
  const { catalog, current } = useLab((s) => ({ catalog: s.catalog, current: s.current }));
  const selected = useLab((s) => s.selection);
  if (!catalog || !current) return <p className="note waiting">Parameters appear once the simulator runs.</p>;

  const selection = stillThere(selected, current);
  const section = catalog.sections[selection.kind];
  const things = selectableItems(current);
  return (
    <div className="inspector">
      <div className="inspector-head">
        <label htmlFor={id} className="visually-hidden">
          Parameters of
        </label>
        <select
          id={id}
          className="input title"
          value={keyOf(selection)}
          onChange={(event) => {
            const next = things.find((thing) => keyOf(thing.selection) === event.currentTarget.value);
            if (next) lab.actions.select(next.selection);
          }}
        >
          {things.map((thing) => (
            <option key={keyOf(thing.selection)} value={keyOf(thing.selection)}>
              {thing.label}
            </option>
          ))}
        </select>
        {section && <SectionHelp section={section} />}
      </div>
      <Warnings selection={selection} />
      {section && (
        <SectionForm
          key={keyOf(selection)}
          section={section}
          path={pathOf(selection)}
          omit={ON_CANVAS}
          {...(selection.kind !== 'scenario' && {
            onRename: (name: string) => rename(lab, selection.kind, selection.id, name),
          })}
        />
      )}
      <p className="note legend">
        <span className="restarts">↻</span> restarts the run. Other changes apply immediately.
      </p>
    </div>
  );
}

/** What there is to know of this thing before its figures are believed. */
function Warnings({ selection }: { selection: Selection }) {
  const warnings = useLab((s) => warningsAbout(s, selection));
  const part = useHere(warningList);
  if (warnings.length === 0 || !part) return null;
  return (
    <section aria-label="Warnings">
      <part.WarningList warnings={warnings} folds />
    </section>
  );
}

const keyOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? 'scenario' : `${selection.kind}:${selection.id}`;

const pathOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? '' : `${listOf[selection.kind]}.${selection.id}`;
