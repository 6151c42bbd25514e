/** The dialog with all terms: search, sections, and an anchor for each term. */
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { useLazy } from '../ui/lazy';
import { glossary } from './lazyGlossary';
import { closeGlossary, openedGlossary } from './opened';
import type { Entry } from './parse';
import { CodeText } from '../ui/CodeText';
import { ENTRY, GLOSSARY_DIALOG } from './strings';
import './learn.css';

/** Dialog of the glossary; opened by `openGlossary`. */
export function Glossary() {
  const { open, entry } = useStore(openedGlossary);
  const here = useLazy(glossary);
  useEffect(() => {
    if (open) void glossary.load();
  }, [open]);
  return (
    <Dialog title={GLOSSARY_DIALOG.title} open={open} onClose={closeGlossary} width={760}>
      {here ? (
        <Entries key={entry} entries={here.ENTRIES} first={entry} search={here.searchGlossary} />
      ) : (
        <p className="note">{GLOSSARY_DIALOG.loading}</p>
      )}
    </Dialog>
  );
}

interface EntriesProps {
  entries: readonly Entry[];
  /** Id of the entry to scroll to. */
  first: string | null;
  search(entries: readonly Entry[], query: string): Entry[];
}

function Entries({ entries, first, search }: EntriesProps) {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const found = query.trim() === '' ? entries : search(entries, query);
  const sections = [...new Set(entries.map(({ section }) => section))];
  const show = (id: string): void => {
    const target = list.current?.querySelector<HTMLElement>(`[id="${id}"]`);
    target?.scrollIntoView({ block: 'start' });
    target?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (first !== null) show(`term-${first}`);
    // The entries may arrive after the dialog has opened.
    else field.current?.focus();
  }, [first]);
  return (
    <div className="glossary">
      <p className="note">{GLOSSARY_DIALOG.about}</p>
      <input
        className="input"
        type="search"
        placeholder={GLOSSARY_DIALOG.search}
        aria-label={GLOSSARY_DIALOG.search}
        ref={field}
        data-first-focus={first === null ? true : undefined}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <p className="note" role="status">
        {query.trim() === ''
          ? GLOSSARY_DIALOG.all(entries.length)
          : found.length === 0
            ? GLOSSARY_DIALOG.none(query.trim())
            : GLOSSARY_DIALOG.found(found.length, entries.length)}
      </p>
      {query.trim() === '' && (
        <nav aria-label={GLOSSARY_DIALOG.sections}>
          {sections.map((section, i) => (
            <Button key={section} kind="link" onClick={() => show(`terms-${i}`)} text={section} />
          ))}
        </nav>
      )}
      <div ref={list}>
        {query.trim() === ''
          ? sections.map((section, i) => (
              <section key={section} aria-labelledby={`terms-${i}`}>
                <h3 id={`terms-${i}`} tabIndex={-1}>
                  {section}
                </h3>
                <List entries={entries.filter((entry) => entry.section === section)} />
              </section>
            ))
          : found.length > 0 && <List entries={found} />}
      </div>
    </div>
  );
}

function List({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl>
      {entries.map(({ id, term, symbol, also, definition, source }) => (
        <div key={id} id={`term-${id}`} tabIndex={-1}>
          <dt>{term}</dt>
          {(symbol !== null || also.length > 0) && (
            <dd className="note">
              {symbol !== null && (
                <>
                  {ENTRY.symbol}
                  <code>{symbol}</code>
                </>
              )}
              {symbol !== null && also.length > 0 && ' · '}
              {also.length > 0 && ENTRY.also(also.join(', '))}
            </dd>
          )}
          <dd>{definition}</dd>
          <dd className="note">
            {ENTRY.source}
            <CodeText text={source} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
