/**
 * The page and its rooms. The Lab: the network above, time below it, parameters to the side; or two such runs
 * beside each other. The others are parts that come later.
 *
 * It only places the parts and says what the keys do. A room that was opened stays as it is while another is
 * open. On a narrow screen the parameters become a sheet that comes up from below; see layout.css.
 */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Parameters } from './controls/Parameters';
import { restartRun } from './controls/seedLock';
import { nextSpeed } from './controls/speed';
import { AdviseContext, SweepContext } from './controls/studyActions';
import type { StudyRequests } from './curves/requests';
import { LabContext } from './lab/context';
import type { Lab } from './lab/lab';
import { curves } from './curves/lazyStudies';
import { EmbedHead } from './page/EmbedHead';
import { useEmbedded } from './page/embedded';
import { Header, LabTools } from './page/Header';
import { followFocus } from './page/focus';
import { listenToKeys, type KeyAction } from './page/keys';
import type { Comparing } from './page/comparing';
import { ComparePanel } from './page/ComparePanel';
import { filesPart } from './page/laterFiles';
import { beside, dialogs } from './page/laterParts';
import { Notices } from './page/Notices';
import { RoomBar } from './page/RoomBar';
import { ROOMS } from './page/rooms';
import { acceptDrops, openFile } from './page/openFile';
import type { Runs } from './page/runs';
import { RunView } from './page/RunView';
import { Sheet } from './page/Sheet';
import { SkipLinks } from './page/SkipLinks';
import { SummaryPanel } from './page/SummaryPanel';
import { papers } from './papers/lazyParts';
import { Notice } from './presets/Notice';
import { Patterns } from './topology/Glyph';
import { useHere } from './ui/later';
import type { Room, Rooms } from './url/rooms';

type Opened = 'presets' | 'share' | 'keys';

interface Props {
  runs: Runs;
  rooms: Rooms;
  /** What is asked of Curves. */
  studyRequests: StudyRequests;
  comparing: Comparing;
}

