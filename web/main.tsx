/**
 * Where the page begins: starts the simulator, which compiles while React draws the shell and the forms
 * arrive. What nobody sees at first is fetched when all of that is done.
 */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { forms } from './controls/lazyForms';
import { StudyRequests } from './curves/requests';
import { ofThePage } from './lab/browser';
import { whileVisible } from './lab/hidden';
import { createLab, type Lab } from './lab/lab';
import { Comparing } from './page/comparing';
import { beside, laterParts } from './page/laterParts';
import { Runs } from './page/runs';
import { fetchWhenIdle } from './ui/later';
import type { KeptInLink } from './url/codec';
import { Rooms } from './url/rooms';
import './ui/theme.css';
import './ui/base.css';
import './page/layout.css';
import './page/parts.css';
import './page/embed.css';

// index.html has said what a browser lacks that cannot run this.
if (document.documentElement.dataset.lacks === undefined) begin();

function begin(): void {
  const rooms = new Rooms(window);
  const studyRequests = new StudyRequests(rooms);
  const page = {
    ...ofThePage(rooms.window('lab')),
    openStudy: studyRequests.open,
    openKept: (kept: KeptInLink) => comparing.openLinked(kept),
  };
  const lab = createLab(page);
  const another = (): Lab => createLab({ ...page, window: null, storage: null });
  const { storage, now_ms, freshId } = page;
  const comparing = new Comparing(
    ({ CompareController, studyWorkers }) =>
      new CompareController({ current: lab, another, workers: studyWorkers(), storage, now_ms, freshId }),
  );
  const runs = new Runs(lab, another, async () => (await beside.need())?.startBeside ?? null);
  whileVisible(lab);
  lab.start();
  void forms.need();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root to draw into.');
  createRoot(root).render(
    <StrictMode>
      <App runs={runs} rooms={rooms} studyRequests={studyRequests} comparing={comparing} />
    </StrictMode>,
  );

  const stopWaiting = lab.store.subscribe(({ engine }) => {
    if (engine.status === 'compiling') return;
    stopWaiting();
    fetchWhenIdle([() => import('./url/formats'), ...laterParts.map(({ fetch }) => fetch)]);
  });
}
