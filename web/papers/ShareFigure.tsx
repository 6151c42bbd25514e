/** Dialog with the link to a figure and the HTML code to embed it. */
import { useState } from 'react';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { Dialog } from '../ui/Dialog';
import { linkTo } from './address';
import { SHARE as STRINGS } from './strings';

/** Button that opens the dialog. */
export function ShareFigure({ id, title }: { id: string; title: string }) {
  const [isOpen, setOpen] = useState(false);
  const link = linkTo(id, location.href);
  const frame = `<iframe src="${link}" title="${title.replaceAll('"', '&quot;')}" width="800" height="700"></iframe>`;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)} text={STRINGS.open} />
      <Dialog title={STRINGS.title} open={isOpen} onClose={() => setOpen(false)}>
        <CopyField label={STRINGS.link} text={link} testId="figure-link" />
        <CopyField label={STRINGS.embed} text={frame} testId="figure-frame" />
        <p className="note">{STRINGS.note}</p>
      </Dialog>
    </>
  );
}
