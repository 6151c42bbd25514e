/** The cross that lets a notice go. */
import { Icon } from './Icon';

export function Dismiss({ label = 'Dismiss', onClick }: { label?: string; onClick(): void }) {
  return (
    <button type="button" className="button quiet icon-only" aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
