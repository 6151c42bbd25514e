/**
 * A Firefox as the distribution has it, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi), to which it
 * listens by itself: no other program is needed, and no particular version.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'undici';
import { gestures, SIZE, type Browser, type Window } from './engine';

export async function launchFirefox(path: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'bufferlab-firefox-'));
  const options = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const firefox = spawn(path, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const session = await connect(`${await addressOf(firefox)}/session`);
  await session.send('session.new', { capabilities: {} });
  return {
    open: (address) => openWindow(session, address),
    close: async () => {
      const ended = once(firefox, 'exit');
      await session.send('browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Where it listens, which it says when it does. */
async function addressOf(firefox: ChildProcess): Promise<string> {
  const said: string[] = [];
  for await (const line of createInterface({ input: firefox.stderr! })) {
    const [, address] = /^WebDriver BiDi listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      firefox.stderr!.resume();
      return address;
    }
    said.push(line);
  }
  throw new Error(`Firefox ended before it listened: ${said.join('\n')}`);
}

interface Session {
  send<Result>(method: string, params?: object): Promise<Result>;
}

/** Commands by their numbers, and the answers that come to them. */
async function connect(address: string): Promise<Session> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  await new Promise((opened, failed) => {
    socket.addEventListener('open', opened);
    socket.addEventListener('error', () => failed(new Error(`Nobody listens at ${address}.`)));
  });
  let last = 0;
  return {
    send: async <Result>(method: string, params: object = {}) => {
      const id = (last += 1);
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const answer = await answered;
      if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
      return answer.result as Result;
    },
  };
}

type Answer = { id: number } & ({ type: 'success'; result: unknown } | { type: 'error'; message: string });

/** As a person's own container, with cookies and storage of its own. */
async function openWindow({ send }: Session, url: string): Promise<Window> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext');
  const create = { type: 'tab', userContext };
  const { context } = await send<{ context: string }>('browsingContext.create', create);
  await send('browsingContext.setViewport', { context, viewport: SIZE });
  await send('browsingContext.navigate', { context, url, wait: 'complete' });
  const act = (actions: unknown[]) => send<unknown>('input.performActions', { context, actions });
  return {
    ask: async (expression) => {
      const asked = { expression, target: { context }, awaitPromise: true };
      const said = await send<Evaluated>('script.evaluate', asked);
      if (said.type === 'exception') throw new Error(said.exceptionDetails.text);
      return said.result.value;
    },
    click: (x, y) => act(gestures.click(x, y)),
    press: (key) => act(gestures.press(key)),
    picture: async () => {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    close: () => send('browser.removeUserContext', { userContext }),
  };
}

type Evaluated =
  | { type: 'success'; result: { type: 'string'; value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };
