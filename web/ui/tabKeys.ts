/** Keys of tabs, for the `tablist` around them: arrows, Home and End choose a tab and focus it. */
import type { KeyboardEvent } from 'react';

/** Chooses another tab by a key, as the pattern "Tabs" of WAI-ARIA says. Only the chosen tab is in the order of Tab. */
export function onTabKey(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')];
  const place = tabs.findIndex((tab) => tab === event.target);
  if (place < 0) return;
  const places: Partial<Record<string, number>> = {
    ArrowLeft: (place - 1 + tabs.length) % tabs.length,
    ArrowRight: (place + 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const next = tabs[places[event.key] ?? -1];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
