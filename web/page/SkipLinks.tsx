/**
 * The first stops of the Tab key: buttons that are visible while they have the focus, and move it to a part of the
 * page. They are no links, since the address belongs to the experiment.
 */
import { Button } from '../ui/Button';
import { REGION } from './strings';

const PARTS = ['network', 'run', 'charts', 'parameters'] as const;

/** Buttons that move the focus to a part of the Lab. */
export function SkipLinks() {
  return (
    <nav className="skips" aria-label={REGION.skip}>
      {PARTS.map((part) => (
        <Button key={part} onClick={() => goTo(part)} text={REGION[part]} />
      ))}
    </nav>
  );
}

/** Focuses a part, of two runs that of the active one. On a narrow screen this opens the sheet of parameters. */
function goTo(part: string): void {
  const mark = `[data-skip="${part}"]`;
  const found =
    document.querySelector<HTMLElement>(`[data-attended] ${mark}`) ??
    document.querySelector<HTMLElement>(mark);
  if (found?.closest('[inert]')) document.querySelector<HTMLElement>('.sheet-bar')?.click();
  else found?.focus();
}
