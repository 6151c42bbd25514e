/** The toolbar with its commands for the selected element; the keys do the same. */
import type { Catalog } from '../engine/catalog';
import type { Scenario } from '../scenario/types';
import { additions } from './additions';
import { keyOf } from './canvas';
import { duplicate, flip, move, remove, rename, type Element } from './edits';
import { TOOLBAR } from './strings';
import { nameOf } from './text';
import { Toolbar, type ToolbarProps } from './Toolbar';
import type { ConnectControl } from './useConnecting';
import type { Editor } from './useEditor';

type Props = Pick<ToolbarProps, 'adding' | 'setAdding' | 'renaming' | 'setRenaming'> & {
  catalog: Catalog | null;
  scenario: Scenario;
  editor: Editor;
  connecting: ConnectControl;
  zoom(factor: number): void;
  fit(): void;
};

/** Toolbar below the drawing. */
export function ElementToolbar({ catalog, scenario, editor, connecting, zoom, fit, ...state }: Props) {
  const { selected } = editor;
  const on =
    (act: (element: Element) => void): (() => void) =>
    () => {
      if (selected) act(selected);
    };
  const change = (
    make: (scenario: Scenario, element: Element) => ReturnType<typeof remove>,
    otherwise?: string,
  ) => on((element) => editor.apply(make(scenario, element), otherwise));
  const removable = selected?.kind !== 'bottleneck' || scenario.bottlenecks.length > 1;

  return (
    <Toolbar
      {...state}
      choices={additions(catalog)}
      selected={selected && { kind: selected.kind, name: shownName(scenario, selected) }}
      removable={removable}
      movable={selected !== null && scenario[`${selected.kind}s`].length > 1}
      connecting={connecting.state?.held === null ? connecting.state.step : null}
      act={{
        add: (what) => editor.apply(what.add(scenario, selected)),
        connect: on(({ id }) => {
          connecting.begin(id);
          editor.focus(keyOf({ kind: 'group', id }));
        }),
        confirm: () => connecting.choose(connecting.state?.choice ?? -1),
        cancel: connecting.cancel,
        flip: change((now, { id }) => flip(now, id)),
        duplicate: change(duplicate),
        move: (steps) => change((now, element) => move(now, element, steps), TOOLBAR.atEnd)(),
        rename: (name) => {
          if (selected) editor.focus(keyOf(selected));
          if (name !== null) change((now, element) => rename(now, element, name))();
        },
        remove: change(remove, TOOLBAR.onlyBottleneck),
        zoom,
        fit,
      }}
    />
  );
}

function shownName(scenario: Scenario, { kind, id }: Element): string {
  const element = scenario[`${kind}s`].find((each) => each.id === id);
  return element ? nameOf(element) : id;
}
