import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogOf as catalogWith, type Files } from './catalog';
import { headingText } from './library';
import { groupsOf, NO_FILTER, reasonsOf } from './search';
import { readFigure } from '../../tests/figures';
import { FIGURE, RESULT } from './testing';

const catalogOf = (files: Files, papers?: typeof PAPERS) => catalogWith(files, readFigure, papers);
const text = (value: unknown): string => JSON.stringify(value);
const PAPERS = [
  { id: 'vishwanath-2011', cited: 'Vishwanath et al. 2011', title: '' },
  {
    id: 'cai-2010',
    cited: 'Cai et al. 2010',
    title: '',
    not_yet: { 'cai-th1': 'it needs a proof', 'cai-f4': 'being written' },
  },
];
const other = {
  ...FIGURE,
  id: 'cai-x',
  covers: [],
  paper: 'cai-2010',
  place: 2,
  topics: ['Anomaly'],
  title: 'Other',
};

describe('the catalog', () => {
  const files = {
    figures: { 'cai-x': text(other), 'vishwanath-f11': text(FIGURE) },
    results: { 'vishwanath-f11': text(RESULT) },
  };
  const made = catalogOf(files, PAPERS);

  it('has a card for each figure in the order of the papers, and the missing figures with their reasons', () => {
    expect(made.cards.map(({ id }) => id)).toEqual(['vishwanath-f11', 'cai-x']);
    expect(made.missing).toEqual([
      { id: 'cai-th1', why: 'it needs a proof' },
      { id: 'cai-f4', why: 'being written' },
    ]);
    const before = { 'cai-y': text({ ...other, id: 'cai-y', place: 1 }) };
    const { cards } = catalogOf({ ...files, figures: { ...files.figures, ...before } }, PAPERS);
    expect(cards.map(({ id }) => id)).toEqual(['vishwanath-f11', 'cai-y', 'cai-x']);
    const [first, second] = made.cards;
    expect(first).toMatchObject({
      verdicts: {
        paper: { holds: 1 },
        ours: { remark: 1 },
      },
      open: 0,
      checked: { date: '2026-11-22', engine: '0.1.0', quick: false },
      problem: null,
    });
    expect(second).toMatchObject({ verdicts: null, open: 2, checked: null, thumbnail: [] });
  });

  it('counts undecided claims, and claims that the check did not include', () => {
    const claims = [{ ...RESULT.claims[0], verdict: 'undecided' }];
    const { cards } = catalogOf({
      figures: { 'vishwanath-f11': text(FIGURE) },
      results: { 'vishwanath-f11': text({ ...RESULT, claims }) },
    });
    expect(cards[0]).toMatchObject({
      verdicts: { paper: { undecided: 1 }, ours: {} },
      open: 1,
    });
  });

  it('counts a claim that differs since the paper contradicts itself apart', () => {
    const [claim, ...others] = FIGURE.claims;
    const paper = { ...FIGURE, claims: [{ ...claim, contradictory: true }, ...others] };
    const result = { ...RESULT, claims: [{ ...RESULT.claims[0], verdict: 'differs' }] };
    const { cards } = catalogOf({
      figures: { 'vishwanath-f11': text(paper) },
      results: { 'vishwanath-f11': text(result) },
    });
    expect(cards[0]).toMatchObject({ verdicts: { paper: { contradicted: 1 }, ours: {} } });
  });

  it('draws thumbnails from the stored points, with integer coordinates', () => {
    const [reno, chain] = made.cards[0]!.thumbnail;
    expect([reno!.dashed, chain!.dashed]).toEqual([false, true]);
    // A log axis omits 0; the highest loss is above the lowest, at its left.
    const [, x, y, right, down] = /^M(\d+) (\d+)l(\d+) ?(\d+)$/.exec(reno!.d)!.map(Number);
    expect(x).toBeLessThan(10);
    expect(y).toBeLessThan(10);
    expect(x! + right!).toBeGreaterThan(110);
    expect(y! + down!).toBeGreaterThan(40);
  });

  it.each([
    ['no JSON', '{', /EOF while parsing an object at line 1/],
    ['no object', '[1]', /^invalid type: integer `1`/],
    ['no charts', text({ ...FIGURE, charts: 'none' }), /^invalid type: string "none", expected a sequence/],
    ['no title', text({ ...FIGURE, title: 7 }), /^invalid type: integer `7`, expected a string/],
    ['another id', text({ ...FIGURE, id: 'cai-y' }), /^its id is cai-y$/],
  ])('makes a card with the error of a file with %s', (_name, file, problem) => {
    const { cards } = catalogOf({ figures: { 'cai-x': file }, results: { 'cai-x': '{' } });
    expect(cards).toMatchObject([{ id: 'cai-x', paper: 'cai-2010' }]);
    expect(cards[0]!.problem).toMatch(problem);
  });

  it('treats an unreadable result as none', () => {
    const files = { figures: { 'vishwanath-f11': text(FIGURE) } };
    const [claim] = RESULT.claims;
    const unknown = text({ ...RESULT, claims: [{ ...claim, verdict: 'perhaps' }] });
    for (const result of ['', 'null', '[]', '"x"', unknown]) {
      const { cards } = catalogOf({ ...files, results: { 'vishwanath-f11': result } });
      expect(cards[0]).toMatchObject({ verdicts: null, problem: null });
    }
    const hostile = text({ ...RESULT, curves: [{ id: 'reno', points: [{ x: 'a', mean: null }, null, 7] }] });
    const { cards } = catalogOf({ ...files, results: { 'vishwanath-f11': hostile } });
    expect(cards[0]!.thumbnail).toEqual([]);
  });
});

