import { expect, it } from 'vitest';
import { bytesFromText, textFromBytes } from '../../url/base64url';
import { checksum } from '../../url/checksum';
import { inflatedText, packedText } from './packed';

const TEXT = '---\ntitle: Größe\n---\n\n## Step\n\nText.\n';

const problemOf = (packed: string): string | undefined => {
  const read = inflatedText(packed);
  return read.ok ? undefined : read.problems[0]?.message;
};

it.each([TEXT, '', 'a', 'ab'.repeat(50_000)])('returns the text that was packed', (text) => {
  expect(inflatedText(packedText(text))).toEqual({ ok: true, value: text });
});

it('refuses parts behind the checksum, and data behind the end of the text', () => {
  const packed = packedText(TEXT);
  expect(problemOf(`${packed}.AAAA`)).toContain('has 3 parts');
  expect(problemOf(`${packed}.`)).toContain('has 3 parts');
  const [body = ''] = packed.split('.');
  for (const extra of [[0], [1, 2, 3, 4], Array<number>(600).fill(7)]) {
    const longer = textFromBytes(Uint8Array.from([...bytesFromText(body)!, ...extra]));
    expect(problemOf(`${longer}.${checksum(longer)}`)).toContain('data after the end');
  }
});

it.each(['', 'AAAA', 'AAAA.00000000', `${packedText(TEXT)}0`, packedText(TEXT).slice(1)])(
  'refuses the damaged text %j',
  (packed) => {
    expect(problemOf(packed)).toContain('damaged or cut off');
  },
);
