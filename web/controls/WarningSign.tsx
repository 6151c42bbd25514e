/** A sign with the text of warnings, as a tooltip and for screen readers. */
import { Icon } from '../ui/Icon';
import { WARNINGS } from './lazyStrings';

/** Sign of warnings; nothing if there are none. */
export function WarningSign({ warnings }: { warnings: readonly { sentence: string }[] }) {
  if (warnings.length === 0) return null;
  const text = warnings.map(({ sentence }) => sentence).join(' ');
  return (
    <span className="warned-mark" title={text}>
      <Icon name="warning" />
      <span className="visually-hidden">{WARNINGS.sign(text)}</span>
    </span>
  );
}
