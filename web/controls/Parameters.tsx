/** The side's forms: they come while the simulator is compiled, which alone knows what is in them. */
import { useHere } from '../ui/later';
import { forms } from './lazyForms';

export function Parameters() {
  const part = useHere(forms);
  return part ? (
    <part.Inspector />
  ) : (
    <p className="note waiting">Parameters appear once the simulator runs.</p>
  );
}
