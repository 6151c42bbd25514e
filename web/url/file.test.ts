import { describe, expect, it } from 'vitest';
import { experimentFromFile, fileFromScenario, MAX_FILE_BYTES, type ReadableFile } from './file';
import { LONG_LINK, sharedLink } from './share';

const file = (text: BlobPart, name = 'lab.json'): ReadableFile => new File([text], name);

describe('files', () => {
  it('contain the scenario, with or without a byte-order mark', async () => {
    const { text } = fileFromScenario({ version: 1, title: 'One' }, 'One');
    expect(await experimentFromFile(file(text))).toEqual({
      ok: true,
      scenario: { version: 1, title: 'One' },
    });
    expect(await experimentFromFile(file(`\ufeff${text}`))).toMatchObject({ ok: true });
  });

  it('are indented, unless that would exceed the size limit', async () => {
    expect(fileFromScenario({ version: 1, title: 'One' }, 'One').text).toContain('\n  "title"');
    const long = { version: 1, start_s: { list: new Array<number>(400_000).fill(0.125) } };
    const { text } = fileFromScenario(long, 'Long');
    expect(text.length).toBeLessThan(MAX_FILE_BYTES);
    expect(await experimentFromFile(file(text))).toEqual({ ok: true, scenario: long });
  });

  it('are named after the experiment', () => {
    expect(fileFromScenario({}, 'Réseau: ½ BDP, 40 flows!').name).toBe(
      'reseau-1-2-bdp-40-flows.bufferlab.json',
    );
    expect(fileFromScenario({}, '实验').name).toBe('experiment.bufferlab.json');
    expect(fileFromScenario({}, '').name).toBe('experiment.bufferlab.json');
  });

  it('with faults are refused with the reason', async () => {
    const message = async (of: ReadableFile): Promise<string> => {
      const read = await experimentFromFile(of);
      return read.ok ? 'ok' : read.message;
    };
    expect(await message(file(' '.repeat(MAX_FILE_BYTES + 1)))).toMatch(
      /lab\.json has 4\.0 MB; the limit is 4 MB/,
    );
    expect(await message(file('\u0089PNG'))).toMatch(/lab\.json is not JSON/);
    expect(await message(file('{"version":7}'))).toMatch(/version 7/);
    expect(await message(file('[]'))).toMatch(/a list/);
    const gone = file('{}');
    gone.slice = () => ({ arrayBuffer: () => Promise.reject(new Error('permission denied')) });
    expect(await message(gone)).toMatch(/could not be read: permission denied/);
  });
});

describe('a shared link', () => {
  const words = (count: number): string =>
    Array.from({ length: count }, (_, i) => (Math.imul(i + 1, 2_654_435_761) >>> 0).toString(36)).join(' ');

  it('has its length, and advises a file if it is long', () => {
    const page = 'https://lab.test/a/?x=1#old';
    expect(sharedLink({ version: 1 }, { t_s: 3 }, page)).toMatchObject({ ok: true, advice: 'fine' });
    const long = sharedLink({ version: 1, note: words(400) }, {}, page);
    expect(long).toMatchObject({ ok: true, advice: 'long' });
    if (long.ok) {
      expect(long.url).toHaveLength(long.characters);
      expect(long.characters).toBeGreaterThan(LONG_LINK);
      expect(long.url).toMatch(/^https:\/\/lab\.test\/a\/\?x=1#1\.d/);
    }
    expect(sharedLink({ version: 1, note: words(4000) }, {}, page)).toMatchObject({ ok: false });
  });
});
