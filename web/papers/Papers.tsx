/**
 * Papers: a wall of small real results, by paper and by topic, and one of them at a time with what its paper says
 * beside what we find. The address says which: `#papers`, `#papers/vishwanath-f11`.
 */
import made from 'virtual:papers';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AddressWindow } from '../url/address';
import type { ReferenceCurve } from '../curves/requests';
import type { StudyDocument } from '../types/engine';
import { addressOf, idIn } from './address';
import type { Card, Catalogue } from './catalogue';
import { FigurePage } from './FigurePage';
import { NO_FILTER } from './search';
import { Wall } from './Wall';
import './papers.css';

const catalogue = made as Catalogue;

interface Props {
  /** The room's own part of the address; see `web/url/rooms.ts`. */
  address: AddressWindow;
  /** An experiment was opened in the Lab. */
  onLab(): void;
  /** Opens a study in Curves; left out where that cannot be done. */
  onCurves?: (study: StudyDocument, kept: readonly ReferenceCurve[]) => void;
}

export function Papers({ address, onLab, onCurves }: Props) {
  const [id, open] = useOpened(address);
  const [filter, setFilter] = useState(NO_FILTER);
  const [last, setLast] = useState<string | null>(null);
  const room = useScrollOf(id);
  const goTo = (next: string | null): void => {
    if (id !== null) setLast(id);
    open(next);
  };
  return (
    <div className="papers" ref={room}>
      {id === null ? (
        <Wall catalogue={catalogue} filter={filter} onFilter={setFilter} last={last} onOpen={goTo} />
      ) : (
        <FigurePage
          key={id}
          id={cardOf(id)?.id ?? id}
          card={cardOf(id)}
          onBack={() => goTo(null)}
          onLab={onLab}
          {...(onCurves ? { onCurves } : {})}
        />
      )}
    </div>
  );
}

/** The card of an id, or of an artefact that shows it as well. */
function cardOf(id: string): Card | null {
  const { cards } = catalogue;
  return cards.find((card) => card.id === id) ?? cards.find(({ covers }) => covers.includes(id)) ?? null;
}

/** Which artefact is open, as the address says; opening one is an entry of the history. */
function useOpened(address: AddressWindow): [string | null, (id: string | null) => void] {
  const [id, setId] = useState(() => idIn(address.location.hash));
  useEffect(() => {
    // What was written before this room was first drawn is not told.
    address.addEventListener('popstate', () => setId(idIn(address.location.hash)));
  }, [address]);
  const open = (next: string | null): void => {
    setId(next);
    try {
      address.history.pushState(null, '', addressOf(next));
    } catch {
      // Rationed by this browser: it opens all the same.
    }
  };
  return [id, open];
}

/** The wall is found again where it was left; a figure begins at its top. */
function useScrollOf(id: string | null) {
  const ref = useRef<HTMLDivElement>(null);
  const left = useRef(0);
  useLayoutEffect(() => {
    // On a phone the page scrolls as a whole, elsewhere the room does.
    const scrolled = [ref.current?.parentElement, document.scrollingElement].filter((one) => one != null);
    const set = (top: number): void => scrolled.forEach((one) => (one.scrollTop = top));
    set(id === null ? left.current : 0);
    return () => {
      if (id === null) left.current = Math.max(...scrolled.map(({ scrollTop }) => scrollTop));
    };
  }, [id]);
  return ref;
}
