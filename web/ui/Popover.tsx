/** A small panel that floats beside its button, on the browser's own popover. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { placeBeside, type Box } from './place';

interface Props {
  /** What the button is called, where what it shows is not its name. */
  label?: string;
  /** What the button shows. */
  button: ReactNode;
  /** Class of the button. */
  className?: string;
  /** The panel. */
  children: ReactNode;
}

export function Popover({ label, button, className = 'button', children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const place = (): void => placePanel(anchor.current, panel.current);

  // What is in it may come later, or change: then its place does too.
  useEffect(() => {
    const { current } = panel;
    if (!current || typeof ResizeObserver !== 'function') return;
    const sizes = new ResizeObserver(() => {
      if (current.matches(':popover-open')) placePanel(anchor.current, current);
    });
    sizes.observe(current);
    return () => sizes.disconnect();
  }, []);

  return (
    <>
      <button ref={anchor} type="button" className={className} aria-label={label} popoverTarget={id}>
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        className="popover"
        popover="auto"
        onBeforeToggle={() => {
          // Out of sight until it has its place; what is `hidden` could not be given the focus.
          if (panel.current) panel.current.style.opacity = '0';
        }}
        onToggle={place}
      >
        {children}
      </div>
    </>
  );
}

function placePanel(anchor: HTMLElement | null, panel: HTMLElement | null): void {
  if (!anchor || !panel) return;
  const size = panel.getBoundingClientRect();
  const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
  const { x, y } = placeBeside(boxOf(anchor), size, viewport);
  panel.style.left = `${x}px`;
  panel.style.top = `${y}px`;
  panel.style.opacity = '1';
}

/** Closes the popover that `element` is in. */
export function closeAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
