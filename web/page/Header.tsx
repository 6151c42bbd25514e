/** The header: tabs of the views, title of the experiment, undo and redo, and tools of the open view. */
import type { ReactNode } from 'react';
import { useLab, useLabActions } from '../lab/context';
import { Button, type ButtonProps } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import { ThemeToggle } from '../ui/ThemeToggle';
import { MESSAGE } from '../lab/strings';
import { shownTitle } from '../lab/title';
import { DOCS_PAGE, HEADER, PAGE } from './strings';

interface HeadProps {
  /** Tabs of the views. */
  tabs: ReactNode;
  /** Tools of the open view. */
  children: ReactNode;
  onKeys(): void;
  /** Opens and closes the welcome. */
  onName(): void;
  onSearch(): void;
}

/** Header of the page. */
export function Header({ tabs, children, onKeys, onName, onSearch }: HeadProps) {
  return (
    <header className="header row tight">
      <h1>
        <Button kind="name-button" title={HEADER.nameHint} onClick={onName} text={PAGE.name} />
      </h1>
      {tabs}
      {children}
      <Button
        quiet
        className="search-button"
        icon="find"
        label={HEADER.search}
        title={HEADER.searchHint}
        aria-haspopup="dialog"
        onClick={onSearch}
      />
      <a
        className="button quiet icon-only docs-link"
        href={DOCS_PAGE}
        target="_blank"
        rel="noopener"
        aria-label={HEADER.docs}
        title={HEADER.docsHint}
      >
        <Icon name="book" />
      </a>
      <ThemeToggle />
      <Button
        quiet
        className="keys-button"
        icon="help"
        label={HEADER.keys}
        title={HEADER.keysHint}
        onClick={onKeys}
      />
    </header>
  );
}

interface Props {
  /** True while run B is open. */
  split: boolean;
  onSave(): void;
  onSplit(): void;
  onPresets(): void;
  onCreate(): void;
  onSweep(): void;
  onShare(): void;
}

/** Title of the experiment and tools of the Lab, within the header. */
export function LabTools({ split, onSave, onSplit, onPresets, onCreate, onSweep, onShare }: Props) {
  const actions = useLabActions();
  const title = useLab((s) => (s.document ? shownTitle(s) : null));
  const { canUndo, canRedo } = useLab((s) => s.history);
  const ready = useLab((s) => s.document !== null);
  return (
    <>
      <Button
        quiet
        className="title-button"
        aria-haspopup="dialog"
        title={HEADER.presetsHint}
        onClick={onPresets}
      >
        <span>{title === null ? HEADER.presets : title || MESSAGE.untitled}</span>
        <Icon name="down" />
      </Button>
      <span className="header-tools row">
        <Button
          quiet
          className="create-button"
          icon="add"
          label={HEADER.create}
          title={HEADER.createHint}
          aria-haspopup="dialog"
          onClick={onCreate}
        />
        <Button
          quiet
          icon="undo"
          label={HEADER.undo}
          title={HEADER.undoHint}
          disabled={!canUndo}
          onClick={actions.undo}
        />
        <Button
          quiet
          icon="redo"
          label={HEADER.redo}
          title={HEADER.redoHint}
          disabled={!canRedo}
          onClick={actions.redo}
        />
      </span>
      <span className="header-tools end row">
        <Tool icon="keep" name={HEADER.save} title={HEADER.saveHint} disabled={!ready} onClick={onSave} />
        <Tool
          icon="beside"
          name={HEADER.split}
          id="run-beside"
          aria-pressed={split}
          title={split ? HEADER.closeHint : HEADER.splitHint}
          disabled={!ready}
          onClick={onSplit}
        />
        <Tool icon="sweep" name={HEADER.sweep} title={HEADER.sweepHint} disabled={!ready} onClick={onSweep} />
        <Tool icon="share" name={HEADER.share} title={HEADER.shareHint} disabled={!ready} onClick={onShare} />
      </span>
    </>
  );
}

/** Button with a name that a narrow screen hides. */
function Tool({ name, icon, ...button }: ButtonProps & { name: string; icon: IconName }) {
  return <Button quiet className={`${icon}-button`} icon={icon} text={<span>{name}</span>} {...button} />;
}
