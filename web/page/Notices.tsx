/** What floats at the foot of the page: refused changes, notices, and earlier work that can be taken up. */
import { useEffect } from 'react';
import { LabContext, useLab, useLabActions } from '../lab/context';
import type { Lab } from '../lab/lab';
import { Dismiss } from '../ui/Dismiss';
import { useHere } from '../ui/later';
import { dismissNotice, useNotice } from '../ui/notices';
import { filesPart } from './laterFiles';
import { dialogs } from './laterParts';
import { offlinePart } from '../offline/laterPart';

/** `page`: whose earlier work is offered. */
export function Notices({ page }: { page: Lab }) {
  const later = useHere(dialogs);
  const offline = useHere(offlinePart);
  const files = useHere(filesPart);
  const waits = useLab((s) => s.missing.length > 0);
  useEffect(() => {
    if (waits) void filesPart.need();
  }, [waits]);
  return (
    <div className="notices">
      <div role="status" className="notices-live">
        <Refused />
        <PageNoticeBar />
        {files && <files.MissingBar />}
      </div>
      {offline && <offline.NewerBar />}
      <LabContext value={page}>{later && <later.KeepingBars />}</LabContext>
    </div>
  );
}

/** At most this many problems are written out. */
const LISTED = 3;

function Refused() {
  const actions = useLabActions();
  const problems = useLab((s) => s.problems);
  if (problems.length === 0) return null;
  return (
    <div className="notice-bar refused" data-testid="problems">
      <div>
        <p className="notice-title">Not accepted; the run goes on as it was.</p>
        {problems.slice(0, LISTED).map(({ path, message }) => (
          <p key={path + message}>
            {path && <b>{path}: </b>}
            {message}
          </p>
        ))}
        {problems.length > LISTED && <p>and {problems.length - LISTED} more</p>}
      </div>
      <Dismiss onClick={actions.dismissProblems} />
    </div>
  );
}

function PageNoticeBar() {
  const notice = useNotice();
  if (!notice) return null;
  return (
    <div className={notice.kind === 'refused' ? 'notice-bar refused' : 'notice-bar'}>
      <p>{notice.text}</p>
      <Dismiss onClick={dismissNotice} />
    </div>
  );
}
