import { describe, expect, it } from 'vitest';
import type { DataClass } from './classes';
import { stylesById, stylesOf } from './groupStyles';

const groups = (...kinds: DataClass[]) => kinds.map((kind, i) => ({ id: `g${i}`, kind }));
const tcp = (count: number) => groups(...Array.from({ length: count }, () => 'tcp' as const));

describe('the style of a group', () => {
  it('is that of its class for the first group of a class', () => {
    expect(stylesOf(groups('tcp', 'udp')).map(({ color }) => color)).toEqual(['tcp', 'udp']);
    expect(stylesOf(groups('udp', 'tcp')).map(({ color }) => color)).toEqual(['udp', 'tcp']);
  });

  it('has its own color, dash and marker among four groups of one class', () => {
    const four = stylesOf(tcp(4));
    expect(new Set(four.map(({ color }) => color)).size).toBe(4);
    expect(new Set(four.map(({ dash }) => dash.join())).size).toBe(4);
    expect(new Set(four.map(({ marker }) => marker)).size).toBe(4);
  });

  it('is unique among twenty groups, with and without color', () => {
    for (const some of [tcp(20), groups('udp', 'tcp', ...tcp(18).map(({ kind }) => kind))]) {
      const looks = stylesOf(some);
      expect(new Set(looks.map(({ color, dash }) => [color, ...dash].join())).size).toBe(20);
    }
    const gray = stylesOf(tcp(6)).map(({ dash }) => dash.join());
    expect(new Set(gray).size).toBe(6);
  });

  it('is unchanged when groups are renamed or added, or when another group changes its class', () => {
    const before = stylesOf(groups('tcp', 'udp', 'tcp', 'tcp'));
    const renamed = groups('tcp', 'udp', 'tcp', 'tcp').map((group) => ({ ...group, id: `new ${group.id}` }));
    expect([...stylesById(renamed).values()]).toEqual(before);
    expect(stylesOf(groups('tcp', 'udp', 'tcp', 'tcp', 'tcp')).slice(0, 4)).toEqual(before);
    const other = stylesOf(groups('tcp', 'udp', 'udp', 'tcp'));
    expect([0, 1, 3].map((i) => other[i])).toEqual([0, 1, 3].map((i) => before[i]));
  });
});
