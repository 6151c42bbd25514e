// @vitest-environment jsdom
/** A part of the Studies view that throws while it is drawn is replaced by a sentence; the others stay. */
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEngines, type Engines } from '../../tests/both-engines';
import * as studies from '../generated/bufferlab_studies.js';
import { quietLab, renderIn } from '../lab/testing/quiet';
import type { CaseLine, StudyDocument } from '../types/engine';
import type { AddressWindow } from '../url/address';
import { advisor } from './lazyAdvisor';
import { Studies } from './Studies';
import type * as Controllers from './studiesController';
import { BUFFER, formStateFor, LOSS } from './testing';

// Files share modules; those of this one have other parts than those of the others.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());

const { broken, part } = await vi.hoisted(() => import('../ui/testing/broken'));
/** Controller of the view that was shown last. */
const made = vi.hoisted((): { controller?: Controllers.StudiesController } => ({}));

vi.mock('./studiesController', async (original) => {
  const actual = await original<typeof Controllers>();
  return {
    ...actual,
    StudiesController: class extends actual.StudiesController {
      constructor(...given: ConstructorParameters<typeof Controllers.StudiesController>) {
        super(...given);
        made.controller = this;
      }
    },
  };
});
vi.mock('./StudyForm', () => ({ StudyForm: part('form') }));
vi.mock('./StudiesTools', () => ({ StudiesTools: part('tools') }));
vi.mock('./ViewOptions', () => ({ ViewOptions: part('options') }));
vi.mock('./CurvePanel', () => ({
  CurvePanel: ({ parts }: { parts: { measure: { path: string } } }) => part(`chart ${parts.measure.path}`)(),
}));
vi.mock('./useModels', () => ({ useModels: () => [], useOverlays: () => [] }));
vi.mock('./PointTable', () => ({ PointTable: part('table') }));
vi.mock('./AdviceForm', () => ({ AdviceForm: part('advice form') }));
vi.mock('./AdviceResult', () => ({ AdviceResult: part('advice') }));
vi.mock('./RemediesResult', () => ({ RemediesResult: part('remedies') }));

let engines: Engines;
beforeAll(() => {
  engines = startEngines();
});

beforeEach(async () => {
  // React reports what boundaries catch.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await advisor.fetch();
});

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  broken.part = '';
  vi.restoreAllMocks();
});

const MEASURES = [LOSS, 'bottlenecks.r0.utilization'];

const SHORT = [
  { path: 'duration_s', value: 0.2 },
  { path: 'warmup_s', value: 0.1 },
];

/** Runs the first case of a study. */
function firstLine(study: unknown): CaseLine {
  const run = new studies.CaseRun(JSON.stringify(study), 0);
  while (!run.advance(1_000_000));
  return JSON.parse(run.line_json()) as CaseLine;
}

/** Shows the view with a study of two measures and one finished run. */
function show(): Controllers.StudiesController {
  const lab = quietLab();
  const scenario = engines.presets.get('anomaly')!;
  lab.store.setState({ catalog: engines.catalog, document: scenario, current: scenario });
  const header = document.body.appendChild(document.createElement('header'));
  const address = { location: { hash: '' }, addEventListener: () => undefined } as unknown as AddressWindow;
  renderIn(lab)(<Studies address={address} request={null} header={header} onOpened={() => undefined} />);
  const controller = made.controller!;
  const study = { scenario, set: SHORT, over: [`${BUFFER}=5kB,10kB`], measure: MEASURES };
  act(() => {
    controller.store.setState({
      form: formStateFor(scenario, { measures: MEASURES }),
    });
    controller.sweep.store.setState({
      phase: 'done',
      study: study as unknown as StudyDocument,
      lines: [firstLine(study)],
      total: 1,
    });
  });
  return controller;
}

const CHARTS = MEASURES.map((path) => `chart ${path}`);
const STUDY = ['form', 'tools', 'options', 'table', ...CHARTS];

const PARTS = [
  { name: 'form', says: 'The form', lost: [] },
  { name: 'tools', says: 'The tools of this view', lost: [] },
  { name: 'options', says: 'The result', lost: ['table', ...CHARTS] },
  { name: CHARTS[0]!, says: 'The chart “', lost: [] },
  { name: CHARTS[1]!, says: 'The chart “', lost: [] },
  { name: 'table', says: 'The table', lost: [] },
];

describe('a study', () => {
  it.each(PARTS)('goes on without $name, which can be drawn again', ({ name, says, lost }) => {
    broken.part = name;
    show();
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toContain(says);
    expect(alert.textContent).toContain('cannot be drawn');
    for (const other of STUDY)
      if (other !== name && !lost.includes(other)) screen.getByText(`${other} is drawn`);
    fireEvent.click(within(alert).getByText('Report'));
    expect(screen.getByTestId<HTMLInputElement>('failure-report').value).toContain(`${name} is broken`);
    broken.part = '';
    fireEvent.click(within(alert).getByText('Try again'));
    expect(screen.queryByRole('alert')).toBeNull();
    for (const other of STUDY) screen.getByText(`${other} is drawn`);
  });
});

describe.each([
  { shown: 'buffer', result: 'advice', whole: 'The advice' },
  { shown: 'remedies', result: 'remedies', whole: 'The comparison of remedies' },
] as const)('the advisor with $result', ({ shown, result, whole }) => {
  const open = (): HTMLElement => {
    const controller = show();
    act(() => controller.show(shown));
    return screen.getByRole('alert');
  };

  it('keeps its form, with which a search can be canceled, if the result throws', () => {
    broken.part = result;
    const alert = open();
    expect(alert.textContent).toContain('The result cannot be drawn');
    expect(screen.getAllByText('advice form is drawn').length).toBeGreaterThan(0);
  });

  it('leads back to the study if its form throws', () => {
    broken.part = 'advice form';
    const alerts = (open(), screen.getAllByRole('alert'));
    const alert = alerts.find(({ textContent }) => textContent.includes(whole))!;
    expect(alert.textContent).toContain('cannot be drawn');
    fireEvent.click(within(alert).getByText('Sweep'));
    expect(screen.getByText('form is drawn').closest('[hidden]')).toBeNull();
  });
});
