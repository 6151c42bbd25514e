/** The connection of this page to the page around it; none in a window of its own. */
import { showTheme } from '../../ui/theme';
import type { PageView, Views } from '../../url/views';
import { fragmentOf } from '../source/address';
import { Host, type Content } from './host';

let host: Host | null = null;
/** The open lesson; null in the course map and while a lesson is loaded. */
let lesson: Content | null = null;
let report = (): void => undefined;

/** Connects the page to the page around it. The views other than Learn are reported by their names. */
export function startHost(views: Views): void {
  if (host) return;
  const started = new Host(window, {
    open: ({ place }) => views.open('learn', fragmentOf(place)),
    theme: ({ theme }) => showTheme(theme),
  });
  host = started;
  report = () => {
    const { view } = views.store.getState();
    started.show(view === 'learn' ? lesson : viewContent(view));
  };
  report();
  views.store.subscribe(({ view }, before) => {
    if (view !== before.view) report();
  });
}

/** Sets the open lesson, which is reported while the Learn view is open. */
export function showLesson(content: Content | null): void {
  lesson = content;
  report();
}

/** Returns the connection; null in a window of its own. */
export function pageHost(): Host | null {
  return host;
}

/** Content of another view. The messages of version 1 call Studies `curves`. */
function viewContent(view: PageView): Content {
  const name = view === 'studies' ? 'curves' : view;
  return { ready: () => ({ view: name }), progress: () => null };
}
