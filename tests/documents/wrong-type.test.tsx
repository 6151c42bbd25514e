/**
 * Documents from outside with one value of a wrong type: each is read, and what was read can be drawn, or it is refused with
 * a sentence that names the place. Nothing throws.
 */
import { renderToStaticMarkup } from 'react-dom/server';
import { parse, stringify } from 'yaml';
import { createStore } from 'zustand/vanilla';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Catalog } from '../../web/engine/catalog';
import * as studies from '../../web/generated/bufferlab_studies.js';
import * as engine from '../../web/generated/bufferlab_wasm.js';
import { LabContext } from '../../web/lab/context';
import type { Lab } from '../../web/lab/lab';
import { eventsBetween } from '../../web/lessons/embed/events';
import { receiptHtml } from '../../web/lessons/handin/html';
import { partsOf } from '../../web/lessons/handin/outline';
import { receiptOf } from '../../web/lessons/handin/receipt';
import { receiptWith, runWith } from '../../web/lessons/handin/testing';
import { nameOfRun } from '../../web/lessons/handin/runRecord';
import type { Lesson } from '../../web/lessons/format/lesson';
import { united } from '../../web/lessons/session/mergeProgress';
import { progressText, readProgressText } from '../../web/lessons/session/progressFile';
import { NOT_BEGUN, type LessonProgress } from '../../web/lessons/session/storedProgress';
import { MAP } from '../../web/lessons/viewStrings';
import { TextView } from '../../web/lessons/view/TextView';
import type { Checked } from '../../web/engine/protocol';
import type { Problem, Scenario } from '../../web/scenario/types';
import { choicesFor } from '../../web/studies/choices';
import { formIn, inStudy } from '../../web/studies/studiesController';
import { curvesOf } from '../../web/studies/data';
import { meansCsvOf } from '../../web/studies/means';
import type { Measure } from '../../web/studies/measures';
import { PointTable } from '../../web/studies/PointTable';
import { resultsIn, rowsOf } from '../../web/studies/resultFile';
import { lineReaders, type LineReaders } from '../../web/studies/resultLine';
import { csvOf } from '../../web/studies/table';
import { countWarnings } from '../../web/studies/warningCounts';
import { csvText } from '../../web/sweep/csv';
import { StudyForm } from '../../web/studies/StudyForm';
import { headingOf } from '../../web/studies/studyText';
import { MAX_RUNS } from '../../web/sweep/protocol';
import type { CaseLine, StudyDocument } from '../../web/types/engine';
import { csvHead, csvWith, linesWith, type Origin } from '../../web/url/carried';
import { decodeLink, encodeStudy } from '../../web/url/codec';
import { startEngines } from '../both-engines';
import { cases } from '../extent';
import { courseHolds, lessonHolds } from '../lessons/holds';
import { correct as lessons, formatExamples } from '../lessons/samples';
import { random } from '../links/random-scenario';
import { holds as receiptHolds } from '../receipts/holds';
import { sampleLesson } from '../receipts/samples';
import { hasValues, withWrongType, type Path } from './wrongType';

// These parts need a browser or a run; they have tests of their own.
vi.mock('../../web/lessons/view/Formula', () => ({ Formula: ({ tex }: { tex: string }) => <i>{tex}</i> }));
vi.mock('../../web/learn/NamedTerm', () => ({ NamedTerm: () => null }));
vi.mock('../../web/lessons/view/Scrubbed', () => ({ Scrubbed: () => null }));
vi.mock('../../web/lessons/view/See', () => ({ See: () => null }));

/** Documents of each of five kinds; `npm run test:all` reads 12,500 in all. */
const DOCUMENTS = cases(250, 2500);

const SENTENCE = /^[^\p{Cc}]{8,1200}$/u;

/** Result of reading one document: `ok`, or the sentences of its refusal. */
type Read = { ok: true } | { ok: false; messages: readonly string[] };

