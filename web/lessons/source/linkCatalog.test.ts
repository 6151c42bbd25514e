import { expect, it } from 'vitest';
import { linksOf } from './linkCatalog';

const course =
  '---\ntitle: A course\nabout: Two lessons.\n---\n\n## All\n\n1. [One](one.md)\n2. [Two](two.md)\n';

function lesson(title: string, lists: string): string {
  return `---\ntitle: ${title}\nlevel: 1\nminutes: 4\nsources: [A book.]\n${lists}\n---\n\n## A step\n\nText.\n`;
}

it('presets and figures lead to their lessons, in the order of the course', () => {
  const files = {
    course,
    one: lesson('One in full', 'presets: [anomaly, one-flow]\nfigures: [ganjali-f2-3]'),
    two: lesson('Two', 'presets: [one-flow, one-flow]'),
  };
  expect(linksOf(files)).toEqual({
    lessons: [
      { id: 'one', title: 'One', minutes: 4 },
      { id: 'two', title: 'Two', minutes: 4 },
    ],
    presets: { anomaly: [0], 'one-flow': [0, 1] },
    figures: { 'ganjali-f2-3': [0] },
  });
});

it('a lesson that cannot be read has no links, and no course has none', () => {
  const files = { course, one: 'no front matter', two: lesson('Two', 'presets: [constructor]') };
  expect(linksOf(files)).toMatchObject({ lessons: [{ id: 'two' }], presets: { constructor: [0] } });
  expect(linksOf({})).toEqual({ lessons: [], presets: {}, figures: {} });
});
