/** Foot of a form that writes a file: the share that is written, and the button that begins. */
import { Button } from '../ui/Button';

interface Props {
  /** Written share from 0 to 1; null if nothing is being written. */
  done: number | null;
  texts: Readonly<Record<'progress' | 'writing' | 'save', string>>;
}

/** Progress beside the button, which cannot be pressed while the file is written. */
export function SaveFoot({ done, texts }: Props) {
  const busy = done !== null;
  return (
    <div className="chart-whole-end row">
      <progress max={1} value={done ?? 0} aria-label={texts.progress} hidden={!busy} />
      <Button submit primary disabled={busy} data-first-focus text={busy ? texts.writing : texts.save} />
    </div>
  );
}
