/** Cases of the benchmark, from the files that `npm run bench -- counts` reads too. */
import accepted from '../../engine/bench/cases/accepted.json';
import entries from '../../engine/bench/cases/cases.json';
import type { Patch } from '../scenario/types';
import type { BenchCase } from './protocol';

/** Case as an entry of `cases.json`, which names defaults by leaving them out. */
interface Entry {
  scenario: string;
  patches?: Patch[];
  from_s: number;
  to_s: number;
}

const files = import.meta.glob<object>('../../engine/bench/cases/*.json', { eager: true, import: 'default' });

/** Returns the cases with one of these words in their name, or all cases without words. */
export function casesNamed(words: readonly string[]): BenchCase[] {
  const all = Object.entries<Entry>(entries).map(([name, { patches = [], ...entry }]) => ({
    name,
    patches,
    digest: digests[name]?.digest ?? null,
    ...entry,
  }));
  return words.length === 0 ? all : all.filter(({ name }) => words.some((word) => name.includes(word)));
}

const digests: Partial<Record<string, { digest: string }>> = accepted;

/** Returns the words in the query of an address: `bbr` and `codel` in `?bench=bbr,codel`. */
export function wordsIn(query: string): string[] {
  const value = new URLSearchParams(query).get('bench') ?? '';
  return value.split(',').filter((word) => word !== '');
}

/** Returns the scenario in the file with this name in `engine/bench/cases`; null if there is no such file. */
export function fileNamed(name: string): object | null {
  return files[`../../engine/bench/cases/${name}.json`] ?? null;
}
