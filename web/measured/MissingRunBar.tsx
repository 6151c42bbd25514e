/** Notice of the measured run that a link needs, with a button that chooses its file. */
import { useStore } from 'zustand';
import { Dismiss } from '../ui/Dismiss';
import { FilePicker } from '../ui/FilePicker';
import { measuredStore, takeMeasured } from './offer';
import { WANTED } from './strings';

/** Notice that is shown while a measured run is missing. */
export function MissingRunBar() {
  const wanted = useStore(measuredStore, (s) => s.wanted);
  if (!wanted) return null;
  return (
    <section className="notice-bar" aria-label={WANTED.region} data-testid="missing-measured">
      <div>
        <p>
          <b>{WANTED.needed(wanted.file)}</b>
          {WANTED.help}
        </p>
        <p className="note" title={wanted.sha256}>
          {WANTED.hash(wanted.sha256.slice(0, 16))}
        </p>
      </div>
      <FilePicker
        primary
        text={WANTED.choose}
        field={WANTED.field(wanted.file)}
        onFile={(file) => void takeMeasured(file)}
      />
      <Dismiss onClick={() => measuredStore.setState({ wanted: null })} />
    </section>
  );
}
