/**
 * The dialog that shares an experiment: a link that contains all of it, or a file if a link would be too long.
 *
 * The link can also contain the current time, at which it then opens, and the baseline.
 */
import { useEffect, useState, type MouseEvent } from 'react';
import { clockText } from '../controls/clock';
import { useLab, useLabActions, useThisLab } from '../lab/context';
import { lessonExchange } from '../learn/lessonExperiment';
import { editsOf } from '../scenario/edits';
import type { Baseline } from '../lab/state';
import { CheckBox } from '../ui/CheckBox';
import { unlessGone } from '../ui/unlessGone';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { Dialog } from '../ui/Dialog';
import { FilePicker } from '../ui/FilePicker';
import { LazyQr } from '../ui/LazyQr';
import { QR } from '../ui/strings';
import { LONG_LINK, type Shared } from '../url/share';
import { COMMON, SHARE } from './lazyStrings';
import { openFile } from './openFile';
import { RunOnLinux } from './RunOnLinux';
import { TcCommands } from './TcCommands';

interface Props {
  open: boolean;
  onClose(): void;
}

/** Dialog with the link to the experiment and the buttons for files. */
export function Share({ open, onClose }: Props) {
  const run = useLab((s) => s.run.run);
  return (
    <Dialog title={SHARE.title} open={open} onClose={onClose}>
      <ShareBody key={run} onClose={onClose} />
    </Dialog>
  );
}

function ShareBody({ onClose }: { onClose(): void }) {
  const { store } = useThisLab();
  const name = useLab((s) => s.name);
  const document = useLab((s) => s.document);
  // The run continues behind the dialog; the link has the time at which the dialog was opened.
  const [{ t_s, playing }] = useState(() => store.getState().run);
  const [now, setNow] = useState(false);
  const baseline = useLab((s) => s.baseline);
  const [both, setBoth] = useState(true);
  const included = both ? baseline : null;
  const shared = useLink(document, included, now, t_s, playing);
  if (!document) return <p className="note">{SHARE.empty}</p>;
  return (
    <>
      {shared ? <LinkBox shared={shared} onClose={onClose} /> : <p className="note">{SHARE.writing}</p>}
      {name && <p className="note">{SHARE.second(name)}</p>}
      <EditsBox edits={editsOf(document).length} />
      <CheckBox label={SHARE.moment(clockText(t_s, false))} checked={now} onChoose={setNow} />
      {baseline && <CheckBox label={SHARE.baseline(baseline.name)} checked={both} onChoose={setBoth} />}
      <RunOnLinux document={document} onOpened={onClose} />
      <TcCommands document={document} />
      <FileBox onOpened={onClose} />
    </>
  );
}

function LinkBox({ shared, onClose }: { shared: Shared; onClose(): void }) {
  const [code, setCode] = useState(false);
  const [frame, setFrame] = useState(false);
  if (!shared.ok) return <p className="problem">{shared.message}</p>;
  const { url, characters, advice } = shared;
  const makeLesson = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): void => {
    // With a modifier, the browser opens the editor in another tab or window, which has an experiment of its own.
    if (ctrlKey || metaKey || shiftKey) return;
    lessonExchange.setState({ requested: true });
    onClose();
  };
  return (
    <div className="link-box">
      <CopyField label={SHARE.link} text={url} testId="share-link" primary autoFocus />
      <p className={advice === 'long' ? 'problem' : 'note'}>
        {advice === 'long' ? SHARE.long(characters, LONG_LINK) : SHARE.complete(characters)}
      </p>
      <p className="row spaced wrap">
        <Button aria-expanded={code} onClick={() => setCode(!code)} text={code ? QR.hide : QR.show} />
        <Button aria-expanded={frame} onClick={() => setFrame(!frame)} text={SHARE.embed} />
        <a className="button" href="#learn/edit" title={SHARE.lessonHint} onClick={makeLesson}>
          {SHARE.lesson}
        </a>
      </p>
      {code && <LazyQr text={url} />}
      {frame && <CopyField label={SHARE.embedCode} text={embedCode(url)} testId="share-embed" copyAtOnce />}
    </div>
  );
}

/** Returns the markup of a frame with the compact view of a link's experiment. */
export function embedCode(url: string): string {
  const [page = '', fragment = ''] = url.split('#', 2);
  const src = `${page.replace(/\?.*$/s, '')}?embed=1#${fragment}`;
  return `<iframe src="${src.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" title="Bufferlab" width="800" height="450"></iframe>`;
}

/** Says that the link replays the edits of the run, and offers to restart with the present parameters instead. */
function EditsBox({ edits }: { edits: number }) {
  const actions = useLabActions();
  if (edits === 0) return null;
  return (
    <div className="edits-box row wrap">
      <p className="note">{SHARE.edits(edits)}</p>
      <Button onClick={actions.restart}>{COMMON.restart}</Button>
    </div>
  );
}

function FileBox({ onOpened }: { onOpened(): void }) {
  const lab = useThisLab();
  return (
    <div className="file-box">
      <Button onClick={() => void lab.sharing.saveFile()}>{COMMON.saveFile}</Button>
      <FilePicker
        text={SHARE.openFile}
        field={SHARE.fileField}
        accept=".json,.ndjson,.png,.svg,.csv,.txt,.dat,.tsv,.pcap,.pcapng,.cap"
        onFile={(file) => {
          onOpened();
          void openFile(lab, file);
        }}
      />
      <p className="note">{SHARE.drop}</p>
    </div>
  );
}

/** Returns the link to the document and its baseline, at the time `t_s` if `now` is set; null until it is created. */
function useLink(
  document: unknown,
  baseline: Baseline | null,
  now: boolean,
  t_s: number,
  play: boolean,
): Shared | null {
  const { sharing } = useThisLab();
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(
    () => unlessGone(sharing.link(now ? { t_s, play } : {}, baseline), setShared),
    [sharing, document, baseline, now, t_s, play],
  );
  return shared;
}
