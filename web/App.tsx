/**
 * The page and its views. The Lab has the network at the top, charts below it and parameters at the side, for one run or
 * for two runs side by side. The other views are loaded when they are first opened.
 *
 * This component only places the parts and performs the actions of keys. A view keeps its state while another is open.
 * On a narrow screen the parameters become a sheet from below; see layout.css.
 */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Parameters } from './controls/Parameters';
import { restartRun } from './controls/seedLock';
import { nextSpeed } from './controls/speed';
import { AdviseContext, SweepContext } from './controls/studyActions';
import type { StudyRequests } from './studies/requests';
import { LabContext } from './lab/context';
import type { OpenView } from './lab/hidden';
import type { Lab } from './lab/lab';
import { curves } from './studies/lazyStudies';
import { EmbedHead, LessonEmbedHead } from './page/EmbedHead';
import { useEmbedded } from './page/embedded';
import { Header, LabTools } from './page/Header';
import { followFocus } from './page/focus';
import { listenToKeys, type KeyAction } from './page/keys';
import type { Comparing } from './page/comparing';
import { ComparePanel } from './page/ComparePanel';
import { filesPart } from './page/lazyFiles';
import { newExperiment } from './experiment/lazyExperiment';
import { beside, dialogs } from './page/lazyParts';
import { Newcomer } from './page/Newcomer';
import { Notices } from './page/Notices';
import { ViewTabs } from './page/ViewTabs';
import { VIEWS } from './page/views';
import { acceptDrops, openFile } from './page/openFile';
import type { Runs } from './page/runs';
import { RunView } from './page/RunView';
import { Sheet } from './page/Sheet';
import { PAGE, REGION, VIEW } from './page/strings';
import { SkipLinks } from './page/SkipLinks';
import { SummaryPanel } from './page/SummaryPanel';
import { learn } from './lessons/lazyLearn';
import { papers } from './papers/lazyParts';
import { Notice } from './presets/Notice';
import { Patterns } from './topology/Glyph';
import { Boundary } from './ui/Boundary';
import { BOUNDARY } from './ui/strings';
import { useLazy } from './ui/lazy';
import type { PageView, Views } from './url/views';

type Opened = 'presets' | 'new-experiment' | 'share' | 'keys';

interface Props {
  runs: Runs;
  views: Views;
  /** Requests to the Studies view. */
  studyRequests: StudyRequests;
  comparing: Comparing;
  /** Creates a Lab that neither writes the address nor saves its work. */
  another(): Lab;
}