/** Reads `DOCUMENTS` documents of a kind, equal ones once. Returns the number that was accepted. */
function acceptedOf(make: (seed: number) => { path: Path; text: string; read: () => Read }): number {
  let accepted = 0;
  const known = new Map<string, boolean>();
  for (let seed = 0; seed < DOCUMENTS; seed++) {
    const { path, text, read } = make(seed);
    const about = `seed ${seed}, ${path.join('.')}: ${text.slice(0, 1500)}`;
    const isAccepted = known.get(text) ?? accepts(path, text, read, about);
    known.set(text, isAccepted);
    if (isAccepted) accepted++;
  }
  return accepted;
}

/** Reads one document; false if it is refused with sentences of which one names the place. */
function accepts(path: Path, text: string, read: () => Read, about: string): boolean {
  let result: Read | null = null;
  expect(() => (result = read()), about).not.toThrow();
  const { ok, messages = [] } = result as unknown as { ok: boolean; messages?: readonly string[] };
  if (ok) return true;
  expect(messages.length, about).toBeGreaterThan(0);
  for (const message of messages) expect(message, about).toMatch(SENTENCE);
  expect(names(messages, path, text), `${messages.join(' ')} – ${about}`).toBe(true);
  return false;
}

/** Whether a sentence names a field on the way to the value, or begins with a path that the document has there. */
function names(messages: readonly string[], path: Path, text: string): boolean {
  const fields = path.filter((key) => typeof key === 'string');
  const isNamed = (message: string): boolean => {
    const [, place = ''] = /^([\w.]+): /.exec(message) ?? [];
    // An entry of a bare list has no name but its line.
    if (fields.length === 0) return /^Line \d+/.test(message);
    return fields.some((field) => message.includes(field)) || (place !== '' && text.includes(place));
  };
  return messages.some(isNamed);
}

let catalog: Catalog;
let presets: ReadonlyMap<string, Scenario>;
let anomaly: Scenario;
let minimal: unknown;

beforeAll(() => {
  const started = startEngines();
  catalog = started.catalog;
  presets = started.presets;
  anomaly = presets.get('anomaly')!;
  minimal = JSON.parse(engine.minimal_json(JSON.stringify(anomaly)));
});

const BUFFER = 'bottlenecks.r0.queue.limit_bytes';

function studyOf(seed: number): StudyDocument {
  const overs: StudyDocument['over'][] = [
    [
      `${BUFFER}=5kB:20kB:3`,
      { path: 'groups.udp.traffic.rate_bps', from: 1e6, to: 1e7, steps: 2, log: true },
    ],
    [{ together: [{ path: BUFFER, values: [5000, 9000] }, 'duration_s=2,3'] }],
    [{ path: 'bottlenecks.r0.queue.kind', values: ['drop_tail', 'codel'] }],
  ];
  return {
    scenario: seed % 4 === 0 ? anomaly : minimal,
    over: overs[seed % overs.length]!,
    set: [{ path: 'warmup_s', value: 1 }],
    where: [`${BUFFER} < 1000000`],
    replications: 2,
    seeds: 'independent',
    measure: ['bottlenecks.r0.loss.udp'],
    stop: { measure: 'bottlenecks.r0.loss.udp', half_width: 0.1, at_least: 2 },
  };
}

/** Studies are mostly a scenario; half of the changes are made outside of it. */
function changedStudy(seed: number): { document: StudyDocument; path: Path } {
  const next = random(seed);
  const study = studyOf(seed);
  if (seed % 2 === 0) return withWrongType(study, next);
  const { scenario, ...rest } = study;
  const { document, path } = withWrongType(rest, next);
  return { document: { scenario, ...document }, path };
}

