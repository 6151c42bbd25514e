/**
 * A modal dialog, based on <dialog>: the focus stays inside, and Escape or the backdrop close it.
 *
 * The element with `data-first-focus` has the focus first, or else the dialog.
 */
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import './dialog.css';
import { Boundary } from './Boundary';
import { Button } from './Button';
import { BOUNDARY, BUTTON } from './strings';

interface Props {
  title: string;
  open: boolean;
  onClose(): void;
  children: ReactNode;
  /** Width in pixels; at most that of the screen. */
  width?: number;
}

/** Dialog whose content exists only while it is open. */
export function Dialog({ title, open, onClose, children, width = 560 }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      (dialog.querySelector<HTMLElement>('[data-first-focus]') ?? dialog).focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // A dialog that leaves the page gives the focus back, as one that is closed.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => {
      if (dialog?.open) dialog.close();
    };
  }, []);

  const closeOnBackdrop = (event: MouseEvent): void => {
    if (event.target === ref.current) onClose();
  };

  // The event of closing comes late: the dialog may be open again by then.
  const onClosed = (): void => {
    if (!ref.current?.open) onClose();
  };
  const onCancel = (event: SyntheticEvent): void => {
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={ref}
      className="dialog"
      tabIndex={-1}
      style={{ width }}
      aria-labelledby={heading}
      onCancel={onCancel}
      onClose={onClosed}
      onClick={closeOnBackdrop}
    >
      <div className="dialog-body column">
        <header className="dialog-head row">
          <h2 id={heading}>{title}</h2>
          <Button quiet icon="close" label={BUTTON.close} onClick={onClose} />
        </header>
        {open && <Boundary part={BOUNDARY.parts.dialogOf(title)}>{children}</Boundary>}
      </div>
    </dialog>
  );
}

/**
 * Boundary of a dialog. If the dialog cannot be drawn, another one says so, which is closed in the same way.
 */
export function DialogBoundary({ open, onClose, children }: Pick<Props, 'open' | 'onClose' | 'children'>) {
  return (
    <Boundary
      part={BOUNDARY.parts.dialog}
      resetOn={[open]}
      frame={(sentence) => (
        <Dialog title={BOUNDARY.dialogTitle} open={open} onClose={onClose}>
          {sentence}
        </Dialog>
      )}
    >
      {children}
    </Boundary>
  );
}
