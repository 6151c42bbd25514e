/**
 * The search as a dialog: one field over a list of results. The focus stays in the field; arrow keys choose a result, and
 * Enter opens it.
 */
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import builtPapers from 'virtual:papers';
import { useLab } from '../lab/context';
import { ENTRIES } from '../learn/entries';
import { allLessons } from '../learn/lessons';
import type { Catalog } from '../papers/catalog';
import { Dialog } from '../ui/Dialog';
import { entriesOf, type Command, type Entry } from './entries';
import { Search } from './rank';
import { KIND, SEARCH } from './strings';
import './search.css';

export type { Entry } from './entries';

interface Props {
  open: boolean;
  onClose(): void;
  commands: readonly Command[];
  /** Opens the chosen result. */
  onOpen(entry: Entry): void;
}

/** Dialog with the search. */
export function Palette({ open, onClose, commands, onOpen }: Props) {
  return (
    <Dialog title={SEARCH.title} open={open} onClose={onClose} width={640}>
      <PaletteBody {...{ onClose, commands, onOpen }} />
    </Dialog>
  );
}

function PaletteBody({ onClose, commands, onOpen }: Omit<Props, 'open'>) {
  const presets = useLab((s) => s.presets);
  const entries = useMemo(
    () =>
      entriesOf({
        presets,
        lessons: allLessons(),
        figures: (builtPapers as Catalog).cards,
        terms: ENTRIES,
        commands,
      }),
    [presets, commands],
  );
  const search = useMemo(() => new Search(entries), [entries]);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const asked = query.trim() !== '';
  const found = useMemo(
    () => (asked ? search.find(query) : entries.filter(({ kind }) => kind === 'command')),
    [asked, search, query, entries],
  );
  const at = Math.min(chosen, found.length - 1);
  const open = (entry: Entry | undefined): void => {
    if (!entry) return;
    onClose();
    onOpen(entry);
  };
  const choose = (place: number): void => {
    setChosen(place);
    document.getElementById(`${id}-${place}`)?.scrollIntoView({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const last = found.length - 1;
    const place = { ArrowDown: at < last ? at + 1 : 0, ArrowUp: at > 0 ? at - 1 : last }[event.key];
    if (event.key === 'Enter') open(found[at]);
    else if (place === undefined) return;
    else choose(place);
    event.preventDefault();
  };

  return (
    <div className="search column">
      <input
        className="input"
        type="search"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        aria-label={SEARCH.field}
        placeholder={SEARCH.placeholder}
        autoComplete="off"
        data-first-focus
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          choose(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className="note" role="status">
        {!asked ? SEARCH.about : found.length === 0 ? SEARCH.none(query.trim()) : SEARCH.found(found.length)}
      </p>
      <ul id={`${id}-list`} className="search-results" role="listbox" aria-label={SEARCH.results}>
        {found.map((entry, place) => (
          <li
            key={entry.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            data-entry={entry.id}
            onClick={() => open(entry)}
            onPointerMove={() => setChosen(place)}
          >
            <b>{entry.title}</b>
            {entry.key !== null && <kbd>{entry.key}</kbd>}
            <span className="search-kind">{KIND[entry.kind]}</span>
            {entry.about !== '' && <span className="search-about">{entry.about}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