export function App({ runs, rooms, studyRequests, comparing }: Props) {
  const room = useStore(rooms.store, (s) => s.room);
  const entered = useEntered(room);
  const { shown, attended } = useStore(runs.store);
  const [opened, setOpened] = useState<Opened | null>(null);
  const embedded = useEmbedded() && room === 'lab';
  const dialog = useHere(dialogs);
  const tabs = useHere(beside);
  const curvesRoom = useHere(curves);
  const papersRoom = useHere(papers);
  const files = useHere(filesPart);
  const [addresses] = useState(() => ({ curves: rooms.window('curves'), papers: rooms.window('papers') }));
  const studyRequest = useStore(studyRequests.store, (s) => s.request);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [said, setSaid] = useState(0);
  // A dialog tells that it was closed a moment later; by then a key may have opened another.
  const closer = (what: Opened) => () => setOpened((now) => (now === what ? null : now));
  const open = useCallback((what: Opened): void => {
    void dialogs.need().then((here) => {
      if (here) setOpened(what);
    });
  }, []);
  useTitle(runs.first, room);
  useEffect(() => {
    document.getElementById('root')?.classList.toggle('embedded', embedded);
  }, [embedded]);
  useEffect(() => {
    const now = (): Lab => runs.store.getState().attended;
    return acceptDrops((file) => void openFile(now(), file));
  }, [runs]);
  useEffect(
    () =>
      listenToKeys((action) => {
        if (action === 'help') open('keys');
        else if (isRoom(action)) rooms.open(action);
        else if (rooms.store.getState().room !== 'lab') return;
        else if (action === 'presets' || action === 'share') open(action);
        else if (action === 'sweep') studyRequests.sweep(null);
        else if (action === 'say') setSaid((count) => count + 1);
        else if (action === 'keep')
          comparing.ask((controller) => controller.saveBaseline(runs.store.getState().attended));
        else if (action === 'against') comparing.ask((controller) => controller.setMode());
        else if (action === 'divergence') comparing.ask((controller) => controller.showFirstDifference());
        else if (action === 'beside') {
          if (!embedded) runs.toggleBeside();
        } else if (action === 'other') runs.attendOther();
        else commands[action](runs.store.getState().attended);
      }),
    [runs, rooms, studyRequests, comparing, open, embedded],
  );

  useEffect(followFocus, []);

  const keep = (): void => comparing.ask((controller) => controller.saveBaseline(attended));
  const two = shown.length > 1;
  const whose = two ? shown.indexOf(attended) : 0;
  return (
    <LabContext value={attended}>
      {embedded ? (
        <EmbedHead />
      ) : (
        <>
          {room === 'lab' && <SkipLinks />}
          <Header rooms={<RoomBar rooms={rooms} />} onKeys={() => open('keys')}>
            {room === 'lab' ? (
              <LabTools
                beside={two}
                onKeep={keep}
                onBeside={() => runs.toggleBeside()}
                onPresets={() => open('presets')}
                onSweep={() => studyRequests.sweep(null)}
                onShare={() => open('share')}
              />
            ) : (
              <span key={room} ref={setTools} className="header-tools end" />
            )}
          </Header>
        </>
      )}
      <main className={embedded ? 'lab embed' : two ? 'lab beside' : 'lab'} hidden={room !== 'lab'}>
        {two && tabs && <tabs.RunTabs runs={runs} />}
        {shown.map((lab, i) => (
          <RunView key={i} runs={runs} lab={lab} comparing={comparing} />
        ))}
        {!embedded && (
          <Sheet>
            <section
              className="panel parameters"
              aria-label="Parameters"
              data-skip="parameters"
              tabIndex={-1}
            >
              <SweepContext value={studyRequests.sweep}>
                <AdviseContext value={studyRequests.advise}>
                  <Parameters key={whose} />
                </AdviseContext>
              </SweepContext>
            </section>
            <div className="side-foot">
              <Notice />
              <LabContext value={runs.first}>
                <ComparePanel comparing={comparing} />
              </LabContext>
              <SummaryPanel />
            </div>
          </Sheet>
        )}
      </main>
      {entered.has('curves') && (
        <main className="room" aria-label="Curves" hidden={room !== 'curves'}>
          {curvesRoom && (
            <LabContext value={runs.first}>
              <curvesRoom.Studies
                address={addresses.curves}
                request={studyRequest}
                header={room === 'curves' ? tools : null}
                onOpened={() => rooms.open('lab')}
              />
            </LabContext>
          )}
        </main>
      )}
      {entered.has('papers') && (
        <main className="room" aria-label="Papers" hidden={room !== 'papers'}>
          {papersRoom && (
            <papersRoom.Papers
              address={addresses.papers}
              onLab={() => rooms.open('lab')}
              onCurves={(study, kept) => studyRequests.open({ ...study }, '', kept)}
            />
          )}
        </main>
      )}
      <Patterns />
      <Notices page={runs.first} />
      {files && <files.FileOffer />}
      {dialog && (
        <>
          <dialog.Narration asked={said} />
          <dialog.Gallery open={opened === 'presets'} onClose={closer('presets')} />
          <LabContext value={runs.first}>
            <dialog.Share open={opened === 'share'} onClose={closer('share')} />
          </LabContext>
          <dialog.KeySheet open={opened === 'keys'} onClose={closer('keys')} />
          <dialog.Glossary />
        </>
      )}
    </LabContext>
  );
}

type Compares = 'keep' | 'against' | 'divergence';

/** What the keys do to the run that is attended. */
const commands: Record<
  Exclude<KeyAction, Room | 'presets' | 'sweep' | 'share' | 'help' | 'say' | 'beside' | 'other' | Compares>,
  (lab: Lab) => void
> = {
  toggle: ({ actions }) => actions.toggle(),
  step: ({ actions }) => actions.step('event'),
  slower: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, -1)),
  faster: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, 1)),
  restart: restartRun,
  'next-drop': ({ actions }) => void actions.next('drop', 1),
  'previous-drop': ({ actions }) => void actions.next('drop', -1),
  undo: ({ actions }) => actions.undo(),
  redo: ({ actions }) => actions.redo(),
};

function isRoom(action: KeyAction): action is Room {
  return ROOMS.some(({ room }) => room === action);
}

/** The rooms that were opened so far; each is fetched when it is first. */
function useEntered(room: Room): ReadonlySet<Room> {
  const [entered, setEntered] = useState<ReadonlySet<Room>>(() => new Set([room]));
  if (!entered.has(room)) setEntered(new Set([...entered, room]));
  useEffect(() => {
    if (room === 'curves') void curves.need();
    else if (room === 'papers') void papers.need();
  }, [room]);
  return entered;
}

/** The page is named after the experiment that the Lab's address is about, or the room that is open. */
function useTitle(lab: Lab, room: Room): void {
  const experiment = useStore(lab.store, (s) => s.document?.title ?? '');
  const title = room === 'lab' ? experiment : (ROOMS.find((one) => one.room === room)?.label ?? '');
  useEffect(() => {
    document.title = title ? `${title} – Bufferlab` : 'Bufferlab';
  }, [title]);
}