describe('documents with one value of a wrong type', () => {
  it('studies are accepted by the engine and drawn, or named', () => {
    const drawn = new Set<string>();
    const draw = (study: StudyDocument): Read => {
      const problems = (found: readonly Problem[]): Read => ({
        ok: false,
        messages: found.map(inStudy).map(({ path, message }) => `${path}: ${message}`),
      });
      const plan = JSON.parse(studies.plan_json(JSON.stringify(study), MAX_RUNS)) as
        { ok: true } | { ok: false; problems: Problem[] };
      if (!plan.ok) return problems(plan.problems);
      const checked = JSON.parse(engine.check_json(JSON.stringify(study.scenario))) as Checked;
      if (!checked.ok) return problems(checked.problems);
      const form = formIn(study, checked.scenario, catalog);
      const key = JSON.stringify({ ...form, scenario: form.scenario.title });
      if (drawn.has(key)) return { ok: true };
      drawn.add(key);
      const { fields, measures } = choicesFor(catalog, checked.scenario);
      const html = renderToStaticMarkup(
        <LabContext value={WITHOUT_PRESETS}>
          <h2>{headingOf(form, fields, measures)}</h2>
          <StudyForm
            {...{ form, fields, measures }}
            problems={[]}
            differs={false}
            onChange={() => undefined}
            onTakeLab={() => undefined}
            onSubmit={() => undefined}
          >
            {null}
          </StudyForm>
        </LabContext>,
      );
      if (html.includes('[object')) throw new Error('the form shows an object');
      return { ok: true };
    };
    const accepted = acceptedOf((seed) => {
      const { document, path } = changedStudy(seed);
      const link = encodeStudy(document);
      const read = (): Read => {
        const decoded = decodeLink(link.ok ? link.fragment : '');
        if ('study' in decoded) return draw(decoded.study as unknown as StudyDocument);
        return { ok: false, messages: [decoded.ok ? '' : decoded.message] };
      };
      return { path, text: JSON.stringify(document), read };
    });
    for (const seed of [0, 1, 2, 5]) expect(draw(studyOf(seed))).toEqual({ ok: true });
    expect(accepted).toBeLessThan(DOCUMENTS / 2);
  }, 120_000);

  it('lessons are read and drawn, or have problems at their lines', () => {
    const drawn = new Set<unknown>();
    const accepted = acceptedOf((seed) => {
      const { text, path, lines, isCourse } = changedLesson(seed);
      const read = (): Read => {
        const parsed = isCourse ? courseHolds(text) : lessonHolds(text);
        if (!parsed.ok) {
          const near = parsed.problems.filter(({ line }) => line >= lines[0] && line <= lines[1]);
          return {
            ok: false,
            messages: near.map(({ line, message }) => MAP.line(line, message)),
          };
        }
        if ('lesson' in parsed) drawLesson(parsed.lesson, drawn);
        return { ok: true };
      };
      return { path, text, read };
    });
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(DOCUMENTS / 2);
  }, 120_000);

  it('progress files are read and drawn, or named', () => {
    const accepted = acceptedOf((seed) => {
      const { document, path } = withWrongType(PROGRESS, random(seed));
      const text = JSON.stringify(document);
      const read = (): Read => {
        const file = readProgressText(text);
        if (!file.ok) return { ok: false, messages: [withWords(file.message)] };
        for (const [, progress] of file.lessons) drawProgress(progress);
        return { ok: true };
      };
      return { path, text, read };
    });
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(DOCUMENTS / 2);
  }, 120_000);

  it('receipts are read and drawn, or named', () => {
    const accepted = acceptedOf((seed) => {
      const { document, path } = withWrongType(receiptWith(), random(seed));
      const text = JSON.stringify(document);
      const read = (): Read => {
        const result = receiptHolds(text);
        return result.ok ? { ok: true } : { ok: false, messages: [withWords(result.message)] };
      };
      return { path, text, read };
    });
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(DOCUMENTS / 2);
  }, 120_000);
});

