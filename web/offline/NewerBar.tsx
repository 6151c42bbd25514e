/** Says that there is a newer version, and leaves it to the reader when to take it. */
import { useStore } from 'zustand';
import { later, offline, takeNewer } from './offline';

export function NewerBar() {
  const { waiting } = useStore(offline);
  if (!waiting) return null;
  return (
    <section className="notice-bar" aria-label="Newer version">
      <p>
        A newer version of the lab is here. It is used when you open the lab again; a run is not disturbed.
      </p>
      <button type="button" className="button" onClick={() => takeNewer()}>
        Use it now
      </button>
      <button type="button" className="button" onClick={later}>
        Later
      </button>
    </section>
  );
}
