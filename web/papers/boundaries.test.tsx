// @vitest-environment jsdom
/** A part of the Papers view that throws while it is drawn is replaced by a sentence; the others stay. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { opened } from '../../tests/figures';
import { quietLab, renderIn } from '../lab/testing/quiet';
import type { Chart } from '../types/papers';
import { addressOf } from './address';
import { Papers } from './Papers';
import { FIGURE, RESULT } from './testing';

// Files share modules; those of this one have other parts than those of the others.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { broken, part } = await vi.hoisted(() => import('../ui/testing/broken'));

vi.mock('../sweep/analysis', () => ({
  Analysis: class {
    call = () => new Promise(() => undefined);
  },
}));
vi.mock('./files', () => ({
  openFigure: () => Promise.resolve({ ok: true, opened: { ...opened(FIGURE, RESULT), text: '' } }),
}));
vi.mock('./Gallery', () => ({ Gallery: part('gallery') }));
vi.mock('./LivePanel', () => ({ LivePanel: part('quick check') }));
vi.mock('./FigureChart', () => ({
  FigureChart: ({ chart }: { chart: Chart }) => part(`chart ${chart.id}`)(),
}));
vi.mock('./Claims', () => ({ Claims: part('claims') }));

const render = renderIn(quietLab());

beforeEach(() => {
  // React reports what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  broken.part = '';
  history.replaceState(null, '', '#');
  vi.restoreAllMocks();
});

function show(id: string | null): void {
  history.replaceState(null, '', addressOf(id));
  render(
    <Papers address={window} onLab={() => expect.unreachable()} onCurves={() => expect.unreachable()} />,
  );
}

/** Parts of a figure's page, and the others that are lost with each. */
const PARTS = [
  { name: 'quick check', says: 'The figure', lost: ['chart loss', 'chart kinds', 'claims'] },
  { name: 'chart loss', says: 'The figure', lost: [] },
  { name: 'chart kinds', says: 'The figure', lost: [] },
  { name: 'claims', says: 'The claims', lost: [] },
] as const;

describe('the page of a figure', () => {
  it.each(PARTS)('goes on without $name, which can be drawn again', async ({ name, says, lost }) => {
    broken.part = name;
    show(FIGURE.id);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(`${says} cannot be drawn`);
    for (const other of PARTS.map((one) => one.name))
      if (other !== name && !(lost as readonly string[]).includes(other))
        screen.getByText(`${other} is drawn`);
    fireEvent.click(within(alert).getByText('Report'));
    expect(screen.getByTestId<HTMLInputElement>('failure-report').value).toContain(`${name} is broken`);
    broken.part = '';
    fireEvent.click(within(alert).getByText('Try again'));
    expect(screen.queryByRole('alert')).toBeNull();
    for (const other of PARTS) screen.getByText(`${other.name} is drawn`);
  });

  it('leads back to the gallery while nothing of the figure can be drawn', async () => {
    broken.part = 'quick check';
    show(FIGURE.id);
    await screen.findByRole('alert');
    fireEvent.click(screen.getByText(/^← /));
    screen.getByText('gallery is drawn');
  });
});

describe('the gallery', () => {
  it('that throws is a sentence, and can be drawn again', () => {
    broken.part = 'gallery';
    show(null);
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain('The gallery of figures cannot be drawn');
    broken.part = '';
    fireEvent.click(within(alert).getByText('Try again'));
    screen.getByText('gallery is drawn');
  });
});
