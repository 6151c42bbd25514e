/**
 * A word of the page that the glossary defines: dotted underline, and a popover with the definition.
 *
 * It is a button. Its popover gets the focus, so that screen readers read the definition; Escape returns to the word.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { placeBeside, type Box } from '../ui/place';
import { glossary } from './lazyGlossary';
import { openGlossary } from './opened';
import type { Entry } from './parse';
import { CodeText } from '../ui/CodeText';
import { ENTRY } from './strings';
import './learn.css';

interface Props {
  /** Id of the entry in the glossary. */
  id: string;
  /** Shown text, if it is not the term itself. */
  children: string;
}

/** Text with the definition of a term. */
export function Term({ id, children }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const here = useLazy(glossary);
  const entry = here?.ENTRIES.find((one) => one.id === id);
  // A press on the word closes the popover before the click comes, which must not open it again.
  const pressedOpen = useRef(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button
        ref={button}
        kind="term"
        data-term={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => {
          pressedOpen.current = open;
        }}
        onClick={() => {
          void glossary.load();
          setOpen(!pressedOpen.current);
          pressedOpen.current = false;
        }}
        text={children}
      />
      {open && entry && <Definition entry={entry} anchor={button} onClose={close} />}
    </>
  );
}

interface DefinitionProps {
  entry: Entry;
  anchor: { readonly current: HTMLElement | null };
  onClose(): void;
}

/** Popover with the definition of a term; only phrasing elements, so that a term can be part of a paragraph. */
function Definition({ entry, anchor, onClose }: DefinitionProps) {
  const panel = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = panel;
    if (!current || !anchor.current) return;
    current.showPopover();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { x, y } = placeBeside(boxOf(anchor.current), current.getBoundingClientRect(), viewport);
    current.style.left = `${x}px`;
    current.style.top = `${y}px`;
    current.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    const { current } = panel;
    const closed = (event: Event): void => {
      if ((event as ToggleEvent).newState !== 'closed') return;
      const { activeElement } = document;
      // Inside another popover the browser does not return the focus by itself.
      if (activeElement === document.body || current?.contains(activeElement) === true)
        anchor.current?.focus({ preventScroll: true });
      onClose();
    };
    current?.addEventListener('toggle', closed);
    return () => current?.removeEventListener('toggle', closed);
  }, [anchor, onClose]);
  return (
    <span
      ref={panel}
      className="popover definition"
      popover="auto"
      role="dialog"
      tabIndex={-1}
      onKeyDown={(event) => {
        // Escape closes only the popover, not the sheet or the dialog around it.
        if (event.key === 'Escape') event.stopPropagation();
      }}
      aria-label={ENTRY.definitionOf(entry.term)}
      aria-describedby={`definition-${entry.id}`}
    >
      <strong>{entry.term}</strong>
      <span id={`definition-${entry.id}`}>{entry.definition}</span>
      <small>
        {ENTRY.source}
        <CodeText text={entry.source} />
      </small>
      <Button
        kind="link"
        onClick={() => {
          panel.current?.hidePopover();
          openGlossary(entry.id);
        }}
        text={ENTRY.inGlossary}
      />
    </span>
  );
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
