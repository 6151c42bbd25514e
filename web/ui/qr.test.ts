import { expect, it } from 'vitest';
import { encode } from 'uqr';
import { fitsQr, QR_BYTES, qrShape } from './QrCode';

it('a code has a square of modules for each dark one, and a quiet zone of four', () => {
  const text = 'https://bufferlab.example/#learn/sawtooth/3';
  const { size, path } = qrShape(text)!;
  const { data } = encode(text, { ecc: 'L', boostEcc: true, border: 4 });
  const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}`] : [])));
  expect(path.match(/M\d+ \d+/g)).toEqual(dark);
  expect(size).toBe(data.length);
  // The finder pattern in the first corner.
  expect(dark[0]).toBe('M4 4');
});

it('a text that no code holds has none', () => {
  expect(fitsQr('x'.repeat(QR_BYTES))).toBe(true);
  expect(qrShape('x'.repeat(QR_BYTES))?.size).toBe(177 + 8);
  expect(qrShape('x'.repeat(QR_BYTES + 1))).toBeNull();
  expect(qrShape('ä'.repeat(QR_BYTES / 2 + 1))).toBeNull();
});
