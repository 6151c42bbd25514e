/** The menu of elements that can be added, above its button or below it, where there is more space. */
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Button } from '../ui/Button';
import type { Addition, AdditionPart } from './additions';
import { TOOLBAR } from './strings';

interface Props {
  open: boolean;
  setOpen(open: boolean): void;
  /** Elements that can be added. */
  choices: readonly Addition[];
  onAdd(what: Addition): void;
}

/** Button and menu of the elements that can be added. */
export function AddMenu({ open, setOpen, choices, onAdd }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    // In the top layer, so that no part of the page clips the menu.
    menu.current.showPopover();
    placeBeside(menu.current, button.current.getBoundingClientRect());
    menu.current.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Node && menu.current?.parentElement?.contains(event.target)) return;
      setOpen(false);
    };
    window.addEventListener('pointerdown', close);
    return () => window.removeEventListener('pointerdown', close);
  }, [open, setOpen]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ];
    if (to !== undefined) items[to % items.length]?.focus();
    else if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'Tab') {
      setOpen(false);
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="topo-add">
      <Button
        ref={button}
        quiet
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        text={TOOLBAR.add}
      />
      {open && (
        <div
          ref={menu}
          className="topo-menu"
          popover="manual"
          role="menu"
          aria-label={TOOLBAR.addMenu}
          onKeyDown={onKeyDown}
        >
          {PARTS.filter((part) => choices.some((what) => what.part === part)).map((part) => (
            <div key={part} role="group" aria-label={TOOLBAR.parts[part]}>
              <p aria-hidden="true">{TOOLBAR.parts[part]}</p>
              {choices
                .filter((what) => what.part === part)
                .map((what) => (
                  <button
                    key={what.id}
                    type="button"
                    role="menuitem"
                    tabIndex={what === choices[0] ? 0 : -1}
                    onClick={() => {
                      setOpen(false);
                      onAdd(what);
                    }}
                  >
                    <span>{what.label}</span>
                    <small>{what.help}</small>
                  </button>
                ))}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Parts of the menu, in their order. */
const PARTS = Object.keys(TOOLBAR.parts) as AdditionPart[];

function placeBeside(menu: HTMLElement, button: DOMRect): void {
  const above = button.top - 8;
  const below = window.innerHeight - button.bottom - 8;
  const upwards = above >= Math.min(menu.offsetHeight, below);
  menu.style.left = `${button.left}px`;
  menu.style.maxHeight = `${upwards ? above : below}px`;
  menu.style.top = upwards ? 'auto' : `${button.bottom + 4}px`;
  menu.style.bottom = upwards ? `${window.innerHeight - button.top + 4}px` : 'auto';
}
