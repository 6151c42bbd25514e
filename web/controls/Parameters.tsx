/** The forms beside the charts. They are loaded after the first picture, and filled in from the simulator's catalog. */
import { useLazy } from '../ui/lazy';
import { forms } from './lazyForms';
import { WAITING } from './strings';

/** The inspector, or a note until it is loaded. */
export function Parameters() {
  const part = useLazy(forms);
  return part ? <part.Inspector /> : <p className="note waiting">{WAITING}</p>;
}
