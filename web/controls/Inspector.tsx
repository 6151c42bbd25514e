/** The parameters of what is selected on the canvas, with a list of everything that can be selected. */
import { useId } from 'react';
import { actions, useLab } from '../scenario/lab';
import type { Selection } from '../scenario/state';
import type { Scenario } from '../scenario/types';
import { SectionForm, SectionHelp } from './Form';
import { listOf, rename } from './rename';

/** Lists that are edited on the canvas. */
const ON_CANVAS = ['bottlenecks', 'edges', 'groups'];

export function Inspector() {
  const id = useId();
  const { catalog, current } = useLab((s) => ({ catalog: s.catalog, current: s.current }));
  const selected = useLab((s) => s.selection);
  if (!catalog || !current) return <p className="note waiting">Parameters appear once the simulator runs.</p>;

  const selection = existing(selected, current);
  const section = catalog.sections[selection.kind];
  const things = everything(current);
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
            if (next) actions.select(next.selection);
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
      {section && (
        <SectionForm
          key={keyOf(selection)}
          section={section}
          path={pathOf(selection)}
          omit={ON_CANVAS}
          {...(selection.kind !== 'scenario' && {
            onRename: (name: string) => rename(selection.kind, selection.id, name),
          })}
        />
      )}
      <p className="note legend">
        <span className="restarts">↻</span> restarts the run; everything else applies at once.
      </p>
    </div>
  );
}

/** The selection, or the experiment as a whole where what was selected is gone. */
export function existing(selection: Selection, scenario: Scenario): Selection {
  if (selection.kind === 'scenario') return selection;
  const found = scenario[listOf[selection.kind]].some((item) => item.id === selection.id);
  return found ? selection : { kind: 'scenario' };
}

/** Everything that has parameters, in the order of the path a packet takes. */
export function everything(scenario: Scenario): { selection: Selection; label: string }[] {
  return [
    { selection: { kind: 'scenario' }, label: 'Experiment' },
    ...scenario.groups.map(({ id, label }) => ({
      selection: { kind: 'group' as const, id },
      label: `Group ${label || id}`,
    })),
    ...scenario.edges.map(({ id }) => ({
      selection: { kind: 'edge' as const, id },
      label: `Edge router ${id}`,
    })),
    ...scenario.bottlenecks.map(({ id }) => ({
      selection: { kind: 'bottleneck' as const, id },
      label: `Bottleneck ${id}`,
    })),
  ];
}

const keyOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? 'scenario' : `${selection.kind}:${selection.id}`;

const pathOf = (selection: Selection): string =>
  selection.kind === 'scenario' ? '' : `${listOf[selection.kind]}.${selection.id}`;
