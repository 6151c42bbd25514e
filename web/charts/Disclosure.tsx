/** Button that opens a small panel beside it. Escape, or the focus or a press elsewhere, closes the panel. */
import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Button } from '../ui/Button';
import { placeBeside } from '../ui/place';

interface Props {
  /** Accessible name of the button. */
  name: string;
  /** Content of the button. */
  face: ReactNode;
  /** Content of the panel. `close` closes the panel and returns the focus to the button. */
  children: (close: () => void) => ReactNode;
}

/** Button with a panel. */
export function Disclosure({ name, face, children }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const close = (): void => setOpen(false);
  useLayoutEffect(() => {
    if (!open || !panel.current || !button.current) return;
    panel.current.showPopover();
    const viewport = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const size = panel.current.getBoundingClientRect();
    const { x, y } = placeBeside(button.current.getBoundingClientRect(), size, viewport);
    panel.current.style.left = `${x}px`;
    panel.current.style.top = `${y}px`;
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const elsewhere = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', elsewhere);
    document.addEventListener('focusin', elsewhere);
    const opener = button.current;
    return () => {
      // The focus was in the panel, which is gone, so it returns to the button.
      if (document.activeElement === document.body) opener?.focus();
      document.removeEventListener('pointerdown', elsewhere);
      document.removeEventListener('focusin', elsewhere);
    };
  }, [open]);
  return (
    <div
      className="chart-disclosure"
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        close();
      }}
    >
      <Button
        ref={button}
        kind="chart-tool"
        hint={name}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        text={face}
      />
      {open && (
        <div ref={panel} className="chart-popover" id={id} popover="manual">
          {children(close)}
        </div>
      )}
    </div>
  );
}
