/** Handing a figure on: its link, and what a page of one's own embeds. */
import { useState } from 'react';
import { CopyField } from '../ui/CopyField';
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
        <CopyField label="Link to this figure" text={link} testId="figure-link" />
        <CopyField label="To embed in a page of your own" text={frame} testId="figure-frame" />
        <p className="note">
          Whoever opens it sees the kept result at once and can run it; nothing is sent to a server.
        </p>
      </Dialog>
    </>
  );
}
