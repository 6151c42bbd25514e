/** The gallery of presets: search, and a card for each preset, grouped by topic. */
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Preset } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import { LessonsAbout } from '../learn/LessonsAbout';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { EarlierWork } from './EarlierWork';
import { GALLERY } from './lazyStrings';
import { outlineOf } from './outline';
import { previewOf } from './runPreview';
import { searchPresets } from './search';
import { Thumbnail } from './Thumbnail';
import { unbroken } from './unbroken';
import './presets.css';

interface Props {
  open: boolean;
  onClose(): void;
  /** Opens the dialog "New experiment" in place of the gallery. */
  onCreate(): void;
}

/** Dialog with all presets. */
export function Gallery({ open, onClose, onCreate }: Props) {
  return (
    <Dialog title={GALLERY.title} open={open} onClose={onClose} width={960}>
      <GalleryBody onClose={onClose} onCreate={onCreate} />
    </Dialog>
  );
}

function GalleryBody({ onClose, onCreate }: Omit<Props, 'open'>) {
  const actions = useLabActions();
  const presets = useLab((s) => s.presets);
  const chosen = useLab((s) => s.presetId);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const found = searchPresets(presets, query);
  const topics = topicsOf(presets);
  // The topic of the first preset found comes first, because Enter opens that preset.
  const shownTopics = topicsOf(found);
  const openPreset = (preset: Preset): void => {
    actions.openPreset(preset.id);
    onClose();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const only = found[0];
    if (event.key === 'Enter' && only) openPreset(only);
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      list.current?.querySelector('button')?.focus();
    }
  };

  return (
    <div className="gallery column">
      <input
        className="input"
        type="search"
        placeholder={GALLERY.placeholder}
        aria-label={GALLERY.search}
        data-first-focus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="gallery-head row">
        <p className="note" role="status">
          {presets.length === 0
            ? GALLERY.compiling
            : found.length === 0
              ? GALLERY.none(query.trim(), presets.length, topics)
              : found.length === presets.length
                ? GALLERY.all(presets.length)
                : GALLERY.found(found.length, presets.length)}
        </p>
        <Button icon="add" aria-haspopup="dialog" onClick={onCreate} text={GALLERY.create} />
      </div>
      <div ref={list} className="topics" onKeyDown={moveFocus}>
        {shownTopics.map((topic, i) => (
          <section key={topic} aria-labelledby={`topic-${i}`}>
            <h3 id={`topic-${i}`}>{topic}</h3>
            <ul className="cards">
              {found
                .filter((preset) => preset.topic === topic)
                .map((preset) => (
                  <li key={preset.id}>
                    <Card preset={preset} current={preset.id === chosen} onOpen={openPreset} />
                    <LessonsAbout kind="presets" id={preset.id} className="card-lesson" onFollow={onClose} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
      {query === '' && <EarlierWork onClose={onClose} />}
    </div>
  );
}

function Card({
  preset,
  current,
  onOpen,
}: {
  preset: Preset;
  current: boolean;
  onOpen(preset: Preset): void;
}) {
  const catalog = useLab((s) => s.catalog);
  const outline = useMemo(() => outlineOf(preset.scenario, catalog), [preset, catalog]);
  return (
    <Button
      kind="card"
      data-preset={preset.id}
      aria-current={current || undefined}
      onClick={() => onOpen(preset)}
    >
      <Thumbnail outline={outline} preview={previewOf(preset.id)} />
      <span className="card-title">{preset.title}</span>
      <span className="card-notice">{unbroken(preset.notice)}</span>
      <span className="card-source">{preset.source}</span>
    </Button>
  );
}

/** Returns the topics of presets, in the order of their first preset. */
const topicsOf = (presets: readonly Preset[]): string[] => [...new Set(presets.map(({ topic }) => topic))];

/** Moves the focus between the cards by arrow keys. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const cards = [...event.currentTarget.querySelectorAll('button')];
  const here = cards.findIndex((card) => card === document.activeElement);
  cards[Math.min(cards.length - 1, Math.max(0, here + step))]?.focus();
}
