/** Notice of the measured run that a link needs. */
import { useStore } from 'zustand';
import { MissingFile } from '../ui/MissingFile';
import { measuredStore, takeMeasured } from './offer';
import { WANTED } from './strings';

/** Notice that is shown while a measured run is missing. */
export function MissingRunBar() {
  const wanted = useStore(measuredStore, (s) => s.wanted);
  if (!wanted) return null;
  return (
    <MissingFile
      region={WANTED.region}
      testId="missing-measured"
      field={WANTED.field(wanted.file)}
      needed={WANTED.needed(wanted.file)}
      help={WANTED.help}
      sha256={wanted.sha256}
      onFile={(file) => void takeMeasured(file)}
      onDismiss={() => measuredStore.setState({ wanted: null })}
    />
  );
}
