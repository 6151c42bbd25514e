// @vitest-environment jsdom
/** A part of a lesson, its editor, its slides, its sheet or the course that throws is replaced alone; the others stay. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { BrowserStore } from '../storage/browserStore';
import type { AddressWindow } from '../url/address';
import { Sheet } from './classroom/print/Sheet';
import { Slide } from './classroom/Slide';
import { drafts } from './editor/pageDrafts';
import { Editor } from './editor/Editor';
import type { Course } from './format/lesson';
import { Learn } from './Learn';
import { SessionContext } from './session/context';
import { Progress } from './session/progress';
import { COURSE_MAP } from './source/address';
import { FRONT, lessonOf, SCENE } from './testing';

// Files share modules; those of this one have other parts than those of the others.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { broken, part } = await vi.hoisted(() => import('../ui/testing/broken'));
const { library } = vi.hoisted(() => ({ library: { lesson: {}, course: {} } }));

vi.mock('../topology/Topology', () => ({ Topology: part('network') }));
vi.mock('../controls/RunBar', () => ({ RunBar: part('run bar') }));
vi.mock('../charts/Charts', () => ({ Charts: part('charts') }));
vi.mock('../ui/useNarrow', () => ({ useNarrow: () => true }));
vi.mock('../ui/LazyQr', () => ({ LazyQr: part('code') }));
vi.mock('./view/SceneNews', () => ({ SceneNews: part('news'), blockId: (id: string) => id }));
vi.mock('./view/Question', () => ({ Question: part('question') }));
vi.mock('./view/About', () => ({
  Goals: part('goals'),
  LeavesOut: part('limits'),
  TextList: part('sources'),
}));
vi.mock('./view/OpenedLesson', () => ({ OpenedLesson: ({ children }: { children: unknown }) => children }));
vi.mock('./embed/Report', () => ({ Report: part('statements') }));
vi.mock('./classroom/ClassTools', () => ({ ClassTools: part('class tools') }));
vi.mock('./classroom/QuestionSlide', () => ({ QuestionSlide: part('question') }));
vi.mock('./classroom/InClass', () => ({ InClass: part('presentation') }));
vi.mock('./classroom/OpenCode', () => ({ OpenCode: part('codes') }));
vi.mock('./classroom/print/SheetQuestion', () => ({ SheetQuestion: part('question') }));
vi.mock('./classroom/print/drawing', () => ({
  drawAll: () => Promise.resolve(),
  NOTHING_DRAWN: { networks: new Map(), figures: new Map() },
}));
vi.mock('./classroom/TeacherNotes', () => ({
  TeacherNotesDisclosure: part('teacher notes'),
  TeacherNotes: part('teacher notes'),
  hasNotes: () => true,
}));
vi.mock('./course/ProgressTools', () => ({ ProgressTools: part('progress') }));
vi.mock('./editor/Preview', async (original) => ({
  ...(await original<object>()),
  Preview: part('preview'),
}));
// The field of the editor measures its text, which no page without layout can do.
vi.mock('./editor/TextEditor', () => ({
  TextEditor: ({ opened, onText }: { opened: { text: string }; onText(text: string): void }) => (
    <textarea defaultValue={opened.text} onChange={(event) => onText(event.currentTarget.value)} />
  ),
}));
vi.mock('./editor/DraftMenu', () => ({ DraftMenu: part('draft menu') }));
vi.mock('./handin/Grading', () => ({ Grading: part('grading') }));
vi.mock('./handin/SaveButton', async (original) => ({
  ...(await original<object>()),
  SaveButton: part('receipt'),
}));
vi.mock('./source/library', async (original) => ({
  ...(await original<object>()),
  readLesson: () => Promise.resolve({ ok: true, value: library.lesson }),
  readCourse: () => Promise.resolve({ ok: true, value: library.course }),
}));

const BODY = `${SCENE}\nA first text.\n\n:::predict{#q}\nWhich?\n\`\`\`answer\nkind: choice\noptions: [a, b]\ncorrect: a\n\`\`\`\n:::\n\nA last text.`;
const lesson = lessonOf(BODY);
const quiet = quietLab();
const session = {
  key: 'test',
  lesson,
  scene: { lab: quiet },
  store: createStore(() => ({ problem: null, highlight: null, mixed: false, verdicts: {}, ended: 0 })),
  goTo: () => Promise.resolve(),
  sceneAt: () => null,
  pointAt: () => undefined,
};
const progress = new Progress(new BrowserStore(null));
const renderQuiet = renderIn(quiet);
const render = (ui: Parameters<typeof renderQuiet>[0]) =>
  renderQuiet(<SessionContext value={{ session: session as never, progress }}>{ui}</SessionContext>);

beforeEach(() => {
  // React reports what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  // jsdom does not scroll.
  Element.prototype.scrollTo = () => undefined;
  library.lesson = lesson;
});

afterEach(() => {
  cleanup();
  broken.part = '';
  localStorage.clear();
  vi.restoreAllMocks();
});

const alerts = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.failed-part')];

/** Expects the sentence about a part alone, then draws the part again. */
function expectAlone(says: string, beside: readonly string[], again: string): HTMLElement {
  const [alert] = alerts();
  for (const one of alerts()) expect(one.textContent).toContain(`${says} cannot be drawn`);
  for (const other of beside) expect(screen.queryAllByText(other), other).not.toEqual([]);
  within(alert!).getByText('Report');
  broken.part = '';
  for (const one of alerts()) fireEvent.click(within(one).getByText('Try again'));
  expect(alerts()).toEqual([]);
  expect(screen.queryAllByText(again)).not.toEqual([]);
  return alert!;
}

