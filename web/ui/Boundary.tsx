/**
 * Boundary of a part of the page. If the part cannot be drawn, a sentence stands in its place, with a button that tries again and
 * a report to copy; the run and all other parts go on.
 */
import { useState, type ReactNode } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Button } from './Button';
import { CopyField } from './CopyField';
import { noteError } from './lastErrors';
import { BOUNDARY } from './strings';

interface Props {
  /** Name of the part, at the start of a sentence; null for the whole page. */
  part: string | null;
  /** Values whose change draws the part again, such as the text that it shows. */
  resetOn?: readonly unknown[];
  /** Further actions, for example to save a text that could not be drawn. */
  actions?: ReactNode;
  /** Puts the sentence into a frame, such as a dialog. */
  frame?: (sentence: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Draws `children`, or the sentence. */
export function Boundary({ part, resetOn, actions, frame = (sentence) => sentence, children }: Props) {
  return (
    <ErrorBoundary
      onError={noteError}
      fallbackRender={(failure) => frame(<Failed {...failure} part={part} actions={actions} />)}
      {...(resetOn && { resetKeys: [...resetOn] })}
    >
      {children}
    </ErrorBoundary>
  );
}

function Failed({
  part,
  actions,
  error,
  resetErrorBoundary,
}: FallbackProps & Pick<Props, 'part' | 'actions'>) {
  const [shown, show] = useState(false);
  return (
    <div className="failed-part column tight" role="alert">
      <p>{part === null ? BOUNDARY.failedPage : BOUNDARY.failed(part)}</p>
      <div className="row wrap">
        <Button onClick={resetErrorBoundary}>{BOUNDARY.again}</Button>
        <Button aria-expanded={shown} onClick={() => show(!shown)}>
          {BOUNDARY.report}
        </Button>
        {actions}
      </div>
      {shown && (
        <CopyField
          label={BOUNDARY.reportHelp}
          text={reportOf(part ?? BOUNDARY.page, error)}
          testId="failure-report"
        />
      )}
    </div>
  );
}

/** Returns a line for a report: the part, the error with the places that it passed, the browser, and the address. */
export function reportOf(part: string, error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? String(error)) : String(error);
  const places = stack.split('\n').slice(0, STACK_LINES).join(' | ');
  return [part, places, navigator.userAgent, location.href].join(' · ').slice(0, REPORT_CHARACTERS);
}

/** Lines of the stack in a report, and the longest report. */
const STACK_LINES = 8;
const REPORT_CHARACTERS = 8000;
