/** The top line: the rooms, which experiment this is, taking steps back, and handing it on. */
import type { ReactNode } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { Icon, type IconName } from '../ui/Icon';
import { ThemeToggle } from '../ui/ThemeToggle';

interface HeadProps {
  /** The doors to the rooms. */
  rooms: ReactNode;
  /** What the room that is open has to say and to offer. */
  children: ReactNode;
  onKeys(): void;
}

export function Header({ rooms, children, onKeys }: HeadProps) {
  return (
    <header className="header">
      <h1>Bufferlab</h1>
      {rooms}
      {children}
      <ThemeToggle />
      <button
        type="button"
        className="button quiet icon-only keys-button"
        aria-label="Keys and help"
        title="Keys (?)"
        onClick={onKeys}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

interface Props {
  /** True while run B is open. */
  beside: boolean;
  onKeep(): void;
  onBeside(): void;
  onPresets(): void;
  onSweep(): void;
  onShare(): void;
}

/** The Lab's part of the line. */
export function LabTools({ beside, onKeep, onBeside, onPresets, onSweep, onShare }: Props) {
  const actions = useLabActions();
  const title = useLab((s) => s.document?.title ?? null);
  const { canUndo, canRedo } = useLab((s) => s.history);
  const ready = useLab((s) => s.document !== null);
  return (
    <>
      <button
        type="button"
        className="button quiet title-button"
        aria-haspopup="dialog"
        title="Choose a preset (/)"
        onClick={onPresets}
      >
        <span>{title === null ? 'Presets' : title || 'Untitled experiment'}</span>
        <Icon name="down" />
      </button>
      <span className="header-tools">
        <button
          type="button"
          className="button quiet icon-only"
          aria-label="Undo"
          title="Undo (z)"
          disabled={!canUndo}
          onClick={actions.undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="button quiet icon-only"
          aria-label="Redo"
          title="Redo (Shift+z)"
          disabled={!canRedo}
          onClick={actions.redo}
        >
          <Icon name="redo" />
        </button>
      </span>
      <span className="header-tools end">
        <Tool icon="keep" name="Keep" title="Keep this run (k)" off={!ready} onClick={onKeep} />
        <Tool
          icon="beside"
          name="Run beside"
          id="run-beside"
          pressed={beside}
          title={beside ? 'Close run B (b)' : 'Open a copy of this run beside it (b)'}
          off={!ready}
          onClick={onBeside}
        />
        <Tool icon="sweep" name="Sweep" title="Sweep (w)" off={!ready} onClick={onSweep} />
        <Tool icon="share" name="Share" title="Share (s)" off={!ready} onClick={onShare} />
      </span>
    </>
  );
}

interface ToolProps {
  icon: IconName;
  name: string;
  title: string;
  off: boolean;
  id?: string;
  pressed?: boolean;
  onClick(): void;
}

function Tool({ icon, name, title, off, id, pressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      id={id}
      className={`button quiet ${icon}-button`}
      aria-pressed={pressed}
      title={title}
      disabled={off}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span>{name}</span>
    </button>
  );
}
