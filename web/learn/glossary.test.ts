/** Every entry of the glossary can be shown, and every term of the page is in it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchGlossary, withTerms } from './find';
import { parseGlossary } from './parse';

const web = join(import.meta.dirname, '..');
const text = readFileSync(join(import.meta.dirname, 'glossary.md'), 'utf8');
const entries = parseGlossary(text);
const byId = new Map(entries.map((entry) => [entry.id, entry]));

describe('the glossary', () => {
  it('has a definition and a source for each heading', () => {
    expect(entries).toHaveLength(text.match(/^### /gm)?.length ?? 0);
    expect(entries.length).toBeGreaterThanOrEqual(80);
    for (const { term, definition, source } of entries) {
      expect(definition, term).toMatch(/^\p{Letter}.*\.$/u);
      expect(source, term).not.toBe('');
    }
  });

  it('has no markup that the page does not show', () => {
    for (const { term, definition, source, also } of entries) {
      expect(`${term} ${definition} ${also.join(' ')}`, term).not.toMatch(/[`<>]|\*\*|\]\(/);
      expect(source.split('`').length % 2, term).toBe(1);
    }
  });

  it('has unique terms and ids', () => {
    expect(byId.size).toBe(entries.length);
    expect(entries.filter(({ id }) => id === '')).toEqual([]);
  });

  it('reads symbol, other names and source of an entry', () => {
    expect(byId.get('round-trip-time')).toMatchObject({ term: 'Round-trip time', symbol: 'RTT' });
    expect(byId.get('queue-discipline')).toMatchObject({ symbol: null, also: ['qdisc'] });
    expect(byId.get('queue-length')?.source).toContain('`qlen`');
  });

  it('names an entry without a source', () => {
    expect(() => parseGlossary('## A\n\n### Term\nText only.\n')).toThrow(/“Term”/);
  });

  it('finds entries by all words, names first', () => {
    const found = (query: string) => searchGlossary(entries, query).map(({ id }) => id);
    expect(found('rtt')[0]).toBe('round-trip-time');
    expect(found('sack')[0]).toBe('selective-acknowledgment');
    expect(found('RFC 8289')).toContain('codel');
    expect(found('no such word')).toEqual([]);
  });
});

describe('terms in a text', () => {
  const marked = (shown: string) =>
    withTerms(shown, entries).flatMap(({ text, entry }) => (entry ? [`${text} → ${entry.id}`] : []));

  it('are marked at their first occurrence, with plural endings', () => {
    expect(marked('The round-trip times and timeouts; round-trip time again')).toEqual([
      'round-trip times → round-trip-time',
      'timeouts → retransmission-timeout',
    ]);
  });

  it('are not marked inside other words, nor if they are everyday words', () => {
    expect(marked('The queue is a steppie with a limit; redo the run')).toEqual([]);
  });

  it('keep the text unchanged', () => {
    const help = 'Utilization of the bottleneck with CUBIC, by ECN marks.';
    expect(
      withTerms(help, entries)
        .map(({ text }) => text)
        .join(''),
    ).toBe(help);
    expect(marked(help).length).toBeGreaterThanOrEqual(3);
  });
});

it('has each term that the page names by its id', () => {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => readFileSync(join(web, name), 'utf8'));
  const ids = sources.flatMap((source) =>
    [...source.matchAll(/(?:<Term id="|\bterm: ')([^"']+)/g)].map((match) => match[1]!),
  );
  expect(ids.length).toBeGreaterThanOrEqual(2);
  expect(ids.filter((id) => !byId.has(id))).toEqual([]);
});
