/** The cross that closes a notice. */
import { Icon } from './Icon';
import { BUTTON } from './strings';

/** Button that calls `onClick`; its name is `label`. */
export function Dismiss({ label = BUTTON.dismiss, onClick }: { label?: string; onClick(): void }) {
  return (
    <button type="button" className="button quiet icon-only" aria-label={label} onClick={onClick}>
      <Icon name="close" />
    </button>
  );
}