describe('the catalog of the project', () => {
  const folder = new URL('../../engine/papers/', import.meta.url);
  const textsIn = (name: string) =>
    Object.fromEntries(
      readdirSync(new URL(name, folder)).map((file) => [
        file.replace('.json', ''),
        readFileSync(new URL(`${name}/${file}`, folder), 'utf8'),
      ]),
    );
  const made = catalogOf({ figures: textsIn('figures'), results: textsIn('results') });

  it('lists every figure of the papers once, reproduced or with a reason, without errors', () => {
    expect(made.cards.filter(({ problem }) => problem !== null)).toEqual([]);
    expect(made.missing.filter(({ why }) => why === '')).toEqual([]);
    const there = made.cards.flatMap(({ id, covers }) => [id, ...covers]);
    const listed = [...there, ...made.missing.map(({ id }) => id)];
    expect(listed.length).toBeGreaterThan(80);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it('uses less than 600 bytes per card', () => {
    expect(text(made.cards).length).toBeLessThan(600 * made.cards.length);
  });
});

describe('the gallery', () => {
  const files = {
    figures: { 'cai-x': text(other), 'vishwanath-f11': text(FIGURE) },
    results: { 'vishwanath-f11': text(RESULT) },
  };
  const made = catalogOf(files, PAPERS);
  const found = (filter: Partial<typeof NO_FILTER>): string[] =>
    groupsOf(made, { ...NO_FILTER, ...filter }).map(
      ({ id, cards, missing }) => `${id}: ${[...cards, ...missing].map((one) => one.id).join(' ')}`,
    );

  it('groups figures by paper or by topic', () => {
    expect(found({})).toEqual(['vishwanath-2011: vishwanath-f11', 'cai-2010: cai-x cai-th1 cai-f4']);
    expect(found({ by: 'topic' })).toEqual([
      'Anomaly: vishwanath-f11 cai-x',
      'Small buffers: vishwanath-f11',
      'missing: cai-th1 cai-f4',
    ]);
  });

  it('finds figures by words, missing figures included, and by verdict', () => {
    expect(found({ words: 'MORE buffer' })).toEqual(['vishwanath-2011: vishwanath-f11']);
    expect(found({ words: 'vishwanath-f12' })).toEqual(['vishwanath-2011: vishwanath-f11']);
    expect(found({ words: 'theorem 1' })).toEqual(['cai-2010: cai-th1']);
    expect(found({ verdict: 'remark' })).toEqual(['vishwanath-2011: vishwanath-f11']);
    expect(found({ verdict: 'differs' })).toEqual([]);
  });

  it('names figures as their papers do, and groups missing figures by reason', () => {
    expect(['ganjali-f2-3', 'cai-th1', 'hasegawa-f3a', 'vishwanath-md1b', 'x'].map(headingText)).toEqual([
      'Figure 2.3',
      'Theorem 1',
      'Figure 3a',
      'M/D/1/B, Section IV-A',
      'x',
    ]);
    expect(reasonsOf([...made.missing, { id: 'cai-f7', why: 'being written' }])).toEqual([
      { why: 'it needs a proof', ids: ['cai-th1'] },
      { why: 'being written', ids: ['cai-f4', 'cai-f7'] },
    ]);
  });
});
