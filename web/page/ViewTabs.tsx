/** Links to the views: in the header, and on a phone in a bar at the bottom. */
import type { MouseEvent } from 'react';
import { useStore } from 'zustand';
import type { PageView, Views } from '../url/views';
import { VIEW } from './strings';
import { VIEWS } from './views';

/** Navigation between the views; each link has the address of its view. */
export function ViewTabs({ views }: { views: Views }) {
  const { view: open, hashes } = useStore(views.store);
  return (
    <nav className="view-tabs" aria-label={VIEW.bar}>
      {VIEWS.map(({ view, label, key }) => (
        <a
          key={view}
          className="view-tab"
          href={hashes[view] || '#'}
          aria-current={view === open ? 'page' : undefined}
          title={VIEW.hint(label, key)}
          onClick={(event) => enter(event, view, views)}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Opens the view in this page, unless a modifier key asks the browser for another tab or window. */
function enter(event: MouseEvent, view: PageView, views: Views): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  views.open(view);
}
