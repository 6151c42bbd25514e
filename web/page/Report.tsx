/**
 * The dialog that gathers what a report of a problem needs: what happened, version, link, browser and the last errors. Nothing is
 * sent.
 */
import { useEffect, useId, useState } from 'react';
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

/** Dialog with the report as text to copy. Texts that the user typed stay while the page is open. */
export function Report({ open, onClose }: Props) {
  const [happened, setHappened] = useState('');
  const [expected, setExpected] = useState('');
  return (
    <Dialog title={REPORT.title} open={open} onClose={onClose} width={640}>
      <div className="column report">
        <p>{REPORT.about}</p>
        <Answer label={REPORT.happened} text={happened} onText={setHappened} first />
        <Answer label={REPORT.expected} text={expected} onText={setExpected} />
        <ReportText happened={happened} expected={expected} />
      </div>
    </Dialog>
  );
}

interface AnswerProps {
  label: string;
  text: string;
  onText(text: string): void;
  /** Whether the field has the focus when the dialog opens. */
  first?: boolean;
}

function Answer({ label, text, onText, first = false }: AnswerProps) {
  const id = useId();
  return (
    <div className="column tight">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        rows={3}
        maxLength={CHARACTERS}
        value={text}
        {...(first && { 'data-first-focus': true })}
        onChange={(event) => onText(event.currentTarget.value)}
      />
    </div>
  );
}

/** Characters of an answer: more than a report needs, and less than slows the page down. */
const CHARACTERS = 5000;

function ReportText({ happened, expected }: { happened: string; expected: string }) {
  const { sharing } = useThisLab();
  const engine = useLab((s) => s.engine);
  const [shared, setShared] = useState<Shared | null>(null);
  useEffect(() => unlessGone(sharing.link(), setShared), [sharing]);
  const lines = [
    ...answerLines(REPORT.happened, happened),
    ...answerLines(REPORT.expected, expected),
    REPORT.version(engine.version),
    // In other views the address says more than the link to the Lab's experiment.
    REPORT.link(shared?.ok && viewOf(location.hash.slice(1)) === 'lab' ? shared.url : location.href),
    REPORT.browser(navigator.userAgent),
    REPORT.window(window.innerWidth, window.innerHeight),
    ...(engine.message === null ? [] : [REPORT.engine(engine.message)]),
    REPORT.errors(lastErrors()),
  ];
  return <CopyField label={REPORT.copy} text={lines.join('\n')} testId="problem-report" primary />;
}

/** Returns an answer below its question, and an empty line; nothing for an empty answer. */
function answerLines(question: string, answer: string): string[] {
  return answer.trim() === '' ? [] : [REPORT.answer(question), answer.trim(), ''];
}
