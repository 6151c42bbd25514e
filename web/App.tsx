/**
 * The page: the network above, time below it, parameters to the side.
 *
 * It only places the parts and says what the keys do. On a narrow screen the parameters become a sheet
 * that comes up from below; see layout.css.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { Charts } from './charts/Charts';
import { Parameters } from './controls/Parameters';
import { RunBar } from './controls/RunBar';
import { startAgain } from './controls/seedLock';
import { nextSpeed } from './controls/speed';
import { LabContext, useLab, useThisLab } from './lab/context';
import type { Lab } from './lab/lab';
import { EngineState } from './page/Failure';
import { Header } from './page/Header';
import { listenToKeys, type KeyAction } from './page/keys';
import { dialogs } from './page/laterParts';
import { Narration } from './page/Narration';
import { Notices } from './page/Notices';
import { acceptDrops, openFile } from './page/openFile';
import { Sheet } from './page/Sheet';
import { SummaryPanel } from './page/SummaryPanel';
import { Notice } from './presets/Notice';
import { Topology } from './topology/Topology';
import { useHere } from './ui/later';

type Opened = 'presets' | 'share' | 'keys';

export function App({ lab }: { lab: Lab }) {
  return (
    <LabContext value={lab}>
      <Page lab={lab} />
    </LabContext>
  );
}

function Page({ lab }: { lab: Lab }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const dialog = useHere(dialogs);
  const [asked, setAsked] = useState(0);
  // A dialog tells that it was closed a moment later; by then a key may have opened another.
  const closer = (what: Opened) => () => setOpened((now) => (now === what ? null : now));
  const open = useCallback((what: Opened): void => {
    void dialogs.need().then((here) => {
      if (here) setOpened(what);
    });
  }, []);
  useTitle();
  useFirstSelection();
  useEffect(() => acceptDrops((file) => void openFile(lab.sharing, file)), [lab]);
  useEffect(
    () =>
      listenToKeys((action) => {
        if (action === 'presets' || action === 'share') open(action);
        else if (action === 'help') open('keys');
        else if (action === 'say') setAsked((count) => count + 1);
        else commands[action](lab);
      }),
    [lab, open],
  );

  return (
    <>
      <Header onPresets={() => open('presets')} onShare={() => open('share')} onKeys={() => open('keys')} />
      <main className="lab">
        <div className="area-network">
          <Topology />
          <EngineState />
        </div>
        <div className="area-run">
          <RunBar />
        </div>
        <section className="area-charts" aria-label="Charts">
          <h2 className="visually-hidden">Charts</h2>
          <Charts />
        </section>
        <Sheet>
          <section className="panel parameters" aria-label="Parameters">
            <Parameters />
          </section>
          <Notice />
          <SummaryPanel />
        </Sheet>
      </main>
      <Notices />
      <Narration asked={asked} />
      {dialog && (
        <>
          <dialog.Gallery open={opened === 'presets'} onClose={closer('presets')} />
          <dialog.Share open={opened === 'share'} onClose={closer('share')} />
          <dialog.KeySheet open={opened === 'keys'} onClose={closer('keys')} />
        </>
      )}
    </>
  );
}

/** What the keys do that do not open anything. */
const commands: Record<Exclude<KeyAction, 'presets' | 'share' | 'help' | 'say'>, (lab: Lab) => void> = {
  toggle: ({ actions }) => actions.toggle(),
  step: ({ actions }) => actions.step('event'),
  slower: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, -1)),
  faster: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, 1)),
  restart: startAgain,
  'next-drop': ({ actions }) => void actions.nextDrop(1),
  'previous-drop': ({ actions }) => void actions.nextDrop(-1),
  undo: ({ actions }) => actions.undo(),
  redo: ({ actions }) => actions.redo(),
};

/** A visitor first sees the parameters of what the lab is about: a bottleneck. */
function useFirstSelection(): void {
  const { store, actions } = useThisLab();
  const first = useLab((s) => s.current?.bottlenecks[0]?.id ?? null);
  const presetId = useLab((s) => s.presetId);
  const seen = useRef<string | null>(null);
  useEffect(() => {
    // Once for every preset that is opened, and once for an experiment out of a link.
    const opened = presetId ?? seen.current ?? 'link';
    if (first === null || opened === seen.current) return;
    seen.current = opened;
    if (store.getState().selection.kind === 'scenario') actions.select({ kind: 'bottleneck', id: first });
  }, [store, actions, first, presetId]);
}

function useTitle(): void {
  const title = useLab((s) => s.document?.title ?? '');
  useEffect(() => {
    document.title = title ? `${title} – Bufferlab` : 'Bufferlab';
  }, [title]);
}
