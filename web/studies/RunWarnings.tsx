/** Warnings of the runs of a study, each with the number of runs that give it. */
import { WarningHelp, WarningName } from '../controls/WarningList';
import { Icon } from '../ui/Icon';
import type { CaseLine } from '../types/engine';
import { RUN_WARNINGS } from './strings';
import { countWarnings } from './warningCounts';

/** Lists the warnings; nothing without any. */
export function RunWarnings({ lines }: { lines: readonly CaseLine[] }) {
  const counted = countWarnings(lines);
  if (counted.length === 0) return null;
  return (
    <section aria-label={RUN_WARNINGS.name}>
      <ul className="warnings column">
        {counted.map(({ id, remedy, runs }) => (
          <li key={id}>
            <Icon name="warning" />
            <div>
              <b>
                <WarningName id={id} />
              </b>
              {RUN_WARNINGS.counted(runs, lines.length, remedy)}
              <WarningHelp id={id} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
