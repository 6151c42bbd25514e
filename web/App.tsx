/**
 * The page: the network above, time below it, parameters to the side; or two such runs beside each other.
 *
 * It only places the parts and says what the keys do. On a narrow screen the parameters become a sheet
 * that comes up from below; see layout.css.
 */
import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Parameters } from './controls/Parameters';
import { startAgain } from './controls/seedLock';
import { nextSpeed } from './controls/speed';
import { LabContext } from './lab/context';
import type { Lab } from './lab/lab';
import { EmbedHead } from './page/EmbedHead';
import { useEmbedded } from './page/embedded';
import { Header } from './page/Header';
import { listenToKeys, type KeyAction } from './page/keys';
import { beside, dialogs } from './page/laterParts';
import { Notices } from './page/Notices';
import { acceptDrops, openFile } from './page/openFile';
import type { Runs } from './page/runs';
import { RunView } from './page/RunView';
import { Sheet } from './page/Sheet';
import { SkipLinks } from './page/SkipLinks';
import { SummaryPanel } from './page/SummaryPanel';
import { Notice } from './presets/Notice';
import { Patterns } from './topology/Glyph';
import { useHere } from './ui/later';

type Opened = 'presets' | 'sweep' | 'share' | 'keys';

export function App({ runs }: { runs: Runs }) {
  const { shown, attended } = useStore(runs.store);
  const [opened, setOpened] = useState<Opened | null>(null);
  const embedded = useEmbedded();
  const dialog = useHere(dialogs);
  const tabs = useHere(beside);
  const [asked, setAsked] = useState(0);
  // A dialog tells that it was closed a moment later; by then a key may have opened another.
  const closer = (what: Opened) => () => setOpened((now) => (now === what ? null : now));
  const open = useCallback((what: Opened): void => {
    void dialogs.need().then((here) => {
      if (here) setOpened(what);
    });
  }, []);
  useTitle(runs.first);
  useEffect(() => {
    document.getElementById('root')?.classList.toggle('embedded', embedded);
  }, [embedded]);
  useEffect(() => {
    const now = (): Lab => runs.store.getState().attended;
    return acceptDrops((file) => void openFile(now().sharing, file));
  }, [runs]);
  useEffect(
    () =>
      listenToKeys((action) => {
        if (action === 'presets' || action === 'sweep' || action === 'share') open(action);
        else if (action === 'help') open('keys');
        else if (action === 'say') setAsked((count) => count + 1);
        else if (action === 'beside') runs.toggleBeside();
        else if (action === 'other') runs.attendOther();
        else commands[action](runs.store.getState().attended);
      }),
    [runs, open],
  );

  const two = shown.length > 1;
  const whose = two ? shown.indexOf(attended) : 0;
  return (
    <LabContext value={attended}>
      {embedded ? (
        <EmbedHead />
      ) : (
        <>
          <SkipLinks />
          <Header
            beside={two}
            onBeside={() => runs.toggleBeside()}
            onPresets={() => open('presets')}
            onSweep={() => open('sweep')}
            onShare={() => open('share')}
            onKeys={() => open('keys')}
          />
        </>
      )}
      <main className={embedded ? 'lab embed' : two ? 'lab beside' : 'lab'}>
        {two && tabs && <tabs.RunTabs runs={runs} />}
        {shown.map((lab, i) => (
          <RunView key={i} runs={runs} lab={lab} />
        ))}
        {!embedded && (
          <Sheet>
            <section
              className="panel parameters"
              aria-label="Parameters"
              data-skip="parameters"
              tabIndex={-1}
            >
              <Parameters key={whose} />
            </section>
            <div className="side-foot">
              <Notice />
              <SummaryPanel />
            </div>
          </Sheet>
        )}
      </main>
      <Patterns />
      <Notices page={runs.first} />
      {dialog && (
        <>
          <dialog.Narration asked={asked} />
          <dialog.Gallery open={opened === 'presets'} onClose={closer('presets')} />
          <dialog.Sweep open={opened === 'sweep'} onClose={closer('sweep')} />
          <LabContext value={runs.first}>
            <dialog.Share open={opened === 'share'} onClose={closer('share')} />
          </LabContext>
          <dialog.KeySheet open={opened === 'keys'} onClose={closer('keys')} />
        </>
      )}
    </LabContext>
  );
}

/** What the keys do to the run that is attended. */
const commands: Record<
  Exclude<KeyAction, 'presets' | 'sweep' | 'share' | 'help' | 'say' | 'beside' | 'other'>,
  (lab: Lab) => void
> = {
  toggle: ({ actions }) => actions.toggle(),
  step: ({ actions }) => actions.step('event'),
  slower: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, -1)),
  faster: ({ store, actions }) => actions.setSpeed(nextSpeed(store.getState().run.wanted, 1)),
  restart: startAgain,
  'next-drop': ({ actions }) => void actions.next('drop', 1),
  'previous-drop': ({ actions }) => void actions.next('drop', -1),
  undo: ({ actions }) => actions.undo(),
  redo: ({ actions }) => actions.redo(),
};

/** The page is named after the experiment that its address is about. */
function useTitle(lab: Lab): void {
  const title = useStore(lab.store, (s) => s.document?.title ?? '');
  useEffect(() => {
    document.title = title ? `${title} – Bufferlab` : 'Bufferlab';
  }, [title]);
}
