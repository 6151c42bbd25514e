/** The cross that lets a notice go. */
import { Icon } from './Icon';

export function Dismiss({ onClick }: { onClick(): void }) {
  return (
    <button type="button" className="button quiet icon-only" aria-label="Dismiss" onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
