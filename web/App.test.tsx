// @vitest-environment jsdom
/**
 * Every part of the page that throws while it is drawn is replaced by a sentence with buttons; the run and all other parts
 * stay, and a dialog that fails is closed as any other.
 */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from './App';
import { newExperiment } from './experiment/lazyExperiment';
import { quietLab } from './lab/testing/quiet';
import { closeGlossary, openGlossary } from './learn/opened';
import { learn } from './lessons/lazyLearn';
import { Comparing } from './page/comparing';
import { filesPart } from './page/lazyFiles';
import { beside, dialogs, printSheet } from './page/lazyParts';
import { Runs } from './page/runs';
import { noteWelcomed, welcomePart } from './page/welcomeState';
import { papers } from './papers/lazyParts';
import { searchPart } from './search/lazySearch';
import { curves } from './studies/lazyStudies';
import { StudyRequests } from './studies/requests';
import { Views, type PageView } from './url/views';

// Files share modules; those of this one have other parts than those of the others.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { broken, frame, part, dialogPart } = await vi.hoisted(async () => {
  const { broken, part } = await import('./ui/testing/broken');
  interface DialogProps {
    title: string;
    open: boolean;
    onClose(): void;
    children: ReactNode;
  }
  /** Returns a dialog of which the content throws, or all of it. */
  const dialogPart = async (name: string) => {
    const { Dialog } = await vi.importActual<{ Dialog(props: DialogProps): ReactNode }>('./ui/Dialog');
    const Content = part(`content of ${name}`);
    return ({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>) => {
      if (broken.part === name && open) throw new TypeError(`${name} is broken`);
      return (
        <Dialog title={name} open={open} onClose={onClose}>
          <Content />
        </Dialog>
      );
    };
  };
  return { broken, frame: { inside: false }, part, dialogPart };
});

vi.mock('./topology/Topology', () => ({ Topology: part('network') }));
vi.mock('./controls/StepText', () => ({ StepText: () => null }));
vi.mock('./controls/RunBar', () => ({ RunBar: part('run bar') }));
vi.mock('./charts/Charts', () => ({ Charts: part('charts') }));
vi.mock('./page/Failure', () => ({ EngineState: part('engine state') }));
vi.mock('./page/RunHead', () => ({ RunHead: part('run head'), RunTabs: part('run tabs') }));
vi.mock('./controls/Parameters', () => ({ Parameters: part('parameters') }));
vi.mock('./presets/Notice', () => ({ Notice: part('note') }));
vi.mock('./page/ComparePanel', () => ({ ComparePanel: part('comparison') }));
vi.mock('./page/SummaryPanel', () => ({ SummaryPanel: part('summary') }));
vi.mock('./page/Notices', () => ({ Notices: part('notices') }));
vi.mock('./page/ViewTabs', () => ({ ViewTabs: part('tabs') }));
vi.mock('./ui/ThemeToggle', () => ({ ThemeToggle: part('theme') }));
vi.mock('./page/Header', async (original) => ({ ...(await original<object>()), LabTools: part('tools') }));
vi.mock('./page/EmbedHead', () => ({ EmbedHead: part('embed head'), LessonEmbedHead: part('lesson head') }));
vi.mock('./page/embedded', () => ({ useEmbedded: () => frame.inside, isEmbedded: () => frame.inside }));
vi.mock('./ui/useNarrow', () => ({ useNarrow: () => false }));
vi.mock('./page/Welcome', () => ({ Welcome: part('welcome') }));
vi.mock('./page/PrintSheet', () => ({ PrintHead: part('print head'), PrintFoot: part('print foot') }));
vi.mock('./page/files', () => ({ FileOffer: part('file offer'), MissingBar: () => null }));
vi.mock('./page/Narration', () => ({ Narration: part('narration') }));
vi.mock('./lessons/Learn', () => ({ Learn: part('learn') }));
vi.mock('./studies/Studies', () => ({ Studies: part('studies') }));
vi.mock('./papers/Papers', () => ({ Papers: part('papers') }));
vi.mock('./presets/Gallery', async () => ({ Gallery: await dialogPart('presets') }));
vi.mock('./page/Share', async () => ({ Share: await dialogPart('share') }));
vi.mock('./page/KeySheet', async () => {
  const Inner = await dialogPart('keys');
  const KeySheet = ({ onReport, ...dialog }: Parameters<typeof Inner>[0] & { onReport(): void }) => (
    <>
      <button onClick={onReport}>Report a problem</button>
      <Inner {...dialog} />
    </>
  );
  return { KeySheet };
});
vi.mock('./page/Report', async () => ({ Report: await dialogPart('report') }));
vi.mock('./search/Palette', async () => ({ Palette: await dialogPart('search') }));
vi.mock('./learn/Glossary', async () => {
  const { openedGlossary } = await import('./learn/opened');
  const { useStore } = await import('zustand');
  const Inner = await dialogPart('glossary');
  const Glossary = () => <Inner open={useStore(openedGlossary, (s) => s.open)} onClose={closeGlossary} />;
  return { Glossary };
});
vi.mock('./experiment/NewExperiment', async () => ({
  DialogBoundary: (await vi.importActual<{ DialogBoundary: unknown }>('./ui/Dialog')).DialogBoundary,
  NewExperiment: await dialogPart('new experiment'),
}));