async function learn(hash: string): Promise<void> {
  const address = {
    location: { hash },
    history: { pushState: () => undefined },
    addEventListener: () => undefined,
  };
  render(
    <Learn
      address={address as unknown as AddressWindow}
      view={{ isOpen: () => true, subscribe: () => () => undefined }}
      another={quietLab}
      lab={quiet}
      onLab={() => undefined}
      onPreset={() => undefined}
      onReturn={() => undefined}
    />,
  );
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve));
  });
}

const LESSON = [
  'network',
  'run bar',
  'charts',
  'news',
  'question',
  'goals',
  'class tools',
  'teacher notes',
  'receipt',
  'statements',
];

describe('a lesson', () => {
  it.each([
    ['network', 'The network'],
    ['run bar', 'The run bar'],
    ['charts', 'The charts'],
    ['news', 'This part of the step'],
    ['question', 'This part of the step'],
    ['goals', 'A part of the lesson'],
    ['class tools', 'A part of the lesson'],
    ['teacher notes', 'A part of the lesson'],
    ['receipt', 'A part of the lesson'],
    ['statements', 'A part of the lesson'],
  ])('goes on without its %s', async (name, says) => {
    broken.part = name;
    await learn('#learn/one');
    const beside = LESSON.filter((one) => one !== name).map((one) => `${one} is drawn`);
    expectAlone(says, [...beside, 'A first text.', 'A last text.'], `${name} is drawn`);
  });

  it('that fails as a whole leads to all lessons', async () => {
    library.lesson = { ...lesson, title: {} };
    library.course = { title: 'Course', about: '', topics: [] } satisfies Course;
    await learn('#learn/one');
    expect(alerts()[0]?.textContent).toContain('The lesson cannot be drawn');
    fireEvent.click(screen.getByText('All lessons'));
    await vi.waitFor(() => screen.getByText('Course'), { timeout: 100_000 });
    expect(alerts()).toEqual([]);
  });

  it('in a class that fails leads to all lessons', async () => {
    broken.part = 'presentation';
    await learn('#learn/present/one');
    const alert = expectAlone('The lesson', [], 'presentation is drawn');
    within(alert).getByText('All lessons');
  });
});

describe('a course', () => {
  it('shows its other lessons if the card of one cannot be drawn', async () => {
    const lessons = [
      { id: 'one', title: {} as string },
      { id: 'two', title: 'The second' },
    ];
    library.lesson = [];
    library.course = { title: 'Course', about: '', topics: [{ title: 'Topic', lessons }] } satisfies Course;
    await learn('#learn');
    expect(alerts()[0]?.textContent).toContain('A card cannot be drawn');
    screen.getByText('The second');
    screen.getByText('progress is drawn');
  });

  it('is reached from grades that cannot be drawn', async () => {
    broken.part = 'grading';
    await learn('#learn/grade');
    await vi.waitFor(() => expect(alerts()).toHaveLength(1), { timeout: 100_000 });
    const alert = expectAlone('The grades', [], 'grading is drawn');
    within(alert).getByText('All lessons');
  });
});

describe('the editor', () => {
  const text = `${FRONT}\n## Step\n\n${BODY}\n`;

  it('keeps its text if the preview cannot be drawn', () => {
    broken.part = 'preview';
    render(
      <Editor
        lab={quiet}
        another={quietLab}
        onOpen={() => undefined}
        onLab={() => undefined}
        onReturn={() => undefined}
      />,
    );
    const field = document.querySelector('textarea')!;
    fireEvent.change(field, { target: { value: text } });
    expect(field.value).toBe(text);
    expectAlone('The preview', ['draft menu is drawn', 'Test'], 'preview is drawn');
    expect(field.value).toBe(text);
  });

  it('that fails saves the draft, and shows it as text', async () => {
    vi.spyOn(drafts, 'begin').mockResolvedValue(text);
    broken.part = 'draft menu';
    await learn('#learn/edit');
    const [alert] = alerts();
    expect(alert?.textContent).toContain('cannot be drawn');
    within(alert!).getByText('Save the draft as a file');
    fireEvent.click(within(alert!).getByText('Show the text'));
    await vi.waitFor(() => expect(document.querySelector('textarea')?.value).toBe(text), {
      timeout: 100_000,
    });
  });
});

describe('a presentation', () => {
  it('turns a slide that cannot be drawn', () => {
    const { blocks } = lesson.steps[0]!;
    const question = blocks.find(({ kind }) => kind === 'predict')!;
    const slide = (block = question) => (
      <Slide ref={null} lesson={lesson} step={0} moment={{ block, open: false }}>
        <p>corner</p>
      </Slide>
    );
    broken.part = 'question';
    const { rerender } = render(slide());
    expect(alerts()[0]?.textContent).toContain('The slide cannot be drawn');
    screen.getByText('corner');
    rerender(
      <SessionContext value={{ session: session as never, progress }}>{slide(blocks.at(-1))}</SessionContext>,
    );
    expect(alerts()).toEqual([]);
    screen.getByText('A last text.');
  });
});

describe('a lesson on paper', () => {
  it.each([
    ['question', 'A part of the printed page'],
    ['goals', 'A part of the printed page'],
    ['teacher notes', 'A part of the printed page'],
    ['sources', 'A part of the printed page'],
    ['network', 'The network'],
  ])('is printed without its %s', async (name, says) => {
    broken.part = name;
    const place = { ...COURSE_MAP, id: 'one', showing: 'solutions' as const };
    render(<Sheet lesson={lesson} place={place} another={quietLab} onShow={() => undefined} />);
    await vi.waitFor(() => screen.getByText('A first text.'), { timeout: 100_000 });
    const parts = ['question', 'goals', 'teacher notes', 'sources', 'network'].filter((one) => one !== name);
    expectAlone(says, [...parts.map((one) => `${one} is drawn`), 'A last text.'], `${name} is drawn`);
  });
});