describe('results of a study with one value of a wrong type', () => {
  /** Real lines of three runs, the first two of one point. */
  let lines: readonly string[];
  let readers: LineReaders;
  let second: object;
  /** Rows of the table of the same runs, from its heading on. */
  let rows: readonly (readonly string[])[];
  /** Line of the heading, after those of the origin. */
  let heading: number;

  beforeAll(() => {
    readers = lineReaders(catalog);
    lines = [0, 1, 2].map((index) => lineOfCase(JSON.stringify(shortStudy(anomaly)), index));
    second = JSON.parse(lines[1]!) as object;
    rows = rowsOf(csvOf(lines, [BUFFER], [])).map(({ cells }) => cells!);
    heading = csvHead(ORIGIN).split('\n').length;
  });

  /** A file whose second line has another value, the place of that value, and the number of its line. */
  function changedFile(seed: number): { path: Path; text: string; place: string; line: number } {
    const [next, isTable] = [random(seed), seed % 2 === 1];
    if (!isTable) {
      const { document, path } = withWrongType(second, next);
      const text = linesWith([lines[0], JSON.stringify(document), lines[2]].join('\n'), ORIGIN);
      return { path, text, place: placeOf(path), line: 2 };
    }
    const heads = rows[0]!;
    const row = Object.fromEntries(heads.map((name, i) => [name, rows[2]![i]]));
    const { document, path } = withWrongType(row, next);
    const cells = heads.map((name) => cellOf((document as Record<string, unknown>)[name]));
    const name = String(path[0]);
    const place = name === 'key' || name === 'seed' || name === 'error' ? name : `summary.${name}`;
    const text = csvWith(csvText(rows.with(2, cells)), ORIGIN);
    return { path, text, place, line: heading + 2 };
  }

  it('are left out and named at their line, or can be drawn', () => {
    const accepted = acceptedOf((seed) => {
      const { path, text, place, line } = changedFile(seed);
      const read = (): Read => {
        const results = resultsIn(text, readers);
        const count = results.lines.length + results.failed + results.wrong;
        if (count !== 3 || results.lines[0] === undefined) throw new Error(`the file has ${count} lines`);
        drawResults(results.lines);
        const [problem] = results.problems;
        if (problem === undefined) return { ok: true };
        const [, number, at = ''] = /^Line (\d+), ([^:]*): /.exec(problem) ?? [];
        const isThere = at !== '' && (place.startsWith(at) || at.startsWith(place));
        if (Number(number) !== line || !isThere) throw new Error(`${problem} – of line ${line}, ${place}`);
        return { ok: false, messages: results.problems };
      };
      return { path, text, read };
    });
    expect(accepted).toBeGreaterThan(0);
    expect(accepted).toBeLessThan(DOCUMENTS / 2);
  }, 120_000);

  it('are accepted as the engine writes them, for every preset', () => {
    for (const [id, scenario] of presets) {
      const line = lineOfCase(JSON.stringify({ scenario, set: SHORT }), 0);
      expect(resultsIn(line, readers), id).toEqual({ lines: [line], failed: 0, wrong: 0, problems: [] });
    }
  });
});

const ORIGIN: Origin = { title: 'Anomaly', seed: 1, engine: '0.1.0', link: 'https://example.org/#1.s' };

const SHORT = [
  { path: 'duration_s', value: 0.3 },
  { path: 'warmup_s', value: 0.1 },
];

const shortStudy = (scenario: Scenario): StudyDocument => ({
  scenario,
  over: [`${BUFFER}=5kB:20kB:2`],
  set: SHORT,
  replications: 2,
});

/** Runs a case of a study; returns its line. */
function lineOfCase(study: string, index: number): string {
  const run = new studies.CaseRun(study, index);
  while (!run.advance(100_000));
  const line = run.line_json();
  run.free();
  return line;
}

