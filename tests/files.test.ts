/** Files as the page reads and plays them: what the native program makes of the same, to the last bit. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { startStudies } from './both-engines';
import * as readers from '../web/generated/bufferlab_files.js';
import * as studies from '../web/generated/bufferlab_studies.js';
import * as engine from '../web/generated/bufferlab_wasm.js';

interface Golden {
  packets: string;
  scenario: unknown;
  digest: string;
}

const here = (path: string) => readFileSync(new URL(path, import.meta.url));
const { packets, scenario, digest } = JSON.parse(here('golden/file.json').toString()) as Golden;

beforeAll(() => {
  engine.initSync({ module: here('../web/generated/bufferlab_wasm_bg.wasm') });
  readers.initSync({ module: here('../web/generated/bufferlab_files_bg.wasm') });
  startStudies();
});

/** As the page's thread gives a file: a piece at a time. */
function sourceOf(text: string) {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return {
    read(into: Uint8Array): number {
      const piece = bytes.subarray(at, at + Math.min(into.length, 100));
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
  };
}

describe('a file', () => {
  it('that an edit names is played as the program plays it', () => {
    const sha256 = readers.sha256(sourceOf(packets));
    const read = new readers.FileRead(sourceOf(packets), 'packets', '');
    expect(JSON.parse(read.about_json())).toMatchObject({ ok: true, steps: 200, length_s: 10 });
    const files = new engine.Files();
    const text = JSON.stringify(scenario);
    const without = engine.Lab.with_files(text, files);
    expect(JSON.parse(without.missing_json())).toEqual([
      { name: 'cam.csv', sha256, content: 'packets', columns: '' },
    ]);
    files.add(sha256, 'packets', '', read.at_ps(), read.amounts(), read.length_ps(), '[]');
    const lab = engine.Lab.with_files(text, files);
    expect(JSON.parse(lab.missing_json())).toEqual([]);
    while (!lab.advance(30, 1000));
    expect(lab.digest()).toBe(digest);
    while (!without.advance(30, 1000));
    expect(without.digest()).not.toBe(digest);
  });

  it('that leaves something out is played with a warning that says so', () => {
    const text = `Time;Bytes\n${packets.replaceAll(',', ';')}`;
    const sha256 = readers.sha256(sourceOf(text));
    const read = new readers.FileRead(sourceOf(text), 'packets', '');
    const { notes } = JSON.parse(read.about_json()) as { notes: { message: string }[] };
    expect(notes[0]?.message).toContain('"Time" names no unit');
    const files = new engine.Files();
    files.add(sha256, 'packets', '', read.at_ps(), read.amounts(), read.length_ps(), JSON.stringify(notes));
    const traffic = { kind: 'packet_trace', trace: { name: 'cam.csv', sha256 } };
    const { groups, ...rest } = scenario as { groups: object[] };
    const playing = { ...rest, groups: groups.map((group) => ({ ...group, traffic })), edits: [] };
    const warnings = JSON.parse(engine.Lab.with_files(JSON.stringify(playing), files).warnings_json()) as {
      id: string;
      sentence: string;
    }[];
    const noted = warnings.filter(({ id }) => id === 'file_note').map(({ sentence }) => sentence);
    expect(noted).toEqual([`cam.csv: ${notes[0]?.message ?? ''}`]);
  });

  it('that is wrong is told with its place, and one that the browser does not give so too', () => {
    const wrong = new readers.FileRead(sourceOf(`${packets}11,x`), 'packets', '');
    expect(JSON.parse(wrong.about_json())).toMatchObject({ ok: false, place: 'line 201' });
    expect(wrong.at_ps()).toHaveLength(0);
    const gone = {
      read: () => {
        throw new Error('gone');
      },
    };
    expect(() => readers.sha256(gone)).toThrow('cannot be read');
  });

  it('is refused in a study, whose threads have none', () => {
    const answer = JSON.parse(studies.plan_json(JSON.stringify({ scenario }), 100)) as {
      problems: { message: string }[];
    };
    expect(answer.problems[0]?.message).toContain('cam.csv');
  });
});
