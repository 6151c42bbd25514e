// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  csvWith,
  objectWith,
  originOfCsv,
  originOfObject,
  originOfPng,
  originOfSvg,
  pngWith,
  svgWith,
  type Carried,
  type Origin,
} from './carried';
import { crc32 } from './checksum';
import { experimentFromFile } from './file';
import { takesAtMost } from '../../tests/patience';

const origin: Origin = {
  title: 'Réseau: "a" < b & c',
  seed: 7,
  engine: '0.1.0',
  link: 'https://lab.test/a/?x=1&y=2#1.dabc-_.00000000&t=3',
};

/** The smallest PNG: one pixel. */
const png = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (char) => char.charCodeAt(0),
);
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg">\n<title>T</title><desc>D</desc>\n<path d="M0 0"/>\n</svg>';

/** Chunks one after another behind a signature: length as declared, letters, data, checksum. */
function pngOf(...chunks: [type: string, data: Uint8Array, declared?: number][]): Uint8Array<ArrayBuffer> {
  const bytes = [...png.subarray(0, 33)];
  for (const [type, data, declared = data.length] of chunks) {
    const body = [...new TextEncoder().encode(type), ...data];
    const view = new DataView(new ArrayBuffer(8));
    view.setUint32(0, declared);
    view.setUint32(4, crc32(Uint8Array.from(body)));
    const numbers = new Uint8Array(view.buffer);
    bytes.push(...numbers.subarray(0, 4), ...body, ...numbers.subarray(4));
  }
  return Uint8Array.from(bytes);
}

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const found = (carried: Carried): unknown => (carried.ok ? carried.origin : carried.message);

