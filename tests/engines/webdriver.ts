/**
 * A browser behind its driver, over WebDriver (https://w3c.github.io/webdriver): WebKitGTK's, on a screen in memory
 * where a program for that is given, so that nothing flickers over anybody's.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { gestures, SIZE, type Browser, type Window } from './engine';

export async function launchDriver(path: string, screenProgram?: string): Promise<Browser> {
  const screen = screenProgram === undefined ? null : await openScreen(screenProgram);
  const env = screen === null ? process.env : { ...process.env, DISPLAY: screen.name, GDK_BACKEND: 'x11' };
  return {
    open: async (address) => {
      const driver = await startDriver(path, env);
      const window = await openWindow(driver.base, address);
      const close = async () => {
        await window.close();
        await ended(driver.process);
      };
      return { ...window, close };
    },
    close: async () => {
      if (screen) await ended(screen.process);
    },
  };
}

/** A driver has one session at a time, and so one window. */
async function startDriver(path: string, env: NodeJS.ProcessEnv): Promise<Started & { base: string }> {
  const port = await freePort();
  const driver = spawn(path, [`--port=${port}`], { stdio: 'ignore', env });
  const base = `http://127.0.0.1:${port}`;
  await listening(base);
  return { base, process: driver };
}

interface Started {
  process: ChildProcess;
}

/** A screen in memory; it says its number. */
async function openScreen(program: string): Promise<Started & { name: string }> {
  const options = ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const screen = spawn(program, options, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface({ input: screen.stdout })) {
    if (/^\d+$/.test(line)) return { name: `:${line}`, process: screen };
  }
  throw new Error('Xvfb ended before it had a screen.');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function listening(base: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const answer = await fetch(`${base}/status`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No driver listens at ${base}.`);
}

/** One command; what it comes to, or its message thrown. */
async function command<Value>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<Value> {
  const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new Error(`${url}: ${(value as { message: string }).message}`);
  return value as Value;
}

/** Each session is a browser of its own, which remembers nothing. */
async function openWindow(base: string, url: string): Promise<Window> {
  const wanted = { capabilities: { alwaysMatch: { timeouts: { script: 240_000 } } } };
  const { sessionId } = await command<{ sessionId: string }>('POST', `${base}/session`, wanted);
  const session = `${base}/session/${sessionId}`;
  await resize(session);
  await command('POST', `${session}/url`, { url });
  const act = (actions: unknown[]) => command<unknown>('POST', `${session}/actions`, { actions });
  return {
    ask: async (expression) => {
      const script = `const [done] = arguments;
        Promise.resolve().then(() => (${expression})).then((text) => done({ text }), (why) => done({ why: String(why) }));`;
      const asked = { script, args: [] };
      const said = await command<{ text: string } | { why: string }>(
        'POST',
        `${session}/execute/async`,
        asked,
      );
      if ('why' in said) throw new Error(said.why);
      return said.text;
    },
    click: (x, y) => act(gestures.click(x, y)),
    press: (key) => act(gestures.press(key)),
    picture: async () => Buffer.from(await command<string>('GET', `${session}/screenshot`), 'base64'),
    close: () => command('DELETE', session),
  };
}

/** Sizes of windows include what the browser draws around the page, as much as it may be. */
async function resize(session: string): Promise<void> {
  await command('POST', `${session}/window/rect`, SIZE);
  const script = 'return innerHeight';
  const height = await command<number>('POST', `${session}/execute/sync`, { script, args: [] });
  await command('POST', `${session}/window/rect`, { ...SIZE, height: 2 * SIZE.height - height });
}
