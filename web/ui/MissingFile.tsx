/** Notice of a file that a link needs: the link has only its name and its hash. */
import { FilePicker } from './FilePicker';
import { Dismiss } from './Dismiss';
import { MISSING_FILE } from './strings';

interface Props {
  /** Accessible name of the notice. */
  region: string;
  testId: string;
  /** Name of the file with its use, for the field. */
  field: string;
  /** Sentence that says which file is needed. */
  needed: string;
  /** Sentences about its use, and how to give it. */
  help: string;
  sha256: string;
  onFile(file: File): void;
  /** Closes the notice; absent if nothing goes on without the file. */
  onDismiss?(): void;
}

/** Notice of a missing file, with a button that chooses it. */
export function MissingFile({ region, testId, field, needed, help, sha256, onFile, onDismiss }: Props) {
  return (
    <section className="notice-bar" aria-label={region} data-testid={testId}>
      <div>
        <p>
          <b>{needed}</b> {help}
        </p>
        <p className="note" title={sha256}>
          {MISSING_FILE.hash(sha256.slice(0, 16))}
        </p>
      </div>
      <FilePicker primary text={MISSING_FILE.choose} field={field} onFile={onFile} />
      {onDismiss && <Dismiss onClick={onDismiss} />}
    </section>
  );
}