describe('an origin is read from', () => {
  it('a drawing, which stays valid', () => {
    const made = svgWith(svg, origin);
    expect(found(originOfSvg(made))).toEqual(origin);
    expect(made).toMatch(/^<svg [^>]*>\n<title>T<\/title><desc>D<\/desc>\n<metadata>/);
    const parsed = new DOMParser().parseFromString(made, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    const element = parsed.getElementsByTagNameNS('urn:bufferlab', 'origin')[0];
    expect(element?.getAttribute('link')).toBe(origin.link);
    expect(element?.getAttribute('title')).toBe(origin.title);
  });

  it('a drawing as another program writes it', () => {
    const theirs = `<?xml version="1.0"?><svg xmlns:bufferlab="urn:bufferlab"><metadata><bufferlab:origin\n     seed='7'\n     link='https://lab.test/#1.d&amp;t=3'\n     id="x" /></metadata></svg>`;
    expect(found(originOfSvg(theirs))).toMatchObject({ seed: 7, link: 'https://lab.test/#1.d&t=3' });
  });

  it('a picture, whose chunks are unchanged', () => {
    const made = pngWith(png, origin);
    expect(found(originOfPng(made))).toEqual(origin);
    expect([...made.subarray(0, 33)]).toEqual([...png.subarray(0, 33)]);
    expect([...made.subarray(made.length - png.length + 33)]).toEqual([...png.subarray(33)]);
  });

  it('a picture whose text another program converted or moved to the end', () => {
    const json = JSON.stringify({ link: 'https://lab.test/#1.d', seed: 2 });
    const moved = pngOf(
      ['IDAT', text('…')],
      ['tEXt', text(`Comment\0x`)],
      ['tEXt', text(`Bufferlab\0${json}`)],
    );
    expect(found(originOfPng(moved))).toMatchObject({ seed: 2, link: 'https://lab.test/#1.d' });
  });

  it('a table, whose rows are unchanged', () => {
    const rows = 'from_s,to_s\r\n0,1\r\n';
    const made = csvWith(rows, origin);
    expect(found(originOfCsv(made))).toEqual(origin);
    expect(made.endsWith(rows)).toBe(true);
    expect(made).toMatch(/^# Bufferlab 0\.1\.0\r\n# seed: 7\r\n/);
    expect(found(originOfCsv(made.replaceAll('\r\n', '\n')))).toEqual(origin);
  });

  it('an object', () => {
    expect(originOfObject(objectWith({ summary: {} }, origin))).toEqual(origin);
    expect(originOfObject({ bufferlab: { link: 3 } })).toBeNull();
    expect(originOfObject({ groups: [] })).toBeNull();
  });

  it('each of them with a title that has line breaks or control characters', () => {
    const title = 'a\r\n# link: https://evil.test/#1.d\u0000\ud800';
    const hostile = { ...origin, title };
    expect(originOfCsv(csvWith('', hostile))).toMatchObject({ ok: true, origin: { link: origin.link } });
    const drawing = svgWith(svg, hostile);
    expect(new DOMParser().parseFromString(drawing, 'image/svg+xml').querySelector('parsererror')).toBeNull();
    expect(originOfSvg(drawing)).toMatchObject({ ok: true, origin: { link: origin.link } });
  });
});

describe('hostile files', () => {
  const message = (carried: Carried): string => (carried.ok ? 'ok' : carried.message);

  it('with wrong lengths of chunks are refused with a message', () => {
    expect(message(originOfPng(pngOf(['iTXt', text('x'), 0xffffffff])))).toMatch(/cut short or damaged/);
    expect(message(originOfPng(pngOf(['iTXt', text('Bufferlab\0'), 0])))).toMatch(
      /cut short or damaged|no text/,
    );
    expect(message(originOfPng(png))).toMatch(/no text chunk/);
  });

  it('cut at any position are refused with a message', () => {
    const made = pngWith(png, origin);
    for (let length = 0; length < made.length - png.length + 33; length++) {
      expect(originOfPng(made.subarray(0, length)).ok, `${length} bytes`).toBe(false);
    }
    const drawing = svgWith(svg, origin);
    for (let length = 0; length < drawing.indexOf('title="R'); length++) {
      expect(originOfSvg(drawing.slice(0, length)).ok, `${length} characters`).toBe(false);
    }
  });

  it('altered at any position are refused with a message', () => {
    const made = pngWith(png, origin);
    const at = made.indexOf('7'.charCodeAt(0), 45);
    made[at] = '8'.charCodeAt(0);
    expect(message(originOfPng(made))).toMatch(/altered/);
  });

  it('with a million chunks, entities or lines are read in a short time', () => {
    const small = pngOf(...Array.from({ length: 1000 }, (): ['tEXt', Uint8Array] => ['tEXt', text('a\0b')]));
    const body = [...small.subarray(33)];
    const many = new Uint8Array(33 + 1000 * body.length);
    many.set(small.subarray(0, 33));
    for (let i = 0; i < 1000; i++) many.set(body, 33 + i * body.length);
    const entities = Array.from(
      { length: 20 },
      (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`,
    ).join('');
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]><svg><bufferlab:origin title="&e20;" link="&e20;"/></svg>`;
    const readAll = () => {
      expect(originOfPng(many).ok).toBe(false);
      expect(originOfSvg(bomb)).toMatchObject({ ok: true, origin: { link: '&e20;' } });
      expect(originOfSvg(`<svg>${'<bufferlab:origin '.repeat(1_000_000)}`).ok).toBe(false);
      expect(originOfSvg(`<svg><bufferlab:origin ${'link '.repeat(1_000_000)}>`).ok).toBe(false);
      expect(
        originOfSvg(`<svg><bufferlab:origin ${' link'.repeat(500_000)}="${'&#'.repeat(1_000_000)}">`).ok,
      ).toBe(true);
      expect(originOfCsv('#\n'.repeat(2_000_000)).ok).toBe(false);
      expect(originOfCsv('#'.repeat(4_000_000)).ok).toBe(false);
    };
    // Each of them takes some ten milliseconds; what grows with the square of the length takes minutes.
    expect(takesAtMost(5000, readAll)).toBe(true);
  });

  it('with deep nesting or another content are refused with a message', () => {
    const deep = pngOf(['iTXt', text(`Bufferlab\0\0\0\0\0${'['.repeat(100_000)}`)]);
    expect(message(originOfPng(deep))).toMatch(/contains no link/);
    const list = pngOf(['tEXt', text('Bufferlab\0[1]')]);
    expect(message(originOfPng(list))).toMatch(/contains no link/);
  });
});

describe('a file', () => {
  const opened = async (part: BlobPart, name: string): Promise<unknown> => {
    const read = await experimentFromFile(new File([part], name));
    if (!read.ok) return read.message;
    return 'origin' in read ? read.origin.link : 'study' in read ? read.study : read.scenario;
  };

  it('is recognized by its content, not its name', async () => {
    expect(await opened(pngWith(png, origin), 'a.txt')).toBe(origin.link);
    expect(await opened(svgWith(svg, origin), 'b')).toBe(origin.link);
    expect(await opened(`\ufeff${csvWith('a,b\r\n', origin)}`, 'c.csv')).toBe(origin.link);
    expect(await opened(JSON.stringify(objectWith({ summary: {} }, origin)), 'd.json')).toBe(origin.link);
    const lines = `${JSON.stringify(objectWith({}, origin))}\n{"key":"0"}\n`;
    expect(await opened(lines, 'e.ndjson')).toBe(origin.link);
    expect(await opened('{"version":1,"title":"One"}', 'f.json')).toEqual({ version: 1, title: 'One' });
  });

  it('without an origin is refused with the reason', async () => {
    expect(await opened(png, 'photo.png')).toMatch(/^The file photo\.png contains no experiment\. /);
    expect(await opened(svg, 'logo.svg')).toMatch(/^The file logo\.svg contains no experiment\. /);
    expect(await opened('# made by hand\n1,2\n', 'x.csv')).toMatch(
      /^The file x\.csv contains no experiment\. /,
    );
    expect(await opened('from_s,to_s\n0,1\n', 'x.csv')).toMatch(/x\.csv is not JSON/);
    expect(await opened('', 'empty')).toMatch(/The file empty is not JSON/);
  });

  it('of any size is read only as far as necessary', async () => {
    const rows = '0.001,0.002,12.5\r\n'.repeat(2_000_000);
    expect(await opened(csvWith(rows, origin), 'long.csv')).toBe(origin.link);
    const endless = new File([png], 'huge.png');
    Object.defineProperty(endless, 'size', { value: 1e12 });
    expect(await experimentFromFile(endless)).toMatchObject({
      message: expect.stringMatching(/the limit is 40 MB/) as string,
    });
  });
});
