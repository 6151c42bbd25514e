/** All presets, to be searched and opened: each an ordinary experiment with what to notice in it. */
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import type { Preset } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import { Dialog } from '../ui/Dialog';
import { EarlierWork } from './EarlierWork';
import { outlineOf } from './outline';
import { searchPresets } from './search';
import { Thumbnail } from './Thumbnail';
import { unbroken } from './unbroken';
import './presets.css';

interface Props {
  open: boolean;
  onClose(): void;
}

export function Gallery({ open, onClose }: Props) {
  return (
    <Dialog title="Presets" open={open} onClose={onClose} width={960}>
      <GalleryBody onClose={onClose} />
    </Dialog>
  );
}

function GalleryBody({ onClose }: { onClose(): void }) {
  const actions = useLabActions();
  const presets = useLab((s) => s.presets);
  const chosen = useLab((s) => s.presetId);
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const found = searchPresets(presets, query);
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
    <div className="gallery">
      <input
        className="input"
        type="search"
        placeholder="Find a preset: a word of its title, notice or source"
        aria-label="Find a preset"
        data-first-focus
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p className="note" role="status">
        {presets.length === 0
          ? 'Presets come with the simulator, which is still being compiled.'
          : found.length === 0
            ? `No preset has “${query.trim()}” in its texts.`
            : `${found.length} of ${presets.length} presets. Enter opens the first.`}
      </p>
      <ul ref={list} className="cards" onKeyDown={walk}>
        {found.map((preset) => (
          <li key={preset.id}>
            <Card preset={preset} current={preset.id === chosen} onOpen={openPreset} />
          </li>
        ))}
      </ul>
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
    <button
      type="button"
      className="card"
      data-preset={preset.id}
      aria-current={current || undefined}
      onClick={() => onOpen(preset)}
    >
      <Thumbnail outline={outline} />
      <span className="card-title">{preset.title}</span>
      <span className="card-notice">{unbroken(preset.notice)}</span>
      <span className="card-source">{preset.source}</span>
    </button>
  );
}

/** Arrow keys walk through the cards. */
function walk(event: KeyboardEvent<HTMLUListElement>): void {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const cards = [...event.currentTarget.querySelectorAll('button')];
  const here = cards.findIndex((card) => card === document.activeElement);
  cards[Math.min(cards.length - 1, Math.max(0, here + step))]?.focus();
}
