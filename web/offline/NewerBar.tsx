/** Notice of a new version, which the user can install now or later. */
import { useStore } from 'zustand';
import { Button } from '../ui/Button';
import { offline, postponeUpdate, updateNow } from './offline';
import { NEW_VERSION } from './strings';

/** Notice that is shown while a new version waits. */
export function NewerBar() {
  const { waiting } = useStore(offline);
  if (!waiting) return null;
  return (
    <section className="notice-bar" aria-label={NEW_VERSION.region}>
      <p>{NEW_VERSION.text}</p>
      <Button onClick={() => updateNow()}>{NEW_VERSION.use}</Button>
      <Button onClick={postponeUpdate}>{NEW_VERSION.later}</Button>
    </section>
  );
}
