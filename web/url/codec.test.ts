import { deflateSync, strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';
import { random, randomScenario } from '../../tests/links/random-scenario';
import { textFromBytes } from './base64url';
import { checksum } from './checksum';
import { decodeLink, encodeLink } from './codec';
import { FASTEST, SLOWEST } from '../engine/pace';
import type { Moment } from './moment';

const SCENARIO = {
  version: 1,
  title: 'Zwei Ströme — ½ BDP 🚦',
  bottlenecks: [{ id: 'r0', rate_bps: 10e6, queue: { kind: 'drop_tail', limit_packets: 100 } }],
  groups: [{ id: 'tcp', count: 2 }],
};

function link(scenario: unknown = SCENARIO, moment: Moment = {}): string {
  const encoded = encodeLink(scenario, moment);
  if (!encoded.ok) throw new Error(encoded.message);
  return encoded.fragment;
}

/** A fragment with a right checksum around any payload. */
function sealed(payload: string, head = '1.d'): string {
  return `${head}${payload}.${checksum(head + payload)}`;
}

const packed = (text: string): string => sealed(textFromBytes(deflateSync(strToU8(text))));
const reason = (text: string): string => {
  const decoded = decodeLink(text);
  return decoded.ok ? 'ok' : decoded.reason;
};

describe('a link', () => {
  it('decodes to the encoded scenario, for 300 random scenarios', () => {
    for (let seed = 0; seed < 300; seed++) {
      const scenario = randomScenario(random(seed));
      const decoded = decodeLink(`https://example.org/lab/#${link(scenario)}`);
      expect(decoded, `seed ${seed}`).toEqual({ ok: true, scenario, moment: {} });
    }
  });

  it('contains its version even if that is the default', () => {
    expect(decodeLink(link({ title: 'x' }))).toMatchObject({
      ok: true,
      scenario: { version: 1, title: 'x' },
    });
  });

  it('contains a time, paused or playing, and a speed', () => {
    const moment = { t_s: 37.25, play: false, speed: 'max' } as const;
    expect(decodeLink(link(SCENARIO, moment))).toEqual({ ok: true, scenario: SCENARIO, moment });
    const limited = [1e-300, 1e300, 5].map((speed) => decodeLink(`${link()}&speed=${speed}`));
    expect(limited.map((one) => one.ok && 'moment' in one && one.moment.speed)).toEqual([
      SLOWEST,
      FASTEST,
      5,
    ]);
    expect(decodeLink(`${link()}&t=-4&speed=fast&unknown=1`)).toMatchObject({ ok: true, moment: {} });
  });

  it('contains the baseline', () => {
    const other = { ...SCENARIO, title: 'the other' };
    const encoded = encodeLink(SCENARIO, { t_s: 60, play: false }, other);
    const text = encoded.ok ? encoded.fragment : encoded.message;
    expect(text).toMatch(/^[A-Za-z0-9._&=-]+$/);
    const whole = {
      ok: true,
      scenario: SCENARIO,
      moment: { t_s: 60, play: false },
      baseline: { ok: true, scenario: other },
    };
    expect(decodeLink(text)).toEqual(whole);
    expect(decodeLink(`<https://example.org/#${text.replaceAll('&', '&amp;')}>.`)).toEqual(whole);
    // A page that does not know of it looks at what stands before.
    expect(text.startsWith(link(SCENARIO, { t_s: 60, play: false }))).toBe(true);
  });

  it('contains a measured run as the baseline, by the hash of its file', () => {
    const measured = {
      file: 'run.json',
      sha256: 'a'.repeat(64),
      time: '2,ms',
      uses: [{ name: 'stream 1: throughput', role: 'throughput', unit: 'Mb/s', group: 'tcp' }],
    } as const;
    const encoded = encodeLink(SCENARIO, {}, SCENARIO, measured);
    const text = encoded.ok ? encoded.fragment : encoded.message;
    expect(text).toMatch(/^[A-Za-z0-9._&=-]+$/);
    expect(decodeLink(text)).toMatchObject({
      ok: true,
      scenario: SCENARIO,
      baseline: { ok: true, measured },
    });
    expect(decodeLink(text.slice(0, -1))).toMatchObject({ ok: true, baseline: { ok: false } });
    for (const wrong of [
      { ...measured, sha256: 'b' },
      { ...measured, uses: [] },
      { ...measured, uses: [{ ...measured.uses[0], role: 'toString' }] },
    ]) {
      const altered = encodeLink(SCENARIO, {}, null, wrong as unknown as typeof measured);
      expect(decodeLink(altered.ok ? altered.fragment : '')).toMatchObject({
        ok: true,
        baseline: { ok: false },
      });
    }
    // A measured run is no experiment.
    expect(decodeLink(text.split('kept=')[1]!)).toMatchObject({ ok: false, reason: 'future' });
  });

  it('opens without a damaged baseline, and says why', () => {
    const baselineIn = (kept: string): unknown => decodeLink(`${link()}&kept=${kept}`);
    const refused = (words: RegExp): object => ({
      ok: true,
      scenario: SCENARIO,
      baseline: { ok: false, message: expect.stringMatching(words) as string },
    });
    expect(baselineIn(link().slice(0, -3))).toMatchObject(refused(/cut short/));
    expect(baselineIn('')).toMatchObject(refused(/no experiment/));
    expect(baselineIn('nonsense')).toMatchObject(refused(/not a Bufferlab link/));
    expect(baselineIn(packed('{"version":99}'))).toMatchObject(refused(/version 99/));
    expect(baselineIn(packed(JSON.stringify({ note: 'x'.repeat(200_001) })))).toMatchObject(
      refused(/200 kB/),
    );
    expect(baselineIn(sealed('', '1.s'))).toMatchObject({ ok: true, baseline: { ok: false } });
    // A tail that hides in the tail.
    expect(baselineIn(`${link()}%2526kept=${link()}`)).toMatchObject({ ok: true, baseline: { ok: true } });
    expect(baselineIn(`${link()}"kept`)).toMatchObject(refused(/characters/));
  });

  it('uses only characters that need no escaping in a fragment', () => {
    expect(link(SCENARIO, { t_s: 1, speed: 0.5 })).toMatch(/^[A-Za-z0-9._&=-]+$/);
  });

  it('is refused for an experiment above 200 kB, with advice', () => {
    const encoded = encodeLink({ version: 1, note: 'x'.repeat(200_001) });
    expect(encoded).toMatchObject({ ok: false, message: expect.stringContaining('file') as string });
  });
});

describe('a link that went through a chat or mail program', () => {
  const whole = `https://example.org/lab/#${link(SCENARIO, { t_s: 12 })}`;
  const mangled: Record<string, string> = {
    'a full stop after it': `${whole}.`,
    'quotes and brackets around it': `<"${whole}">,`,
    'white space and wrapped lines': ` ${whole.slice(0, 60)}\r\n  ${whole.slice(60)} \n`,
    'zero-width spaces inside': `${whole.slice(0, 40)}\u200b${whole.slice(40)}\ufeff`,
    'escaped once': encodeURIComponent(whole),
    'escaped twice': encodeURIComponent(encodeURIComponent(whole)),
    'the hash escaped': whole.replace('#', '%23'),
    'HTML escapes': whole.replace('&', '&amp;'),
  };
  for (const [what, text] of Object.entries(mangled)) {
    it(`opens with ${what}`, () => {
      expect(decodeLink(text)).toEqual({ ok: true, scenario: SCENARIO, moment: { t_s: 12 } });
    });
  }
});

describe('a link that cannot be opened', () => {
  it('is reported as cut short wherever it was cut', () => {
    const whole = link();
    for (let length = 3; length < whole.length; length++) {
      expect(reason(whole.slice(0, length)), `${length} of ${whole.length} characters`).toBe('truncated');
    }
    expect(reason(`${whole.slice(0, 40)}…`)).toBe('truncated');
  });

  it('is reported as altered if any character was changed', () => {
    const whole = link();
    for (let i = 3; i < whole.length - 9; i++) {
      const other = whole[i] === 'A' ? 'B' : 'A';
      expect(reason(whole.slice(0, i) + other + whole.slice(i + 1)), `character ${i}`).toBe('truncated');
    }
  });

  it('of a newer version is refused with that version', () => {
    expect(decodeLink('2.zSomething.else')).toMatchObject({
      reason: 'future',
      message: expect.stringContaining('version 2') as string,
    });
    expect(reason(sealed('AAAA', '1.q'))).toBe('future');
    expect(reason(packed('{"version":99}'))).toBe('future');
  });

  it('is empty without content', () => {
    expect(reason('')).toBe('empty');
    expect(reason('#')).toBe('empty');
  });

  it('is reported as malformed if its content is invalid', () => {
    expect(reason('hello')).toBe('malformed');
    expect(reason('section-2')).toBe('malformed');
    expect(reason('0.dAAAA.00000000')).toBe('malformed');
    expect(reason(sealed('AAAAA'))).toBe('malformed');
    expect(reason(sealed('____'))).toBe('malformed');
    expect(reason(packed('not json'))).toBe('malformed');
    expect(reason(packed('[1,2]'))).toBe('malformed');
    expect(reason(packed('null'))).toBe('malformed');
    expect(reason(packed('{"version":null}'))).toBe('malformed');
    expect(reason(packed('{"version":1.5}'))).toBe('malformed');
    expect(reason(packed('{"version":-1}'))).toBe('malformed');
    expect(reason(sealed(textFromBytes(deflateSync(Uint8Array.of(0xff, 0xfe, 0xc0)))))).toBe('malformed');
    expect(reason(packed('['.repeat(50_000)))).toBe('malformed');
  });

  it('is refused during decompression if it exceeds the limit', () => {
    const bomb = textFromBytes(deflateSync(new Uint8Array(40e6), { level: 9 }));
    expect(bomb.length).toBeLessThan(64_000);
    expect(reason(sealed(bomb))).toBe('hostile');
    expect(reason('1.d' + 'A'.repeat(70_000))).toBe('hostile');
  });

  it('never throws for random texts', () => {
    const next = random(7);
    const whole = link();
    for (let i = 0; i < 2000; i++) {
      const chars = Array.from(whole);
      const changes = 1 + Math.floor(next() * 6);
      for (let k = 0; k < changes; k++) {
        chars[Math.floor(next() * chars.length)] = String.fromCodePoint(Math.floor(next() * 0xd7ff));
      }
      expect(() => decodeLink(chars.join(''))).not.toThrow();
    }
  });
});

it('the checksum of "123456789" is that of the standard', () => {
  expect(checksum('123456789')).toBe('cbf43926');
});
