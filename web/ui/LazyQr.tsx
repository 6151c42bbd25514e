/** A QR code whose encoder is loaded when a code is first shown. */
import { useEffect } from 'react';
import { Lazy, useLazy } from './lazy';
import { QR } from './strings';

const part = new Lazy(() => import('./QrCode'));

/** QR code of a link, or a sentence if the link is too long for one. */
export function LazyQr({ text }: { text: string }) {
  const loaded = useLazy(part);
  useEffect(() => void part.load(), []);
  if (loaded && !loaded.fitsQr(text)) return <p className="problem">{QR.tooLong(text.length)}</p>;
  return <div className="qr-room">{loaded && <loaded.QrCode text={text} label={QR.label} />}</div>;
}
