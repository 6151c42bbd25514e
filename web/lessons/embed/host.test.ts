import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Host, type HostMessage } from './host';
import { readRequest } from './messages';

const MOODLE = 'https://moodle.example';

let sent: { message: Record<string, unknown>; origin: string }[];
let listener: (event: HostMessage) => void;
const actions = { open: vi.fn(), theme: vi.fn() };
const parent = {
  postMessage: (message: Record<string, unknown>, origin: string) => void sent.push({ message, origin }),
};
let host: Host;

function receive(data: unknown, origin = MOODLE, source: unknown = parent): void {
  listener({ data, origin, source } as unknown as HostMessage);
}

beforeEach(() => {
  sent = [];
  vi.clearAllMocks();
  const window = { parent, addEventListener: (_: string, one: typeof listener) => (listener = one) };
  host = new Host(window, actions);
  host.show({
    ready: () => ({ view: 'lesson', lesson: 'sawtooth' }),
    progress: () => ({ type: 'progress', share: 0.5 }),
  });
});

it('sends only “listening”, without data, to any origin', () => {
  host.send({ type: 'answer' });
  expect(sent).toEqual([{ message: { bufferlab: 1, type: 'listening' }, origin: '*' }]);
});

describe('after “hello”', () => {
  beforeEach(() => {
    receive({ bufferlab: 1, type: 'hello' });
    sent.shift();
  });

  it('reports the content and later events to the origin of the greeting', () => {
    host.send({ type: 'answer', question: 'first' });
    expect(sent).toEqual([
      { message: { bufferlab: 1, type: 'ready', view: 'lesson', lesson: 'sawtooth' }, origin: MOODLE },
      { message: { bufferlab: 1, type: 'answer', question: 'first' }, origin: MOODLE },
    ]);
  });

  it('answers and obeys only this origin and the parent window', () => {
    sent = [];
    receive({ bufferlab: 1, type: 'getProgress' }, 'https://other.example');
    receive({ bufferlab: 1, type: 'hello' }, 'https://other.example');
    receive({ bufferlab: 1, type: 'theme', theme: 'dark' }, MOODLE, {});
    expect(sent).toEqual([]);
    expect(actions.theme).not.toHaveBeenCalled();
    receive({ bufferlab: 1, type: 'getProgress' });
    expect(sent).toEqual([{ message: { bufferlab: 1, type: 'progress', share: 0.5 }, origin: MOODLE }]);
  });

  it('opens lessons and shows themes', () => {
    receive({ bufferlab: 1, type: 'open', lesson: 'buffer', step: 3 });
    receive({ bufferlab: 1, type: 'theme', theme: 'dark' });
    expect(actions.open).toHaveBeenCalledWith({
      type: 'open',
      place: expect.objectContaining({ id: 'buffer', step: 2 }) as unknown,
    });
    expect(actions.theme).toHaveBeenCalledWith({ type: 'theme', theme: 'dark' });
  });

  it('refuses a message with what is accepted', () => {
    sent = [];
    receive({ bufferlab: 1, type: 'open', lesson: '../secret' });
    expect(sent[0]?.message).toMatchObject({
      type: 'refused',
      message: expect.stringContaining('lesson:') as unknown,
    });
  });
});

it.each(['null', '', 'javascript:', 'data:'])('accepts no greeting from the origin “%s”', (origin) => {
  receive({ bufferlab: 1, type: 'hello' }, origin);
  host.send({ type: 'answer' });
  expect(sent).toHaveLength(1);
});

describe('hostile messages', () => {
  const values: unknown[] = [
    undefined, null, true, 0, -1, 1, 1.5, NaN, Infinity, '', 'hello', '__proto__', 'constructor', 'x'.repeat(200_000),
    '<img src=x onerror=alert(1)>', 'text=AAAA', 'in=..%2F..%2Fetc/passwd', 'edit', 'present/buffer', [], [1], {},
    { type: 'hello' }, new Map(), new Date(NaN), Object.create(null), JSON.parse('{"__proto__":{"bufferlab":1}}'),
  ]; // prettier-ignore

  it('change nothing, are refused with a sentence, or open a valid place', () => {
    let seed = 1;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const some = (): unknown => values[random(values.length)];
    const types = ['hello', 'open', 'theme', 'getProgress'];
    for (let i = 0; i < 5000; i += 1) {
      const version = random(3) > 0 ? 1 : some();
      const type = random(3) > 0 ? types[random(4)] : some();
      const message = { bufferlab: version, type, lesson: some(), step: some(), theme: some() };
      const read = readRequest(random(10) === 0 ? some() : message);
      if (read === null) continue;
      if (!read.ok) expect(read.message).toMatch(/ (is|are) accepted/);
      else if (read.request.type === 'open') {
        const { place } = read.request;
        expect(place.id ?? place.packed).toMatch(/^[\w=]*$/);
        expect(place.folder).toBe('lessons');
      } else expect(types).toContain(read.request.type);
    }
  });

  it('are ignored before the greeting and from other windows', () => {
    for (const value of values) receive(value, MOODLE, random(value));
    expect(sent).toHaveLength(1);
    expect(actions.open).not.toHaveBeenCalled();
  });

  const random = (value: unknown): unknown => (typeof value === 'string' ? parent : {});
});
