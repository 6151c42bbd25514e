/** A small panel that floats beside its button, on the browser's own popover. */
import { useId, useRef, type ReactNode } from 'react';
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

  const place = (): void => {
    if (!anchor.current || !panel.current) return;
    const size = panel.current.getBoundingClientRect();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { x, y } = placeBeside(boxOf(anchor.current), size, viewport);
    panel.current.style.left = `${x}px`;
    panel.current.style.top = `${y}px`;
    panel.current.style.opacity = '1';
  };

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

/** Closes the popover that `element` is in. */
export function closeAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
