/** Handing a figure on: its link, and what a page of one's own embeds. */
import { useId, useRef, useState } from 'react';
import { Dialog } from '../ui/Dialog';
import { linkTo } from './address';

export function ShareFigure({ id, title }: { id: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  const link = linkTo(id, location.href);
  const frame = `<iframe src="${link}" title="${title.replaceAll('"', '&quot;')}" width="800" height="700"></iframe>`;
  return (
    <>
      <button type="button" className="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </button>
      <Dialog title="Share this figure" open={isOpen} onClose={() => setOpen(false)}>
        <CopyBox label="Link to this figure" text={link} testId="figure-link" />
        <CopyBox label="To embed in a page of your own" text={frame} testId="figure-frame" />
        <p className="note">
          Whoever opens it sees the kept result at once and can run it; nothing is sent to a server.
        </p>
      </Dialog>
    </>
  );
}

function CopyBox({ label, text, testId }: { label: string; text: string; testId: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // Not allowed here, as in some frames: the text is selected, so that a key can copy it.
      input.current?.select();
    }
  };
  return (
    <div className="paper-copy">
      <label htmlFor={id}>{label}</label>
      <div>
        <input
          ref={input}
          id={id}
          className="input"
          data-testid={testId}
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" className="button" onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy'}
        </button>
      </div>
    </div>
  );
}
