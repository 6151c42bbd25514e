/** The buttons below the drawing: add, change the selected element, and zoom. */
import { useState } from 'react';
import { Button, type ButtonProps } from '../ui/Button';
import type { Addition } from './additions';
import { AddMenu } from './AddMenu';
import { TOOLBAR } from './strings';

/** State and commands of the toolbar. */
export interface ToolbarProps {
  /** Name and kind of the selected element; null without one. */
  selected: { name: string; kind: 'bottleneck' | 'edge' | 'group' } | null;
  /** False for the only bottleneck. */
  removable: boolean;
  /** False for the only element of its kind. */
  movable: boolean;
  /** End of a connection that is being chosen; null without a connection. */
  connecting: 'entry' | 'exit' | null;
  /** Elements that can be added. */
  choices: readonly Addition[];
  adding: boolean;
  setAdding(open: boolean): void;
  renaming: boolean;
  setRenaming(open: boolean): void;
  act: {
    add(what: Addition): void;
    connect(): void;
    confirm(): void;
    cancel(): void;
    flip(): void;
    duplicate(): void;
    move(steps: 1 | -1): void;
    /** Renames; null keeps the name. */
    rename(name: string | null): void;
    remove(): void;
    zoom(factor: number): void;
    fit(): void;
  };
}

/** Toolbar without state of its own. */
export function Toolbar(props: ToolbarProps) {
  const { selected, connecting, renaming, choices, adding, setAdding, act } = props;
  return (
    <div
      className="topo-bar row tight"
      role="toolbar"
      aria-label={TOOLBAR.label}
      data-connecting={connecting ?? undefined}
    >
      <AddMenu open={adding} setOpen={setAdding} choices={choices} onAdd={act.add} />
      <div className="topo-bar-element row">
        {connecting && (
          <>
            <span className="topo-bar-name">
              {connecting === 'entry' ? TOOLBAR.chooseEntry : TOOLBAR.chooseExit}
            </span>
            <Tool label={TOOLBAR.connect} onClick={act.confirm} />
            <Tool label={TOOLBAR.cancel} onClick={act.cancel} />
          </>
        )}
        {!connecting && selected && renaming && (
          <Rename
            key={selected.name}
            name={selected.name}
            onDone={(name) => {
              props.setRenaming(false);
              act.rename(name);
            }}
          />
        )}
        {!connecting && selected && !renaming && <ElementTools {...props} selected={selected} />}
      </div>
      <div className="topo-bar-zoom row">
        <Tool label={TOOLBAR.zoomOut} onClick={() => act.zoom(1 / 1.25)}>
          {TOOLBAR.zoomOutSign}
        </Tool>
        <Tool label={TOOLBAR.zoomIn} onClick={() => act.zoom(1.25)}>
          {TOOLBAR.zoomInSign}
        </Tool>
        <Tool label={TOOLBAR.fit} onClick={act.fit} />
      </div>
    </div>
  );
}

function ElementTools({
  selected,
  removable,
  movable,
  setRenaming,
  act,
}: ToolbarProps & { selected: { name: string; kind: string } }) {
  const row = selected.kind === 'bottleneck';
  return (
    <>
      <span className="topo-bar-name topo-bar-subject">{selected.name}</span>
      {selected.kind === 'group' && (
        <>
          <Tool label={TOOLBAR.connect} icon="connect" onClick={act.connect} />
          <Tool label={TOOLBAR.reverse} icon="turn" title={TOOLBAR.reverseTitle} onClick={act.flip} />
        </>
      )}
      <Tool label={row ? TOOLBAR.moveLeft : TOOLBAR.moveUp} disabled={!movable} onClick={() => act.move(-1)}>
        {row ? '←' : '↑'}
      </Tool>
      <Tool
        label={row ? TOOLBAR.moveRight : TOOLBAR.moveDown}
        disabled={!movable}
        onClick={() => act.move(1)}
      >
        {row ? '→' : '↓'}
      </Tool>
      <Tool label={TOOLBAR.rename} icon="rename" onClick={() => setRenaming(true)} />
      <Tool label={TOOLBAR.duplicate} icon="copy" onClick={act.duplicate} />
      <Tool
        label={TOOLBAR.delete}
        icon="remove"
        disabled={!removable}
        title={removable ? TOOLBAR.delete : TOOLBAR.onlyBottleneck}
        onClick={act.remove}
      />
    </>
  );
}

/** Button with a sign, or with a label that narrow screens replace by its icon; see the style sheet. */
function Tool({ label, title, children, ...button }: ButtonProps & { label: string }) {
  if (children) return <Button quiet className="icon-only" hint={label} text={children} {...button} />;
  const tip = title ?? (button.icon && label);
  return <Button quiet title={tip} text={<span>{label}</span>} {...button} />;
}

/** Form of a new name; `onDone` gets the name, or null if it is unchanged. */
function Rename({ name, onDone }: { name: string; onDone(name: string | null): void }) {
  const [text, setText] = useState(name);
  return (
    <form
      className="topo-rename row tight"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text);
      }}
    >
      <input
        className="input"
        aria-label={TOOLBAR.newName(name)}
        value={text}
        maxLength={60}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone(null);
        }}
      />
      <Button submit quiet text={TOOLBAR.rename} />
      <Button quiet onClick={() => onDone(null)} text={TOOLBAR.cancel} />
    </form>
  );
}
