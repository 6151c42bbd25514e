/**
 * Handing an experiment on: a link that carries all of it, or a file where a link would be too long.
 *
 * The link can also carry the moment, so that it opens where one is now.
 */
import { useEffect, useRef, useState } from 'react';
import { clockText } from '../controls/clock';
import { useLab, useLabActions, useThisLab } from '../lab/context';
import type { Scenario } from '../scenario/types';
import { CopyField } from '../ui/CopyField';
import { Dialog } from '../ui/Dialog';
import { LONG_LINK, type Shared } from '../url/share';
import { openFile } from './openFile';

interface Props {
  open: boolean;
  onClose(): void;
}

export function Share({ open, onClose }: Props) {
  const run = useLab((s) => s.run.run);
  return (
    <Dialog title="Share" open={open} onClose={onClose}>
      <ShareBody key={run} onClose={onClose} />
    </Dialog>
  );
}

function ShareBody({ onClose }: { onClose(): void }) {
  const { store } = useThisLab();
  const name = useLab((s) => s.name);
  const document = useLab((s) => s.document);
  // The run goes on behind the dialog; what is shared is the moment at which it opened.
  const [{ t_s, playing }] = useState(() => store.getState().run);
  const [now, setNow] = useState(false);
  const behind = useLab((s) => s.behind);
  const [both, setBoth] = useState(true);
  const kept = both ? (behind?.document ?? null) : null;
  const shared = useLink(document, kept, now, t_s, playing);
  if (!document) return <p className="note">There is no experiment to share yet.</p>;
  return (
    <>
      {shared ? <LinkBox shared={shared} /> : <p className="note">Writing the link …</p>}
      {name && (
        <p className="note">This is run {name}. Run B is a copy to try things on; no link carries it.</p>
      )}
      <EditsBox count={document.edits.length} />
      <label className="box">
        <input type="checkbox" checked={now} onChange={(event) => setNow(event.currentTarget.checked)} />
        At this moment (t = {clockText(t_s, false)})
      </label>
      {behind && (
        <label className="box">
          <input type="checkbox" checked={both} onChange={(event) => setBoth(event.currentTarget.checked)} />
          With the kept run, {behind.name}, behind it
        </label>
      )}
      <FileBox onOpened={onClose} />
    </>
  );
}

function LinkBox({ shared }: { shared: Shared }) {
  if (!shared.ok) return <p className="problem">{shared.message}</p>;
  const { url, characters, advice } = shared;
  return (
    <div className="link-box">
      <CopyField label="Link to this experiment" text={url} testId="share-link" primary autoFocus />
      <p className={advice === 'long' ? 'problem' : 'note'}>
        {characters.toLocaleString('en')} characters.{' '}
        {advice === 'long'
          ? `Some programs cut links longer than ${LONG_LINK.toLocaleString('en')}; a file is safer.`
          : 'Everything is in the link; nothing is sent to a server.'}
      </p>
    </div>
  );
}

/** A run that was changed on its way takes the same way again; or it starts again with what it has now. */
function EditsBox({ count }: { count: number }) {
  const actions = useLabActions();
  if (count === 0) return null;
  const carried =
    count === 1
      ? '1 change made while it ran, at its moment.'
      : `${count.toLocaleString('en')} changes made while it ran, each at its moment.`;
  return (
    <div className="edits-box">
      <p className="note">Whoever opens it sees {carried}</p>
      <button type="button" className="button" onClick={actions.restart}>
        Restart with these settings
      </button>
    </div>
  );
}

function FileBox({ onOpened }: { onOpened(): void }) {
  const lab = useThisLab();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="file-box">
      <button type="button" className="button" onClick={() => void lab.sharing.saveFile()}>
        Save as a file
      </button>
      <button type="button" className="button" onClick={() => picker.current?.click()}>
        Open a file …
      </button>
      <input
        ref={picker}
        type="file"
        accept=".json,.ndjson,.png,.svg,.csv,.txt,.dat,.tsv,.pcap,.pcapng,.cap"
        aria-label="Open a file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (!file) return;
          onOpened();
          void openFile(lab, file);
        }}
      />
      <p className="note">
        A file can also be dropped anywhere on the page: an experiment, a picture or table saved here, which
        carries its own, or a trace of packets, rates or frames to be played. The native program runs an
        experiment as it is.
      </p>
    </div>
  );
}

/** The link to the document as it is, and to the one behind it, `now` at a moment; null until it is written. */
function useLink(
  document: unknown,
  kept: Scenario | null,
  now: boolean,
  t_s: number,
  play: boolean,
): Shared | null {
  const { sharing } = useThisLab();
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(() => {
    let gone = false;
    void sharing.link(now ? { t_s, play } : {}, kept).then((link) => {
      if (!gone) setShared(link);
    });
    return () => {
      gone = true;
    };
  }, [sharing, document, kept, now, t_s, play]);
  return shared;
}
