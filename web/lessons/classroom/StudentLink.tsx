/** Dialog with the link that students open: a QR code, the link in large type, and the short code. */
import { CheckBox } from '../../ui/CheckBox';
import { CopyField } from '../../ui/CopyField';
import { Dialog } from '../../ui/Dialog';
import { LazyQr } from '../../ui/LazyQr';
import type { Place } from '../source/address';
import { shortCode, studentLink } from './codes';
import { LINK } from './strings';
import './link.css';

interface Props {
  /** The step that the link opens. */
  place: Place;
  open: boolean;
  onClose(): void;
  /** Whether the code stays in the corner of the presentation; left out where there is no corner. */
  corner?: boolean;
  onCorner?(kept: boolean): void;
}

/** Dialog with the link to a step. */
export function StudentLink({ place, open, onClose, corner = false, onCorner }: Props) {
  const url = studentLink(place, location.href);
  const code = shortCode(place);
  return (
    <Dialog title={LINK.title} open={open} onClose={onClose} width={720}>
      <div className="student-link column">
        <LazyQr text={url} />
        {url.length <= READABLE && <p className="student-link-text">{url}</p>}
        {code !== null && (
          <p>
            <strong className="student-link-code">{LINK.code(code)}</strong> {LINK.codeHelp}
          </p>
        )}
        {isLocal() && <p className="problem">{LINK.local}</p>}
        {onCorner && <CheckBox label={LINK.corner} checked={corner} onChoose={onCorner} />}
        <CopyField label={LINK.label} text={url} testId="student-link" />
      </div>
    </Dialog>
  );
}

/** QR code and short code at the side of a presentation. */
export function LinkCorner({ place }: { place: Place }) {
  return (
    <aside className="link-corner" aria-label={LINK.cornerRegion}>
      <LazyQr text={studentLink(place, location.href)} />
      <span>{shortCode(place)}</span>
    </aside>
  );
}

/** Longest link that is typed from a screen, characters. */
const READABLE = 120;

/** Whether other computers cannot open this page. */
function isLocal(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname) || location.protocol === 'file:';
}