/** Writes a path as the messages do: `summary.bottlenecks[0].loss`. */
function placeOf(path: Path): string {
  return path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

function cellOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

/** Draws what a study shows of its lines: curves, tables and warnings. */
function drawResults(texts: readonly string[]): void {
  const lines = texts.map((text) => ({ ...(JSON.parse(text) as CaseLine), point: { [BUFFER]: 5000 } }));
  const measures = ['utilization', 'loss.udp', 'queue_delay_s.p99'].map((id) => `bottlenecks.r0.${id}`);
  for (const measure of measures) curvesOf(lines, BUFFER, measure);
  countWarnings(lines);
  meansCsvOf(lines, [BUFFER], measures);
  if (csvOf(texts, [], []).includes('[object')) throw new Error('a table shows an object');
  const shown = measures.map((path) => ({ ...MEASURE, path, label: path }));
  const html = renderToStaticMarkup(
    <PointTable lines={lines} varied={[]} measures={shown} onOpen={() => undefined} />,
  );
  if (/\[object|NaN|undefined/.test(html)) throw new Error('the table of points shows an object');
}

/** Lab of the forms, which ask it whether a preset was changed. */
const WITHOUT_PRESETS = {
  store: createStore(() => ({ presets: [], completed: {} })),
} as unknown as Lab;

const MEASURE: Measure = {
  path: '',
  label: '',
  owner: '',
  help: '',
  quantity: 'ratio',
  isCompared: false,
  of: null,
};

/** A file whose field `format` or `bufferlab` is another one is no file of ours, which the sentence says. */
function withWords(message: string): string {
  if (message.startsWith('The file is no receipt.')) return `format: ${message}`;
  if (message.startsWith('The file has no progress.')) return `bufferlab: ${message}`;
  return message;
}

/** Parts of a lesson that are YAML: front matter, and fenced data. */
const DATA = /^(---\n|```(?:yaml|answer|goal|hints|solution|columns)\n)([^]*?)^(?:---|```)$/gm;

const dataOf = new Map<string, { match: RegExpExecArray; data: unknown }[]>();

/** Returns the parts of a lesson that have values; the same list for the same text. */
function dataIn(text: string) {
  const parts =
    dataOf.get(text) ??
    [...text.matchAll(DATA)]
      .map((match) => ({ match, data: parse(match[2]!) as unknown }))
      .filter(({ data }) => hasValues(data));
  dataOf.set(text, parts);
  return parts;
}

const courses = formatExamples('course');

interface ChangedLesson {
  text: string;
  path: Path;
  /** First and last line of the changed part. */
  lines: readonly [number, number];
  isCourse: boolean;
}

function changedLesson(seed: number): ChangedLesson {
  const next = random(seed);
  const text = lessons[seed % lessons.length]!;
  const parts = dataIn(text);
  const { match, data } = parts[Math.floor(next() * parts.length)]!;
  const { document, path } = withWrongType(data, next);
  const at = match.index + match[1]!.length;
  const written = stringify(document);
  const before = text.slice(0, at);
  const first = before.split('\n').length - 1;
  return {
    text: before + written + text.slice(at + match[2]!.length),
    path,
    lines: [first, first + written.split('\n').length],
    isCourse: courses.includes(text),
  };
}

/** Draws the texts of a lesson that were not drawn before, and its questions as a receipt shows them. */
function drawLesson(lesson: Lesson, drawn: Set<unknown>): void {
  for (const { blocks } of lesson.steps) {
    for (const block of blocks) {
      const key = JSON.stringify(block);
      if (drawn.has(key) || !('text' in block)) continue;
      drawn.add(key);
      renderToStaticMarkup(<TextView text={block.text} />);
    }
  }
  const parts = JSON.stringify(partsOf(lesson));
  if (drawn.has(parts)) return;
  drawn.add(parts);
  receiptHtml(receiptWith(), lesson, 'https://example.org/');
}

const [first, second] = [runWith('a'), runWith('b')];

const KEPT: LessonProgress = {
  ...NOT_BEGUN,
  step: 3,
  answers: Object.fromEntries(
    receiptWith().answers.map(({ id, given, correct }) => [id, { given, correct, run: nameOfRun(first) }]),
  ),
  tasks: { t: { met: true, hints: 1, shown: false, run: nameOfRun(second) } },
  tables: { table: [['20 packets', '98 %']] },
  rowRuns: { table: [nameOfRun(first)] },
  runs: { [nameOfRun(first)]: first, [nameOfRun(second)]: second },
};

const PROGRESS = JSON.parse(
  progressText({ buffer: KEPT, 'link/0123abcd': { ...NOT_BEGUN, step: 1 } }),
) as object;

/** Draws progress as a receipt, and as the events of an embedded lesson. */
function drawProgress(progress: LessonProgress): void {
  const whole = united(NOT_BEGUN, progress);
  const { saved, student, lesson } = receiptWith();
  receiptHtml(receiptOf({ saved, student, lesson }, whole), sampleLesson, 'https://example.org/');
  const reported = { id: 'https://example.org/', lesson: 'buffer', title: 'Buffers', document: sampleLesson };
  eventsBetween(reported, NOT_BEGUN, whole, { at_ms: 0, inLesson_s: 1, inStep_s: 1 });
}
