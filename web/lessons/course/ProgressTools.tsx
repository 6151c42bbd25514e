/** Saves the progress of this browser, adds that of a file, and forgets it after a confirmation. */
import { Button } from '../../ui/Button';
import { FilePicker } from '../../ui/FilePicker';
import { notify } from '../../ui/notices';
import { download } from '../../url/file';
import type { Progress } from '../session/progress';
import { PROGRESS_BYTES, progressText, readProgressText } from '../session/progressFile';
import { PROGRESS_FILE } from '../session/progressStrings';

/** Buttons below the course map. */
export function ProgressTools({ progress }: { progress: Progress }) {
  const open = async (file: File): Promise<void> => {
    const read =
      file.size > PROGRESS_BYTES
        ? { ok: false as const, message: PROGRESS_FILE.tooLarge }
        : readProgressText(await file.text());
    if (!read.ok) {
      notify(read.message, 'refused');
      return;
    }
    for (const [key, other] of read.lessons) progress.add(key, other);
    notify(PROGRESS_FILE.added);
  };
  const forget = (): void => {
    if (window.confirm(PROGRESS_FILE.confirm)) progress.forgetAll();
  };
  return (
    <p className="lesson-actions">
      <Button
        text={PROGRESS_FILE.save}
        onClick={() => download(PROGRESS_FILE.name, progressText(progress.store.getState().lessons))}
      />
      <FilePicker
        field={PROGRESS_FILE.field}
        accept=".json,application/json"
        text={PROGRESS_FILE.open}
        onFile={(file) => void open(file)}
      />
      <Button text={PROGRESS_FILE.forget} onClick={forget} />
    </p>
  );
}
