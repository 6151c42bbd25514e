/** A sign beside what a warning is about, which says it to who points at it and to who listens. */
import { Icon } from '../ui/Icon';

export function WarningSign({ warnings }: { warnings: readonly { sentence: string }[] }) {
  if (warnings.length === 0) return null;
  const text = warnings.map(({ sentence }) => sentence).join(' ');
  return (
    <span className="warned-mark" title={text}>
      <Icon name="warning" />
      <span className="visually-hidden">Warning: {text}</span>
    </span>
  );
}
