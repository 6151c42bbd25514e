/**
 * The page and its views. The Lab has the network at the top, charts below it and parameters at the side, for one run or
 * for two runs side by side. The other views are loaded when they are first opened.
 *
 * This component only places the parts and performs the actions of keys. A view keeps its state while another is open.
 * On a narrow screen the parameters become a sheet from below; see layout.css.
 */
import { useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Parameters } from './controls/Parameters';
import { restartRun } from './controls/seedLock';
import { nextSpeed } from './controls/speed';
import { AdviseContext, SweepContext } from './controls/studyActions';
import type { StudyRequests } from './studies/requests';
import { LabContext } from './lab/context';
import type { OpenView } from './lab/hidden';
import type { Lab } from './lab/lab';
import { shownTitle } from './lab/title';
import { curves } from './studies/lazyStudies';
import { EmbedHead, LessonEmbedHead } from './page/EmbedHead';
import { useEmbedded } from './page/embedded';
import { Header, LabTools } from './page/Header';
import { followFocus } from './page/focus';
import { listenToKeys, type KeyAction, type KeylessAction } from './page/keys';
import type { CompareController } from './compare/controller';
import type { Comparing } from './page/comparing';
import { ComparePanel } from './page/ComparePanel';
import { measuredPart } from './measured/lazyMeasured';
import { filesPart } from './page/lazyFiles';
import { newExperiment } from './experiment/lazyExperiment';
import { beside, dialogs, printSheet } from './page/lazyParts';
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
import { Button } from './ui/Button';
import { BOUNDARY, BUTTON } from './ui/strings';
import { closeGlossary, openedGlossary, openGlossary } from './learn/opened';
import { isFirstVisit, noteWelcomed, welcomePart } from './page/welcomeState';
import { searchPart } from './search/lazySearch';
import { BrowserStore } from './storage/browserStore';
import { useLazy, type Lazy } from './ui/lazy';
import type { PageView, Views } from './url/views';

