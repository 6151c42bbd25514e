/** The parameters of what is selected on the canvas, with a list of all that can be selected. */
import { useId } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { stillThere, type Selection } from '../lab/state';
import { warningsAbout } from '../lab/warnings';
import { Select } from '../ui/Select';
import { useLazy } from '../ui/lazy';
import { SectionForm, SectionHelp } from './Form';
import { warningList } from './lazyWarnings';
import { INSPECTOR } from './lazyStrings';
import { listOf, rename } from './rename';
import { selectableItems } from './selectable';
import { WAITING } from './strings';
import './controls.css';
import './warnings.css';

/** Parameters of the experiment that are edited on the canvas. */
const ON_CANVAS = ['bottlenecks', 'edges', 'groups'];

/** The form of the selected item. */
export function Inspector() {
  const id = useId();
  const lab = useThisLab();
  const { catalog, current } = useLab((s) => ({ catalog: s.catalog, current: s.current }));
  const selected = useLab((s) => s.selection);
  if (!catalog || !current) return <p className="note waiting">{WAITING}</p>;

  const selection = stillThere(selected, current);
  const section = catalog.sections[selection.kind];
  const items = selectableItems(current);
  return (
    <div className="inspector column tight">
      <div className="inspector-head row tight">
        <label htmlFor={id} className="visually-hidden">
          {INSPECTOR.label}
        </label>
        <Select
          id={id}
          className="input title"
          value={keyOf(selection)}
          onChoose={(key) => {
            const next = items.find((item) => keyOf(item.selection) === key);
            if (next) lab.actions.select(next.selection);
          }}
          options={items.map((item) => [keyOf(item.selection), item.label])}
        />
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
        <span className="restarts">{INSPECTOR.restartSign}</span> {INSPECTOR.legend}
      </p>
    </div>
  );
}

/** Warnings about the selected item. */
function Warnings({ selection }: { selection: Selection }) {
  const warnings = useLab((s) => warningsAbout(s, selection));
  const part = useLazy(warningList);
  if (warnings.length === 0 || !part) return null;
  return (
    <section aria-label={INSPECTOR.warnings}>
      <part.WarningList warnings={warnings} folds />
    </section>
  );
}

const keyOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? 'scenario' : `${selection.kind}:${selection.id}`;

const pathOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? '' : `${listOf[selection.kind]}.${selection.id}`;
