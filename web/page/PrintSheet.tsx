/**
 * The Lab on paper: title, note, parameters, link and QR code, around the network and the charts that the page prints.
 *
 * The link is written after each change of the experiment, since printing waits for nothing.
 */
import { useEffect, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { shownTitle } from '../lab/title';
import { aboutOf } from '../presets/about';
import type { Scenario } from '../scenario/types';
import { QrCode, fitsQr } from '../ui/QrCode';
import { QR } from '../ui/strings';
import { unlessGone } from '../ui/unlessGone';
import type { Shared } from '../url/share';
import { PRINT } from './lazyStrings';
import { parameterRows } from './parameterRows';
import './print.css';

/** Title and note, above the network. */
export function PrintHead() {
  const { document, current, presets, presetId, completed } = useLab((s) => ({
    document: s.document,
    current: s.current,
    presets: s.presets,
    presetId: s.presetId,
    completed: s.completed,
  }));
  const title = useLab(shownTitle);
  useEffect(() => {
    window.addEventListener('beforeprint', keepNetwork);
    return () => window.removeEventListener('beforeprint', keepNetwork);
  }, []);
  if (!document) return null;
  const { note, preset, changed } = aboutOf({ presets, presetId, document, current, completed });
  const text = note !== '' ? note : preset && !changed ? preset.notice : '';
  return (
    <section className="print-head" aria-label={PRINT.head}>
      <h2>{title || PRINT.untitled}</h2>
      {text !== '' && <p>{text}</p>}
    </section>
  );
}

/** Gives the print style the size of the network on the screen, and the scale at which it fits a page of paper. */
function keepNetwork(): void {
  const { style } = window.document.documentElement;
  const { width = 0, height = 0 } =
    window.document.querySelector('.lab .topo-canvas')?.getBoundingClientRect() ?? {};
  if (width === 0) return;
  style.setProperty('--print-width', `${width}px`);
  style.setProperty('--print-height', `${height}px`);
  style.setProperty('--print-zoom', String(Math.min(1, PAPER_WIDTH_PX / width)));
}

/** Width of a page of A4 or Letter between its margins, CSS pixels: 210 mm less 24 mm. */
const PAPER_WIDTH_PX = 700;

/** Parameters, link and QR code, below the charts. */
export function PrintFoot() {
  const document = useLab((s) => s.document);
  const current = useLab((s) => s.current);
  const catalog = useLab((s) => s.catalog);
  const engine = useLab((s) => s.engine.version);
  const link = useRestedLink(document);
  if (!document || !current) return null;
  return (
    <section className="print-foot" aria-label={PRINT.parameters}>
      <table>
        <caption>{PRINT.parameters}</caption>
        <tbody>
          {parameterRows(current, catalog).map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {link !== null && (
        <div className="print-link">
          {fitsQr(link) && (
            <div className="print-code">
              <QrCode text={link} label={QR.label} />
            </div>
          )}
          <p>{link}</p>
        </div>
      )}
      <p>{PRINT.origin(document.seed, engine)}</p>
    </section>
  );
}

/** Returns the link to a document, once it has not changed for a moment: changes in a row, as of a slider, need one link. */
function useRestedLink(document: Scenario | null): string | null {
  const { sharing } = useThisLab();
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(() => {
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = unlessGone(sharing.link(), setShared);
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [sharing, document]);
  return shared?.ok ? shared.url : null;
}

/** Time without a change after which the link is written, ms. */
const REST_MS = 500;
