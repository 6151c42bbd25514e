import type { TextDirective } from 'mdast-util-directive';
import { describe, expect, it } from 'vitest';
import { readInline } from './inline';
import { parseMarkdown } from './markdown';

function read(text: string) {
  const [paragraph] = parseMarkdown(text).children;
  return readInline((paragraph as { children: unknown[] }).children[0] as TextDirective);
}

describe('an inline directive', () => {
  it('is a number that a run shows', () => {
    expect(read(':measured[62.5 ms]{of="a.b" set="c.d=1,000, e=5 Mb/s" until="2 min" within="3 %"}')).toEqual(
      {
        ok: true,
        inline: {
          kind: 'measured',
          number: {
            written: '62.5 ms',
            path: 'a.b',
            set: [
              ['c.d', '1,000'],
              ['e', '5 Mb/s'],
            ],
            until_s: 120,
            within: { kind: 'share', of: 0.03 },
          },
        },
      },
    );
    expect(read(':measured[98 %]{of="a.b"}')).toMatchObject({
      inline: { number: { set: [], until_s: null, within: null } },
    });
  });

  it.each([
    ['62.5 ms', '2 ms', 2],
    ['62.5 ms', '2', 2],
    ['62.5 ms', '500 µs', 0.5],
    ['1,250 packets', '10 packets', 10],
    ['5 Mb/s', '100 kb/s', 0.1],
  ])('reads the bound of %s within %s in the unit as written', (written, within, by) => {
    const result = read(`:measured[${written}]{of="a.b" within="${within}"}`);
    expect(result).toMatchObject({ ok: true, inline: { number: { within: { kind: 'absolute' } } } });
    const bound = result.ok && result.inline.kind === 'measured' ? result.inline.number.within : null;
    expect(bound?.kind === 'absolute' ? bound.by : NaN).toBeCloseTo(by, 12);
  });

  it('is a number that changes the scene, a pointer, or a term', () => {
    expect(read(':scrub[20 ms]{path="a.b" min=1 max="0.2 s"}')).toMatchObject({
      inline: {
        kind: 'scrub',
        number: { path: 'a.b', min: 1, max: 200, quantity: { value: 0.02, suffix: 'ms' } },
      },
    });
    expect(read(':see[the queue]{in=queue}')).toEqual({ ok: true, inline: { kind: 'see', in: 'queue' } });
    expect(read(':see[the link]{in=network}')).toMatchObject({ ok: true });
    expect(read(':term[goodput]')).toEqual({ ok: true, inline: { kind: 'term', term: 'goodput' } });
  });

  it.each([
    [':measured', ':measured needs its text in brackets'],
    [':measured[many]{of=a.b}', '“many” is no number with a unit'],
    [':measured[1 ms]', ':measured needs the attribute “of”'],
    [':measured[1 ms]{of="a b"}', 'The attribute “of” of :measured has a wrong value: “a b”'],
    [':measured[1 ms]{of=a set="b"}', 'The attribute “set” of :measured has a wrong value: “b”'],
    [':measured[1 ms]{of=a until=soon}', 'The attribute “until” of :measured has a wrong value: “soon”'],
    [':measured[1 ms]{of=a within="1 kB"}', 'The attribute “within” of :measured has a wrong value: “1 kB”'],
    [':measured[1 ms]{of=a class=b}', ':measured has no attribute “class”. Accepted: of, set, until, within'],
    [':measured[*1* ms]{of=a}', 'The text of :measured has more than words'],
    [':see[a]{in=nowhere}', 'The attribute “in” of :see has a wrong value: “nowhere”. Accepted: queue'],
    [':see[a]', ':see needs the attribute “in”'],
    [':scrub[20 ms]{path=a max=2}', ':scrub needs the attribute “min”'],
    [':scrub[20 ms]{path=a min=1 max=2}', '“20 ms” is not within min and max'],
    [':scrub[20 ms]{path=a min=1 max="2 kB"}', 'The attribute “max” of :scrub has a wrong value'],
    [':term[a]{#b}', ':term has no attribute “id”. Accepted: none'],
    [
      `:measured[1 ms]{of=a set="b=${'x'.repeat(1000)}"}`,
      'The attribute “set” of :measured has a wrong value',
    ],
  ])('%s is refused', (text, message) => {
    const result = read(text);
    expect(result.ok ? [] : result.messages).toContainEqual(expect.stringContaining(message));
  });
});