const quiet = quietLab();
const LAZY = [
  dialogs,
  newExperiment,
  searchPart,
  welcomePart,
  filesPart,
  beside,
  printSheet,
  learn,
  curves,
  papers,
];

beforeEach(async () => {
  // React reports what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // A browser gives the focus back to the element that had it; jsdom has no modal dialogs.
  const before = new WeakMap<Element, Element | null>();
  HTMLDialogElement.prototype.showModal = function () {
    before.set(this, document.activeElement);
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    (before.get(this) as HTMLElement | null)?.focus();
  };
  noteWelcomed();
  await Promise.all(LAZY.map((one) => one.fetch()));
});

afterEach(() => {
  cleanup();
  closeGlossary();
  broken.part = '';
  frame.inside = false;
  history.replaceState(null, '', '#');
  vi.restoreAllMocks();
});

/** Shows the page in a view, with one run or two. */
function show({ view, two = false }: { view: PageView; two?: boolean }): void {
  const views = new Views(window);
  const runs = new Runs(quiet, quietLab, () => Promise.resolve(null));
  if (two) {
    const second = quietLab();
    quiet.store.setState({ name: 'A' });
    second.store.setState({ name: 'B' });
    runs.store.setState({ shown: [quiet, second] });
  } else quiet.store.setState({ name: null });
  views.open(view);
  render(
    <App
      runs={runs}
      views={views}
      studyRequests={new StudyRequests(views)}
      comparing={new Comparing(() => expect.unreachable())}
      another={quietLab}
    />,
  );
}

interface Part {
  name: string;
  /** What the sentence names. */
  says: string;
  view?: PageView;
  two?: boolean;
  inFrame?: boolean;
  /** Further parts that are lost with it. */
  within?: readonly string[];
}

const RUN = ['network', 'run bar', 'charts', 'engine state'];
const SIDE = ['parameters', 'note', 'comparison', 'summary'];
const HEAD = ['tabs', 'theme'];
const FOOT = ['notices', 'file offer'];
const PAGE = [...RUN, ...SIDE, ...HEAD, ...FOOT];

const PARTS: readonly Part[] = [
  { name: 'network', says: 'The network' },
  { name: 'run bar', says: 'The run bar' },
  { name: 'charts', says: 'The charts' },
  { name: 'engine state', says: 'The state of the simulator' },
  { name: 'parameters', says: 'The parameters' },
  { name: 'note', says: 'A notice' },
  { name: 'comparison', says: 'The comparison' },
  { name: 'summary', says: 'The summary' },
  { name: 'tabs', says: 'The list of views' },
  { name: 'tools', says: 'The tools of this view' },
  { name: 'theme', says: 'The header', within: ['tabs'] },
  { name: 'notices', says: 'A notice' },
  { name: 'file offer', says: 'A notice' },
  { name: 'narration', says: 'A notice' },
  { name: 'print head', says: 'A part of the printed page' },
  { name: 'print foot', says: 'A part of the printed page' },
  { name: 'run tabs', says: 'The names of the runs', two: true },
  { name: 'run head', says: 'The names of the runs', two: true },
  { name: 'learn', says: 'The lessons', view: 'learn' },
  { name: 'studies', says: 'The studies', view: 'studies' },
  { name: 'papers', says: 'The papers', view: 'papers' },
  { name: 'embed head', says: 'The header', inFrame: true, within: [...SIDE, ...HEAD] },
  { name: 'lesson head', says: 'The header', inFrame: true, view: 'learn', within: HEAD },
];

