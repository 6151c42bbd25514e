/** The cross that closes a notice. */
import { Button } from './Button';
import { BUTTON } from './strings';

/** Button that calls `onClick`; its name is `label`. */
export function Dismiss({ label = BUTTON.dismiss, onClick }: { label?: string; onClick(): void }) {
  return <Button quiet icon="close" label={label} onClick={onClick} />;
}