/** The whole page with all its views. */
export function App({ runs, views, studyRequests, comparing, another }: Props) {
  const view = useStore(views.store, (s) => s.view);
  const entered = useEntered(view);
  const { shown, active } = useStore(runs.store);
  const [opened, setOpened] = useState<Opened | null>(null);
  const inFrame = useEmbedded();
  const embedded = inFrame && view === 'lab';
  const lessonOnly = inFrame && view === 'learn';
  const dialog = useLazy(dialogs);
  const creator = useLazy(newExperiment);
  const tabs = useLazy(beside);
  const learnView = useLazy(learn);
  const studiesView = useLazy(curves);
  const papersView = useLazy(papers);
  const files = useLazy(filesPart);
  const [addresses] = useState(() => ({
    learn: views.window('learn'),
    studies: views.window('studies'),
    papers: views.window('papers'),
  }));
  const [learnIsOpen] = useState<OpenView>(() => ({
    isOpen: () => views.store.getState().view === 'learn',
    subscribe: (listener) => views.store.subscribe(listener),
  }));
  const studyRequest = useStore(studyRequests.store, (s) => s.request);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [announcements, setAnnouncements] = useState(0);
  // A dialog reports late that it was closed; a key may have opened another by then.
  const closer = (name: Opened) => () => setOpened((now) => (now === name ? null : now));
  const open = useCallback((name: Opened): void => {
    const part = name === 'new-experiment' ? newExperiment : dialogs;
    void part.load().then((loaded) => {
      if (loaded) setOpened(name);
    });
  }, []);
  useTitle(runs.first, view);
  useEffect(() => {
    document.getElementById('root')?.classList.toggle('embedded', embedded || lessonOnly);
  }, [embedded, lessonOnly]);
  useEffect(() => {
    const now = (): Lab => runs.store.getState().active;
    const openLesson = async (file: File): Promise<void> => {
      const hash = await (await learn.load())?.fragmentOfFile(file);
      if (hash != null) views.open('learn', hash);
    };
    return acceptDrops(
      (file) => void (LESSON_FILE.test(file.name) ? openLesson(file) : openFile(now(), file)),
    );
  }, [runs, views]);
  useEffect(
    () =>
      listenToKeys((action) => {
        if (action === 'help') open('keys');
        else if (isView(action)) views.open(action);
        else if (action === 'present') presentLesson(views);
        else if (views.store.getState().view !== 'lab') return;
        else if (action === 'presets' || action === 'share' || action === 'new-experiment') open(action);
        else if (action === 'sweep') studyRequests.sweep(null);
        else if (action === 'announce') setAnnouncements((count) => count + 1);
        else if (action === 'save-baseline')
          comparing.run((controller) => controller.saveBaseline(runs.store.getState().active));
        else if (action === 'comparison-mode') comparing.run((controller) => controller.setMode());
        else if (action === 'first-difference')
          comparing.run((controller) => controller.showFirstDifference());
        else if (action === 'split') {
          if (!embedded) runs.toggleBeside();
        } else if (action === 'other-run') runs.activateOther();
        else commands[action](runs.store.getState().active);
      }),
    [runs, views, studyRequests, comparing, open, embedded],
  );

  useEffect(followFocus, []);

  const save = (): void => comparing.run((controller) => controller.saveBaseline(active));
  const split = shown.length > 1;
  const run = split ? shown.indexOf(active) : 0;
  return (
    <LabContext value={active}>
      {embedded ? (
        <EmbedHead views={views} />
      ) : lessonOnly ? (
        <LessonEmbedHead views={views} />
      ) : (
        <>
          {view === 'lab' && <SkipLinks />}
          <Header tabs={<ViewTabs views={views} />} onKeys={() => open('keys')}>
            {view === 'lab' ? (
              <LabTools
                split={split}
                onSave={save}
                onSplit={() => runs.toggleBeside()}
                onPresets={() => open('presets')}
                onCreate={() => open('new-experiment')}
                onSweep={() => studyRequests.sweep(null)}
                onShare={() => open('share')}
              />
            ) : (
              <span key={view} ref={setTools} className="header-tools end row" />
            )}
          </Header>
        </>
      )}
      <main className={embedded ? 'lab embed' : split ? 'lab beside' : 'lab'} hidden={view !== 'lab'}>
        {split && tabs && <tabs.RunTabs runs={runs} />}
        {shown.map((lab, i) => (
          <RunView key={i} runs={runs} lab={lab} comparing={comparing} />
        ))}
        {!embedded && (
          <AdviseContext value={studyRequests.advise}>
            <Sheet>
              <section
                className="panel parameters"
                aria-label={REGION.parameters}
                data-skip="parameters"
                tabIndex={-1}
              >
                <Boundary part={BOUNDARY.parts.parameters}>
                  <SweepContext value={studyRequests.sweep}>
                    <Parameters key={run} />
                  </SweepContext>
                </Boundary>
              </section>
              <div className="side-foot">
                <Newcomer onCreate={() => open('new-experiment')} />
                <Notice />
                <Boundary part={BOUNDARY.parts.comparison}>
                  <LabContext value={runs.first}>
                    <ComparePanel comparing={comparing} />
                  </LabContext>
                </Boundary>
                <Boundary part={BOUNDARY.parts.summary}>
                  <SummaryPanel />
                </Boundary>
              </div>
            </Sheet>
          </AdviseContext>
        )}
      </main>
      {entered.has('learn') && (
        <main className="view" aria-label={VIEW.learn} hidden={view !== 'learn'}>
          {learnView && (
            <Boundary part={BOUNDARY.parts.learn}>
              <learnView.Learn
                address={addresses.learn}
                view={learnIsOpen}
                another={another}
                lab={runs.first}
                onLab={(scenario) => {
                  void runs.first.actions.openScenario(scenario);
                  views.open('lab');
                }}
                onPreset={(id) => {
                  runs.first.actions.openPreset(id);
                  views.open('lab');
                }}
              />
            </Boundary>
          )}
        </main>
      )}
      {entered.has('studies') && (
        <main className="view" aria-label={VIEW.studies} hidden={view !== 'studies'}>
          {studiesView && (
            <Boundary part={BOUNDARY.parts.studies}>
              <LabContext value={runs.first}>
                <studiesView.Studies
                  address={addresses.studies}
                  request={studyRequest}
                  header={view === 'studies' ? tools : null}
                  onOpened={() => views.open('lab')}
                />
              </LabContext>
            </Boundary>
          )}
        </main>
      )}
      {entered.has('papers') && (
        <main className="view" aria-label={VIEW.papers} hidden={view !== 'papers'}>
          {papersView && (
            <Boundary part={BOUNDARY.parts.papers}>
              <papersView.Papers
                address={addresses.papers}
                onLab={() => views.open('lab')}
                onCurves={(study, kept) => studyRequests.open({ ...study }, '', kept)}
              />
            </Boundary>
          )}
        </main>
      )}
      <Patterns />
      <Boundary part={BOUNDARY.parts.notices}>
        <Notices page={runs.first} />
        {files && <files.FileOffer />}
      </Boundary>
      {creator && (
        <Boundary part={BOUNDARY.parts.dialog} resetOn={[opened]}>
          <creator.NewExperiment
            open={opened === 'new-experiment'}
            onClose={closer('new-experiment')}
            onRemedies={() => studyRequests.advise(null, 'remedies')}
          />
        </Boundary>
      )}
      {dialog && (
        <Boundary part={BOUNDARY.parts.dialog} resetOn={[opened]}>
          <dialog.Narration requests={announcements} />
          <dialog.Gallery
            open={opened === 'presets'}
            onClose={closer('presets')}
            onCreate={() => open('new-experiment')}
          />
          <LabContext value={runs.first}>
            <dialog.Share open={opened === 'share'} onClose={closer('share')} />
          </LabContext>
          <dialog.KeySheet open={opened === 'keys'} onClose={closer('keys')} />
          <dialog.Glossary />
        </Boundary>
      )}
    </LabContext>
  );
}

