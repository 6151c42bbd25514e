/** A small panel beside its button, based on the popover attribute. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Boundary } from './Boundary';
import { Button } from './Button';
import { placeBeside, type Box } from './place';
import { BOUNDARY } from './strings';

interface Props {
  /** Name of the button, if its content is not its name. */
  label?: string;
  /** Content of the button. */
  button: ReactNode;
  /** CSS class of the button. */
  className?: string;
  /** Content of the panel. */
  children: ReactNode;
}

/** Button and panel; the panel stays on the screen when its content changes. */
export function Popover({ label, button, className = 'button', children }: Props) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);

  const place = (): void => placePanel(anchor.current, panel.current);

  // Content that is loaded or changes moves the panel.
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
      <Button ref={anchor} kind={className} label={label} popoverTarget={id} text={button} />
      <div
        ref={panel}
        id={id}
        className="popover"
        popover="auto"
        onBeforeToggle={() => {
          // Transparent until it has its place; a `hidden` element cannot have the focus.
          if (panel.current) panel.current.style.opacity = '0';
        }}
        onToggle={place}
      >
        <Boundary part={BOUNDARY.parts.popover}>{children}</Boundary>
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

/** Closes the popover that contains `element`. */
export function closeAround(element: Element): void {
  element.closest<HTMLElement>('[popover]')?.hidePopover();
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
}
