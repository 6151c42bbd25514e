/**
 * Entry point of the page: starts the simulator, which compiles while React draws the page and the forms are loaded.
 * Parts that are not visible at first are loaded afterwards.
 */
import './ui/flow.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { forms } from './controls/lazyForms';
import { StudyRequests } from './studies/requests';
import { ofThePage } from './lab/browser';
import { whileVisible } from './lab/hidden';
import { createLab, type Lab } from './lab/lab';
import { host } from './lessons/embed/lazyHost';
import { Comparing } from './page/comparing';
import { beside, lazyParts } from './page/lazyParts';
import { playOnceSeen } from './page/playOnceSeen';
import { Runs } from './page/runs';
import { Boundary } from './ui/Boundary';
import { watchErrors } from './ui/lastErrors';
import { fetchWhenIdle } from './ui/lazy';
import type { LinkedBaseline } from './url/codec';
import type { ReadableFile } from './url/file';
import type { JsonObject } from './url/json';
import { Views } from './url/views';
import './ui/theme.css';
import './ui/base.css';
import './ui/button.css';
import './page/layout.css';
import './page/parts.css';
import './page/embed.css';

// index.html shows a message in browsers that cannot run the page.
if (document.documentElement.dataset.lacks === undefined) begin();

/** Shows the page, or the benchmark if the address asks for it. */
function begin(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root to draw into.');
  if (!new URLSearchParams(location.search).has('bench')) beginPage(root);
  else void import('./bench/benchPage').then(({ startBench }) => startBench(root));
}

function beginPage(root: HTMLElement): void {
  watchErrors(window);
  const views = new Views(window);
  const studyRequests = new StudyRequests(views);
  const page = {
    ...ofThePage(views.window('lab')),
    isSeen: () => views.store.getState().view === 'lab',
    openStudy: (study: JsonObject, look: string, file: ReadableFile | null = null) =>
      studyRequests.open(study, look, [], file),
    openBaseline: (kept: LinkedBaseline) => comparing.openLinked(kept),
  };
  const lab = createLab(page);
  const another = (): Lab => createLab({ ...page, window: null, storage: null });
  const { storage, now_ms, freshId } = page;
  const comparing = new Comparing(
    ({ CompareController, studyWorkers }) =>
      new CompareController({ current: lab, another, workers: studyWorkers(), storage, now_ms, freshId }),
  );
  const runs = new Runs(lab, another, async () => (await beside.load())?.startBeside ?? null);
  whileVisible(lab);
  playOnceSeen(lab, views);
  lab.start();
  if (window.parent !== window) void host.fetch().then((part) => part?.startHost(views));
  void forms.load();

  createRoot(root).render(
    <StrictMode>
      <Boundary part={null}>
        <App {...{ runs, views, studyRequests, comparing, another }} />
      </Boundary>
    </StrictMode>,
  );

  const stopWaiting = lab.store.subscribe(({ engine }) => {
    if (engine.status === 'compiling') return;
    stopWaiting();
    fetchWhenIdle([() => import('./url/formats'), ...lazyParts.map(({ fetch }) => fetch)]);
  });
}