/** Names of files of lessons. */
const LESSON_FILE = /\.md$/i;

type Compares = 'save-baseline' | 'comparison-mode' | 'first-difference';

/** Actions of keys on the active run. */
const commands: Record<
  Exclude<
    KeyAction,
    | PageView
    | 'presets'
    | 'new-experiment'
    | 'sweep'
    | 'share'
    | 'help'
    | 'announce'
    | 'present'
    | 'split'
    | 'other-run'
    | Compares
  >,
  (lab: Lab) => void
> = {
  toggle: ({ actions }) => actions.toggle(),
  step: ({ actions }) => actions.step('event'),
  slower: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.targetSpeed, -1)),
  faster: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.targetSpeed, 1)),
  restart: restartRun,
  'next-drop': ({ actions }) => void actions.next('drop', 1),
  'previous-drop': ({ actions }) => void actions.next('drop', -1),
  undo: ({ actions }) => actions.undo(),
  redo: ({ actions }) => actions.redo(),
};

function isView(action: KeyAction): action is PageView {
  return VIEWS.some(({ view }) => view === action);
}

/** Presents the open lesson; without one nothing happens. */
function presentLesson(views: Views): void {
  const { view, hashes } = views.store.getState();
  const hash = view === 'learn' ? learn.current()?.presentationOf(hashes.learn) : null;
  if (hash != null) views.open('learn', hash);
}

/** Returns the views opened so far; each is loaded when it is opened for the first time. */
function useEntered(view: PageView): ReadonlySet<PageView> {
  const [entered, setEntered] = useState<ReadonlySet<PageView>>(() => new Set([view]));
  if (!entered.has(view)) setEntered(new Set([...entered, view]));
  useEffect(() => {
    if (view === 'learn') void learn.load();
    else if (view === 'studies') void curves.load();
    else if (view === 'papers') void papers.load();
  }, [view]);
  return entered;
}

/** Sets the title of the page: that of the experiment in the Lab, or the name of the open view. */
function useTitle(lab: Lab, view: PageView): void {
  const experiment = useStore(lab.store, (s) => s.document?.title ?? '');
  const title = view === 'lab' ? experiment : (VIEWS.find((one) => one.view === view)?.label ?? '');
  useEffect(() => {
    document.title = title ? PAGE.title(title) : PAGE.name;
  }, [title]);
}
