/** The dialog that gathers what a report of a problem needs: version, link, browser and the last errors. Nothing is sent. */
import { useEffect, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { CopyField } from '../ui/CopyField';
import { Dialog } from '../ui/Dialog';
import { lastErrors } from '../ui/lastErrors';
import { unlessGone } from '../ui/unlessGone';
import type { Shared } from '../url/share';
import { viewOf } from '../url/views';
import { REPORT } from './lazyStrings';

interface Props {
  open: boolean;
  onClose(): void;
}

/** Dialog with the report as text to copy. */
export function Report({ open, onClose }: Props) {
  return (
    <Dialog title={REPORT.title} open={open} onClose={onClose} width={640}>
      <ReportBody />
    </Dialog>
  );
}

function ReportBody() {
  const { sharing } = useThisLab();
  const engine = useLab((s) => s.engine);
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(() => unlessGone(sharing.link(), setShared), [sharing]);
  const lines = [
    REPORT.version(engine.version),
    // In other views the address says more than the link to the Lab's experiment.
    REPORT.link(shared?.ok && viewOf(location.hash.slice(1)) === 'lab' ? shared.url : location.href),
    REPORT.browser(navigator.userAgent),
    REPORT.window(window.innerWidth, window.innerHeight),
    ...(engine.message === null ? [] : [REPORT.engine(engine.message)]),
    REPORT.errors(lastErrors()),
  ];
  return (
    <>
      <p>{REPORT.about}</p>
      <CopyField label={REPORT.copy} text={lines.join(' · ')} testId="problem-report" primary autoFocus />
      <ul className="report-lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
