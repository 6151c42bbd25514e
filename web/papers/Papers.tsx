/**
 * The Papers view: a gallery of figures by paper or topic, or the page of one figure, which compares the claims of the
 * paper with results of Bufferlab. The address selects it: `#papers`, `#papers/vishwanath-f11`.
 */
import built from 'virtual:papers';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Analysis } from '../sweep/analysis';
import type { AddressWindow } from '../url/address';
import type { ReferenceCurve } from '../studies/requests';
import type { StudyDocument } from '../types/engine';
import { addressOf, idIn } from './address';
import type { Card, Catalog } from './catalog';
import { FigurePage } from './FigurePage';
import { Boundary } from '../ui/Boundary';
import { BOUNDARY } from '../ui/strings';
import { NO_FILTER } from './search';
import { Gallery } from './Gallery';
import './papers.css';
import './figure.css';

const catalog = built as Catalog;

interface Props {
  /** Address of this view; see `web/url/views.ts`. */
  address: AddressWindow;
  /** Called after an experiment was opened in the Lab. */
  onLab(): void;
  /** Opens a study in the Studies view; absent if that is not possible. */
  onCurves?: (study: StudyDocument, kept: readonly ReferenceCurve[]) => void;
}

/** Shows the gallery, or the figure that the address names. */
export function Papers({ address, onLab, onCurves }: Props) {
  const [id, open] = useOpened(address);
  const [filter, setFilter] = useState(NO_FILTER);
  const [thread] = useState(() => new Analysis());
  const [last, setLast] = useState<string | null>(null);
  const view = useScrollOf(id);
  // The engine starts with the view, so that a figure opens at once.
  useEffect(() => void thread.call((api) => api.models()).catch(() => undefined), [thread]);
  const goTo = (next: string | null): void => {
    if (id !== null) setLast(id);
    open(next);
  };
  return (
    <div className="papers" ref={view}>
      {id === null ? (
        <Boundary part={BOUNDARY.parts.gallery} resetOn={[filter]}>
          <Gallery catalog={catalog} filter={filter} onFilter={setFilter} last={last} onOpen={goTo} />
        </Boundary>
      ) : (
        <FigurePage
          key={id}
          id={cardOf(id)?.id ?? id}
          card={cardOf(id)}
          thread={thread}
          onBack={() => goTo(null)}
          onLab={onLab}
          {...(onCurves ? { onCurves } : {})}
        />
      )}
    </div>
  );
}

/** Returns the card of an id, or of the figure that shows it as well; null if there is none. */
function cardOf(id: string): Card | null {
  const { cards } = catalog;
  return cards.find((card) => card.id === id) ?? cards.find(({ covers }) => covers.includes(id)) ?? null;
}

/** State of the open figure, read from the address; opening a figure adds an entry to the history. */
function useOpened(address: AddressWindow): [string | null, (id: string | null) => void] {
  const [id, setId] = useState(() => idIn(address.location.hash));
  useEffect(() => {
    // No event reports the address that was set before the first render; the initial state has read it.
    address.addEventListener('popstate', () => setId(idIn(address.location.hash)));
  }, [address]);
  const open = (next: string | null): void => {
    setId(next);
    try {
      address.history.pushState(null, '', addressOf(next));
    } catch {
      // Browsers limit the number of history entries; the figure opens without one.
    }
  };
  return [id, open];
}

/** Restores the scroll position of the gallery; a figure's page starts at its top. */
function useScrollOf(id: string | null) {
  const ref = useRef<HTMLDivElement>(null);
  const left = useRef(0);
  useLayoutEffect(() => {
    // On a phone the whole page scrolls, elsewhere only the view.
    const scrolled = [ref.current?.parentElement, document.scrollingElement].filter((one) => one != null);
    const set = (top: number): void => scrolled.forEach((one) => (one.scrollTop = top));
    set(id === null ? left.current : 0);
    return () => {
      if (id === null) left.current = Math.max(...scrolled.map(({ scrollTop }) => scrollTop));
    };
  }, [id]);
  return ref;
}
