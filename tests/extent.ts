/**
 * How much is tested: `npm test` tries fewer seeds, documents and looks than `npm run test:all`, which says so by
 * BUFFERLAB_TESTS.
 */
export const everyTest = process.env.BUFFERLAB_TESTS === 'all';

/** A number of cases: `usual` in `npm test`, `all` in `npm run test:all`. */
export function cases(usual: number, all: number): number {
  return everyTest ? all : usual;
}
