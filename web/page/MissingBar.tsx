/** Notice of the file that the run waits for, with a button that chooses it. */
import { useLab, useThisLab } from '../lab/context';
import { FilePicker } from '../ui/FilePicker';
import { FILE } from './lazyStrings';
import { takeTrace } from './takeTrace';

/** Notice that is shown while a file is missing. */
export function MissingBar() {
  const lab = useThisLab();
  const [first, ...more] = useLab((s) => s.missing);
  if (!first) return null;
  return (
    <section className="notice-bar" aria-label={FILE.missingRegion} data-testid="missing-file">
      <div>
        <p>
          <b>{FILE.missing(first.name)}</b>
          {FILE.missingHelp}
          {more.length > 0 && FILE.missingToo(more.map(({ name }) => name))}
        </p>
        <p className="note" title={first.sha256}>
          {FILE.hash(first.sha256.slice(0, 16))}
        </p>
      </div>
      <FilePicker
        primary
        text={FILE.choose}
        field={FILE.field(first.name)}
        onFile={(file) => void takeTrace(lab, file)}
      />
    </section>
  );
}
