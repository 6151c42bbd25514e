/** The buttons below the picture: adding, what can be done with the selected element, and the zoom. */
import { useState, type ReactNode } from 'react';
import type { Section } from '../engine/catalog';
import { Icon, type IconName } from '../ui/Icon';
import { AddMenu } from './AddMenu';

export interface ToolbarProps {
  /** Name of the selected element and its kind; null without one. */
  selected: { name: string; kind: 'bottleneck' | 'edge' | 'group' } | null;
  /** False for the last bottleneck. */
  removable: boolean;
  /** False for the only thing of its kind. */
  movable: boolean;
  /** What is being chosen; null when nothing is. */
  connecting: 'entry' | 'exit' | null;
  /** What can be added. */
  choices: readonly Section[];
  adding: boolean;
  setAdding(open: boolean): void;
  renaming: boolean;
  setRenaming(open: boolean): void;
  act: {
    add(what: Section): void;
    connect(): void;
    confirm(): void;
    cancel(): void;
    flip(): void;
    duplicate(): void;
    move(steps: 1 | -1): void;
    /** Null: the name stays. */
    rename(name: string | null): void;
    remove(): void;
    zoom(factor: number): void;
    fit(): void;
  };
}

export function Toolbar(props: ToolbarProps) {
  const { selected, connecting, renaming, choices, adding, setAdding, act } = props;
  return (
    <div
      className="topo-bar"
      role="toolbar"
      aria-label="Edit the network"
      data-connecting={connecting ?? undefined}
    >
      <AddMenu open={adding} setOpen={setAdding} choices={choices} onAdd={act.add} />
      <div className="topo-bar-element">
        {connecting && (
          <>
            <span className="topo-bar-name">
              {connecting === 'entry' ? 'Enters where?' : 'Leaves where?'}
            </span>
            <Tool label="Connect" onClick={act.confirm} />
            <Tool label="Cancel" onClick={act.cancel} />
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
      <div className="topo-bar-zoom">
        <Tool label="Zoom out" onClick={() => act.zoom(1 / 1.25)}>
          −
        </Tool>
        <Tool label="Zoom in" onClick={() => act.zoom(1.25)}>
          +
        </Tool>
        <Tool label="Fit" onClick={act.fit} />
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
          <Tool label="Connect" icon="connect" onClick={act.connect} />
          <Tool
            label="Turn round"
            icon="turn"
            title="Swap the sides of its sources and its sinks"
            onClick={act.flip}
          />
        </>
      )}
      <Tool label={row ? 'Move left' : 'Move up'} disabled={!movable} onClick={() => act.move(-1)}>
        {row ? '←' : '↑'}
      </Tool>
      <Tool label={row ? 'Move right' : 'Move down'} disabled={!movable} onClick={() => act.move(1)}>
        {row ? '→' : '↓'}
      </Tool>
      <Tool label="Rename" icon="rename" onClick={() => setRenaming(true)} />
      <Tool label="Duplicate" icon="copy" onClick={act.duplicate} />
      <Tool
        label="Delete"
        icon="remove"
        disabled={!removable}
        title={removable ? 'Delete' : 'The last bottleneck stays'}
        onClick={act.remove}
      />
    </>
  );
}

interface ToolProps {
  label: string;
  /** Stands for the name where there is no room for words; see the style sheet. */
  icon?: IconName;
  title?: string;
  disabled?: boolean;
  onClick(): void;
  children?: ReactNode;
}

/** A button named `label`, which shows that name or a sign for it. */
function Tool({ label, icon, title, disabled = false, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      className={children ? 'button quiet icon-only' : 'button quiet'}
      aria-label={children ? label : undefined}
      title={title ?? (children || icon ? label : undefined)}
      disabled={disabled}
      onClick={onClick}
    >
      {icon && <Icon name={icon} />}
      {children ?? <span>{label}</span>}
    </button>
  );
}

/** `onDone` gets the new name, or null when it is left as it was. */
function Rename({ name, onDone }: { name: string; onDone(name: string | null): void }) {
  const [text, setText] = useState(name);
  return (
    <form
      className="topo-rename"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text);
      }}
    >
      <input
        className="input"
        aria-label={`New name of ${name}`}
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
      <button type="submit" className="button quiet">
        Rename
      </button>
      <button type="button" className="button quiet" onClick={() => onDone(null)}>
        Cancel
      </button>
    </form>
  );
}
