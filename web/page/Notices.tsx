/** Bars at the foot of the page: refused changes, notices, and earlier work that can be resumed. */
import { useEffect } from 'react';
import { LabContext, useLab, useLabActions } from '../lab/context';
import type { Lab } from '../lab/lab';
import { Button } from '../ui/Button';
import { Dismiss } from '../ui/Dismiss';
import { useLazy } from '../ui/lazy';
import { dismissNotice, useNotice } from '../ui/notices';
import { measuredPart } from '../measured/lazyMeasured';
import { filesPart } from './lazyFiles';
import { dialogs } from './lazyParts';
import { offlinePart } from '../offline/lazyOffline';
import { NOTICE } from './strings';

interface Props {
  /** The Lab whose earlier work is offered. */
  page: Lab;
  /** Whether the Lab is the open view. */
  isLab: boolean;
}

/** Bars of refused changes, notices and saved work at the foot of the page. */
export function Notices({ page, isLab }: Props) {
  const dialog = useLazy(dialogs);
  const offline = useLazy(offlinePart);
  const files = useLazy(filesPart);
  const measured = useLazy(measuredPart);
  const waits = useLab((s) => s.missing.length > 0);
  useEffect(() => {
    if (waits) void filesPart.load();
  }, [waits]);
  return (
    <div className="notices">
      <div role="status" className="notices-live">
        <Refused />
        <PageNoticeBar />
        {files && <files.MissingBar />}
        {measured && <measured.MissingRunBar />}
      </div>
      {offline && <offline.NewerBar />}
      {dialog && isLab && <dialog.LessonBar />}
      <LabContext value={page}>{dialog && <dialog.SavedWorkBars />}</LabContext>
    </div>
  );
}

/** Number of problems that are written out. */
const LISTED = 3;

function Refused() {
  const actions = useLabActions();
  const problems = useLab((s) => s.problems);
  const isBadLink = useLab((s) => s.isBadLink);
  if (problems.length === 0) return null;
  return (
    <div className="notice-bar refused" data-testid="problems">
      <div>
        <p className="notice-title">{isBadLink ? NOTICE.badLink : NOTICE.refused}</p>
        {problems.slice(0, LISTED).map(({ path, message }) => (
          <p key={path + message}>
            {path && <b>{NOTICE.path(path)}</b>}
            {message}
          </p>
        ))}
        {problems.length > LISTED && <p>{NOTICE.more(problems.length - LISTED)}</p>}
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
      {notice.action && <Button onClick={notice.action.act} text={notice.action.text} />}
      <Dismiss onClick={dismissNotice} />
    </div>
  );
}
