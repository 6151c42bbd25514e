/** The side's forms: they come while the simulator is compiled, which alone knows what is in them. */
import { useHere } from '../ui/later';
import { inspector } from './laterParts';

export function Parameters() {
  const part = useHere(inspector);
  return part ? (
    <part.Inspector />
  ) : (
    <p className="note waiting">Parameters appear once the simulator runs.</p>
  );
}
