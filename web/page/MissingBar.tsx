/** Notice of the file that the run waits for. */
import { useLab, useThisLab } from '../lab/context';
import { MissingFile } from '../ui/MissingFile';
import { FILE } from './lazyStrings';
import { takeTrace } from './takeTrace';

/** Notice that is shown while a file is missing. */
export function MissingBar() {
  const lab = useThisLab();
  const [first, ...more] = useLab((s) => s.missing);
  if (!first) return null;
  return (
    <MissingFile
      region={FILE.missingRegion}
      testId="missing-file"
      field={FILE.field(first.name)}
      needed={FILE.missing(first.name)}
      help={FILE.missingHelp(more.map(({ name }) => name))}
      sha256={first.sha256}
      onFile={(file) => void takeTrace(lab, file)}
    />
  );
}
