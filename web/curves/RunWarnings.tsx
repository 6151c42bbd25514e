/** What to know before the curve is believed: what its runs warn of, and how many of them. */
import { WarningHelp, WarningName } from '../controls/WarningList';
import { Icon } from '../ui/Icon';
import type { CaseLine } from '../types/engine';
import { countWarnings } from './warningCounts';

export function RunWarnings({ lines }: { lines: readonly CaseLine[] }) {
  const counted = countWarnings(lines);
  if (counted.length === 0) return null;
  return (
    <section aria-label="Warnings of these runs">
      <ul className="warnings">
        {counted.map(({ id, remedy, runs }) => (
          <li key={id}>
            <Icon name="warning" />
            <div>
              <b>
                <WarningName id={id} />
              </b>
              : {runs} of {lines.length} run{lines.length === 1 ? '' : 's'}. {remedy}
              <WarningHelp id={id} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