type Opened = 'presets' | 'new-experiment' | 'share' | 'keys' | 'search' | 'report';

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
  const measured = useLazy(measuredPart);
  const search = useLazy(searchPart);
  const print = useLazy(printSheet);
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
  const glossaryIsOpen = useStore(openedGlossary, (s) => s.open);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [announcements, setAnnouncements] = useState(0);
  // A dialog reports late that it was closed; a key may have opened another by then.
  const dialogOf = (name: Opened) => ({
    open: opened === name,
    onClose: () => setOpened((now) => (now === name ? null : now)),
  });
  const open = useCallback((name: Opened): void => {
    const parts: readonly Lazy<unknown>[] =
      name === 'new-experiment' ? [newExperiment] : name === 'search' ? [dialogs, searchPart] : [dialogs];
    void Promise.all(parts.map((part) => part.load())).then((loaded) => {
      if (loaded.every((part) => part !== null)) setOpened(name);
    });
  }, []);
  const [welcomed, setWelcomed] = useState(() => isFirstVisit(window, new BrowserStore()));
  const welcome = useLazy(welcomePart);
  useEffect(() => {
    if (welcomed) void welcomePart.load();
  }, [welcomed]);
  const closeWelcome = useCallback((): void => {
    noteWelcomed();
    setWelcomed(false);
  }, []);
  // A view that is opened by its tab or by an address is not covered.
  useEffect(() => {
    if (!welcomed) return;
    return views.store.subscribe((now, before) => {
      if (now.view !== before.view) closeWelcome();
    });
  }, [welcomed, views, closeWelcome]);
  const [question, setQuestion] = useState<'buffer' | null>(null);
  const create = useCallback(
    (about: 'buffer' | null = null): void => {
      setQuestion(about);
      open('new-experiment');
    },
    [open],
  );
  useTitle(runs.first, views);
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
  const act = useCallback(
    (action: KeyAction | KeylessAction): void => {
      if (action === 'help') open('keys');
      else if (action === 'search' || action === 'report') open(action);
      else if (action === 'glossary') openGlossary();
      else if (action === 'welcome') setWelcomed(true);
      else if (isView(action)) views.open(action);
      else if (action === 'present') presentLesson(views);
      else if (views.store.getState().view !== 'lab') return;
      else if (action === 'presets' || action === 'share') open(action);
      else if (action === 'new-experiment') create();
      else if (action === 'sweep') studyRequests.sweep(null);
      else if (action === 'smallest-buffer') studyRequests.advise(null);
      else if (action === 'remedies') studyRequests.advise(null, 'remedies');
      else if (action === 'print') window.print();
      else if (action === 'announce') setAnnouncements((count) => count + 1);
      else if (action === 'save-baseline')
        comparing.run((controller) => controller.saveBaseline(runs.store.getState().active));
      else if (action === 'comparison-mode') comparing.run((controller) => controller.setMode());
      else if (action === 'first-difference') comparing.run((controller) => controller.showFirstDifference());
      else if (action === 'split') {
        if (!embedded) runs.toggleBeside();
      } else if (action === 'other-run') runs.activateOther();
      else commands[action](runs.store.getState().active);
    },
    [runs, views, studyRequests, comparing, open, create, embedded],
  );
  // A key that is pressed as soon as the page is seen acts.
  useLayoutEffect(() => listenToKeys(act), [act]);

  useEffect(followFocus, []);

  const useMeasured = useCallback<MeasuredUser>(
    (file, choice, simulate) => {
      views.open('lab');
      comparing.run((controller) => controller.showMeasured(file, choice, simulate));
    },
    [views, comparing],
  );
  const save = (): void => comparing.run((controller) => controller.saveBaseline(active));
  const split = shown.length > 1;
  const run = split ? shown.indexOf(active) : 0;
  return (
    <LabContext value={active}>
      {embedded || lessonOnly ? (
        <Boundary part={BOUNDARY.parts.header}>
          {embedded ? <EmbedHead views={views} /> : <LessonEmbedHead views={views} />}
        </Boundary>
      ) : (
        <>
          {view === 'lab' && (
            <Boundary part={BOUNDARY.parts.header}>
              <SkipLinks />
            </Boundary>
          )}
          {welcomed && welcome && (
            <Boundary
              part={BOUNDARY.parts.welcome}
              actions={<Button onClick={closeWelcome}>{BUTTON.close}</Button>}
            >
              <welcome.Welcome
                onClose={closeWelcome}
                onView={(name, hash) => views.open(name, hash)}
                onSize={() => {
                  views.open('lab');
                  create('buffer');
                }}
                onExplore={() => {
                  views.open('lab');
                  open('presets');
                }}
              />
            </Boundary>
          )}
          <Boundary part={BOUNDARY.parts.header}>
            <Header
              tabs={
                <Boundary part={BOUNDARY.parts.tabs}>
                  <ViewTabs views={views} />
                </Boundary>
              }
              onKeys={() => open('keys')}
              onName={() => (welcomed ? closeWelcome() : setWelcomed(true))}
              onSearch={() => open('search')}
            >
              {view === 'lab' ? (
                <Boundary part={BOUNDARY.parts.tools}>
                  <LabTools
                    split={split}
                    onSave={save}
                    onSplit={() => runs.toggleBeside()}
                    onPresets={() => open('presets')}
                    onCreate={() => create()}
                    onSweep={() => studyRequests.sweep(null)}
                    onShare={() => open('share')}
                  />
                </Boundary>
              ) : (
                <span key={view} ref={setTools} className="header-tools end row" />
              )}
            </Header>
          </Boundary>
        </>
      )}
      {print && view === 'lab' && (
        <Boundary part={BOUNDARY.parts.printed}>
          <print.PrintHead />
        </Boundary>
      )}
      <main className={embedded ? 'lab embed' : split ? 'lab beside' : 'lab'} hidden={view !== 'lab'}>
        {split && tabs && (
          <Boundary part={BOUNDARY.parts.twoRuns}>
            <tabs.RunTabs runs={runs} />
          </Boundary>
        )}
        {shown.map((lab, i) => (
          <RunView key={i} runs={runs} lab={lab} comparing={comparing} />
        ))}
        {!embedded && (
          <AdviseContext value={studyRequests.advise}>
            <Boundary part={BOUNDARY.parts.parameters}>
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
                  <Boundary part={BOUNDARY.parts.notices}>
                    <Notice />
                  </Boundary>
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
            </Boundary>
          </AdviseContext>
        )}
      </main>
      {print && view === 'lab' && (
        <Boundary part={BOUNDARY.parts.printed}>
          <print.PrintFoot />
        </Boundary>
      )}
      {entered.has('learn') && (
        <main className="view" aria-label={VIEW.learn} hidden={view !== 'learn'}>
          {learnView && (
            <Boundary part={BOUNDARY.parts.learn}>
              <learnView.Learn
                address={addresses.learn}
                view={learnIsOpen}
                another={another}
                lab={runs.first}
                onReturn={() => views.open('learn')}
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
        <Notices page={runs.first} isLab={view === 'lab'} />
      </Boundary>
      <Boundary part={BOUNDARY.parts.notices}>{files && <files.FileOffer />}</Boundary>
      <Boundary part={BOUNDARY.parts.notices}>
        {measured && <measured.MeasuredOffer lab={runs.first} use={useMeasured} />}
      </Boundary>
      {creator && (
        <creator.DialogBoundary {...dialogOf('new-experiment')}>
          <creator.NewExperiment
            {...dialogOf('new-experiment')}
            question={question}
            onAdvise={(find) => studyRequests.advise(null, find)}
          />
        </creator.DialogBoundary>
      )}
      {dialog && (
        <>
          <Boundary part={BOUNDARY.parts.notices}>
            {view === 'lab' && <dialog.Narration requests={announcements} />}
          </Boundary>
          <dialog.DialogBoundary {...dialogOf('presets')}>
            <dialog.Gallery {...dialogOf('presets')} onCreate={() => create()} />
          </dialog.DialogBoundary>
          <dialog.DialogBoundary {...dialogOf('share')}>
            <LabContext value={runs.first}>
              <dialog.Share {...dialogOf('share')} />
            </LabContext>
          </dialog.DialogBoundary>
          <dialog.DialogBoundary {...dialogOf('keys')}>
            <dialog.KeySheet
              {...dialogOf('keys')}
              onSearch={() => open('search')}
              onReport={() => open('report')}
              onWelcome={() => {
                setOpened(null);
                setWelcomed(true);
              }}
            />
          </dialog.DialogBoundary>
          <dialog.DialogBoundary open={glossaryIsOpen} onClose={closeGlossary}>
            <dialog.Glossary />
          </dialog.DialogBoundary>
          <dialog.DialogBoundary {...dialogOf('report')}>
            <LabContext value={runs.first}>
              <dialog.Report {...dialogOf('report')} />
            </LabContext>
          </dialog.DialogBoundary>
          {search && (
            <dialog.DialogBoundary {...dialogOf('search')}>
              <search.Palette
                {...dialogOf('search')}
                commands={dialog.COMMANDS}
                onOpen={(entry) => {
                  const { kind, name } = entry;
                  if (kind === 'preset') {
                    runs.first.actions.openPreset(name);
                    views.open('lab');
                  } else if (kind === 'lesson') views.open('learn', `#learn/${name}`);
                  else if (kind === 'figure') views.open('papers', `#papers/${name}`);
                  else if (kind === 'term') openGlossary(name);
                  else {
                    const action = dialog.actionNamed(name);
                    if (action === null) return;
                    // Commands of the Lab open it; those of the page act anywhere.
                    if (!ANYWHERE.has(action) && !isView(action)) views.open('lab');
                    act(action);
                  }
                }}
              />
            </dialog.DialogBoundary>
          )}
        </>
      )}
    </LabContext>
  );
}

/** Names of files of lessons. */
const LESSON_FILE = /\.md$/i;

/** Function that makes a measured run the baseline. */
type MeasuredUser = CompareController['showMeasured'] extends (...args: infer Args) => unknown
  ? (...args: Args) => void
  : never;

type Compares = 'save-baseline' | 'comparison-mode' | 'first-difference';

/** Actions that do not belong to the Lab. */
const ANYWHERE: ReadonlySet<string> = new Set(['help', 'search', 'report', 'glossary', 'welcome', 'present']);

/** Actions of keys on the active run. */
const commands: Record<
  Exclude<
    KeyAction,
    | PageView
    | 'search'
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

function isView(action: string): action is PageView {
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

/** Sets the title of the page: that of the experiment in the Lab, or what is open in another view. */
function useTitle(lab: Lab, views: Views): void {
  const { view, hashes } = useStore(views.store);
  const experiment = useStore(lab.store, shownTitle);
  const titles = useLazy(dialogs);
  const name = VIEWS.find((one) => one.view === view)?.label ?? '';
  const title = view === 'lab' ? experiment : (titles?.titleOf(view, hashes[view]) ?? name);
  useEffect(() => {
    document.title = title ? PAGE.title(title) : PAGE.name;
  }, [title]);
}
