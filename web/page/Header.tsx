/** The header: tabs of the views, title of the experiment, undo and redo, and tools of the open view. */
import type { ReactNode } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { Icon, type IconName } from '../ui/Icon';
import { ThemeToggle } from '../ui/ThemeToggle';
import { MESSAGE } from '../lab/strings';
import { HEADER, PAGE } from './strings';

interface HeadProps {
  /** Tabs of the views. */
  tabs: ReactNode;
  /** Tools of the open view. */
  children: ReactNode;
  onKeys(): void;
}

/** Header of the page. */
export function Header({ tabs, children, onKeys }: HeadProps) {
  return (
    <header className="header">
      <h1>{PAGE.name}</h1>
      {tabs}
      {children}
      <ThemeToggle />
      <button
        type="button"
        className="button quiet icon-only keys-button"
        aria-label={HEADER.keys}
        title={HEADER.keysHint}
        onClick={onKeys}
      >
        <Icon name="help" />
      </button>
    </header>
  );
}

interface Props {
  /** True while run B is open. */
  split: boolean;
  onSave(): void;
  onSplit(): void;
  onPresets(): void;
  onSweep(): void;
  onShare(): void;
}

/** Title of the experiment and tools of the Lab, within the header. */
export function LabTools({ split, onSave, onSplit, onPresets, onSweep, onShare }: Props) {
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
        title={HEADER.presetsHint}
        onClick={onPresets}
      >
        <span>{title === null ? HEADER.presets : title || MESSAGE.untitled}</span>
        <Icon name="down" />
      </button>
      <span className="header-tools">
        <button
          type="button"
          className="button quiet icon-only"
          aria-label={HEADER.undo}
          title={HEADER.undoHint}
          disabled={!canUndo}
          onClick={actions.undo}
        >
          <Icon name="undo" />
        </button>
        <button
          type="button"
          className="button quiet icon-only"
          aria-label={HEADER.redo}
          title={HEADER.redoHint}
          disabled={!canRedo}
          onClick={actions.redo}
        >
          <Icon name="redo" />
        </button>
      </span>
      <span className="header-tools end">
        <Tool icon="keep" name={HEADER.save} title={HEADER.saveHint} off={!ready} onClick={onSave} />
        <Tool
          icon="beside"
          name={HEADER.split}
          id="run-beside"
          pressed={split}
          title={split ? HEADER.closeHint : HEADER.splitHint}
          off={!ready}
          onClick={onSplit}
        />
        <Tool icon="sweep" name={HEADER.sweep} title={HEADER.sweepHint} off={!ready} onClick={onSweep} />
        <Tool icon="share" name={HEADER.share} title={HEADER.shareHint} off={!ready} onClick={onShare} />
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