describe('a part of the page that throws', () => {
  it.each(PARTS)(
    'is replaced by a sentence, and everything else stays: $name',
    ({ name, says, view = 'lab', two = false, inFrame = false, within: lost = [] }) => {
      frame.inside = inFrame;
      broken.part = name;
      show({ view, two });
      const alerts = [...document.querySelectorAll<HTMLElement>('[role=alert]')];
      for (const alert of alerts) expect(alert.textContent).toContain(`${says} cannot be drawn`);
      for (const other of PAGE.filter((one) => one !== name && !lost.includes(one)))
        expect(screen.queryAllByText(`${other} is drawn`), other).not.toEqual([]);
      fireEvent.click(within(alerts[0]!).getByText('Report'));
      expect(screen.getByTestId<HTMLInputElement>('failure-report').value).toContain(`${name} is broken`);
      broken.part = '';
      for (const alert of alerts) fireEvent.click(within(alert).getByText('Try again'));
      expect(document.querySelector('[role=alert]')).toBeNull();
      expect(screen.queryAllByText(`${name} is drawn`)).not.toEqual([]);
    },
  );

  it('is the first screen, which can be closed', () => {
    show({ view: 'lab' });
    broken.part = 'welcome';
    fireEvent.click(screen.getByText('Bufferlab'));
    const alert = document.querySelector('[role=alert]')!;
    expect(alert.textContent).toContain('The first screen cannot be drawn');
    for (const other of PAGE) screen.getByText(`${other} is drawn`);
    fireEvent.click(within(alert as HTMLElement).getByText('Close'));
    expect(document.querySelector('[role=alert]')).toBeNull();
  });
});

const press = (key: string) => () => fireEvent.keyDown(document.body, { key });

/** Returns the dialog that opens when its parts are loaded. */
const opened = (): Promise<HTMLElement> =>
  vi.waitUntil(() => document.querySelector<HTMLElement>('dialog[open]'), { timeout: 100_000, interval: 1 });

/** Dialogs, and how they are opened. */
const DIALOGS: readonly (readonly [name: string, open: () => void])[] = [
  ['presets', press('l')],
  ['share', press('s')],
  ['keys', press('?')],
  ['search', press('/')],
  ['new experiment', press('e')],
  ['glossary', () => openGlossary()],
  ['report', () => screen.getByText('Report a problem').click()],
];

describe.each(DIALOGS)('the dialog %s', (name, open) => {
  const title = { whole: 'Not shown', content: name };

  it.each(['whole', 'content'] as const)(
    'that throws is a dialog with a sentence, which Escape and a button close: %s',
    async (what) => {
      show({ view: 'lab' });
      const opener = screen.getByLabelText('Keys and help');
      for (const close of ['button', 'Escape']) {
        opener.focus();
        broken.part = what === 'whole' ? name : `content of ${name}`;
        act(open);
        const dialog = await opened();
        expect(within(dialog).getByText(title[what]).tagName).toBe('H2');
        expect(dialog.querySelector('[role=alert]')!.textContent).toContain('cannot be drawn');
        for (const other of PAGE) screen.getByText(`${other} is drawn`);
        if (close === 'button') fireEvent.click(within(dialog).getByLabelText('Close'));
        else fireEvent(dialog, new Event('cancel', { cancelable: true }));
        expect(document.querySelector('dialog[open]')).toBeNull();
        expect(document.querySelector('[role=alert]')).toBeNull();
        expect(document.activeElement).toBe(opener);
      }
      broken.part = '';
      act(open);
      within(await opened()).getByText(`content of ${name} is drawn`);
    },
  );
});
