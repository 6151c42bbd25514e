// @vitest-environment jsdom
/** A part of the page that throws while it is drawn is replaced by a sentence; what stands beside it goes on. */
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietLab, renderIn } from '../lab/testing/quiet';
import { BlockView } from '../lessons/view/Blocks';
import type { Block } from '../lessons/format/lesson';
import { Boundary } from '../ui/Boundary';
import { Popover } from '../ui/Popover';
import { Comparing } from './comparing';
import { Runs } from './runs';
import { RunView } from './RunView';

// Files share modules; those of this one have other parts than those of the others.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { broken, part } = await vi.hoisted(() => import('../ui/testing/broken'));

vi.mock('../topology/Topology', () => ({ Topology: part('network') }));
vi.mock('../controls/StepText', () => ({ StepText: () => null }));
vi.mock('../controls/RunBar', () => ({ RunBar: part('run bar') }));
vi.mock('../charts/Charts', () => ({ Charts: part('charts') }));

const quiet = quietLab();
const render = renderIn(quiet);

beforeEach(() => {
  // React reports what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  cleanup();
  broken.part = '';
  vi.restoreAllMocks();
});

describe('a run', () => {
  const parts = ['network', 'run bar', 'charts'];
  const show = () =>
    render(
      <RunView
        runs={new Runs(quiet, quietLab, () => Promise.resolve(null))}
        lab={quiet}
        comparing={new Comparing(() => expect.unreachable())}
      />,
    );

  it.each(parts)('goes on without its %s, which can be drawn again', (name) => {
    broken.part = name;
    show();
    expect(screen.getByRole('alert').textContent).toContain(`The ${name} cannot be drawn`);
    for (const other of parts.filter((one) => one !== name)) screen.getByText(`${other} is drawn`);
    broken.part = '';
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    screen.getByText(`${name} is drawn`);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a lesson', () => {
  it('shows its other blocks if one cannot be drawn', () => {
    const text = (nodes: unknown): Block => ({ kind: 'text', line: 1, text: nodes }) as Block;
    render(
      <>
        <BlockView block={text([null])} />
        <BlockView block={text([{ type: 'paragraph', children: [{ type: 'text', value: 'Next.' }] }])} />
      </>,
    );
    expect(screen.getByRole('alert').textContent).toContain('This part of the step cannot be drawn');
    screen.getByText('Next.');
  });
});

describe('a popover', () => {
  const Contents = part('panel');

  it('keeps its button, and shows the sentence in its panel', () => {
    broken.part = 'panel';
    render(
      <Popover button="Save">
        <Contents />
      </Popover>,
    );
    screen.getByRole('button', { name: 'Save' });
    const alert = document.querySelector('.popover [role=alert]')!;
    expect(alert.textContent).toContain('The panel cannot be drawn');
  });
});

describe('a boundary', () => {
  const Broken = (): never => {
    throw new RangeError('too deep');
  };

  it('offers a report with the part, the error and the browser, and further actions', () => {
    render(
      <Boundary part="The preview" actions={<button type="button">Save the text</button>}>
        <Broken />
      </Boundary>,
    );
    screen.getByRole('button', { name: 'Save the text' });
    fireEvent.click(screen.getByRole('button', { name: 'Report' }));
    const report = screen.getByTestId<HTMLInputElement>('failure-report').value;
    expect(report).toMatch(/^The preview · RangeError: too deep/);
    expect(report).toContain(navigator.userAgent);
    expect(report.length).toBeLessThanOrEqual(8000);
  });

  it('draws its part again when what it shows changes', () => {
    const { rerender } = render(
      <Boundary part="The preview" resetOn={['x^']}>
        <Broken />
      </Boundary>,
    );
    screen.getByRole('alert');
    rerender(
      <Boundary part="The preview" resetOn={['x^2']}>
        <p>It is drawn.</p>
      </Boundary>,
    );
    expect(screen.queryByRole('alert')).toBeNull();
    screen.getByText('It is drawn.');
  });
});
