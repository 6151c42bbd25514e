/** `bufferlab serve`: the page of the package on this computer, with the headers that a good host sets. */
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import type { ServeArguments } from './arguments';
import { Failure } from './failure';
import { TEXT } from './texts';

/** Port of the server, if none is chosen. */
const DEFAULT_PORT = 4173;

/** Folder of the page in the package. */
const PAGE = fileURLToPath(new URL('./page', import.meta.url));

/** Serves the page until Ctrl-C; resolves to the exit code. */
export async function serve({ port, host }: ServeArguments): Promise<number> {
  const server = await listening(pageServer(PAGE), port, host);
  const { port: actual } = server.address() as AddressInfo;
  process.stdout.write(`http://${host.includes(':') ? `[${host}]` : host}:${actual}/\n`);
  if (port === null && actual !== DEFAULT_PORT) process.stderr.write(TEXT.otherPort(DEFAULT_PORT, actual));
  if (!/^(127\.|localhost$|::1$)/.test(host)) process.stderr.write(TEXT.open);
  process.stderr.write(TEXT.stop);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  server.close();
  server.closeAllConnections();
  return 0;
}

/** Returns a server of the files in a folder. */
export function pageServer(folder: string): Server {
  if (!existsSync(join(folder, 'index.html'))) throw new Failure(1, TEXT.noPage(folder));
  const files = sirv(folder, { etag: true, dotfiles: false, setHeaders });
  return createServer((request, response) => {
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
    });
  });
}

/** Names of files in `assets/` contain a hash of their content, so that they never change. */
function setHeaders(response: { setHeader(name: string, value: string): unknown }, path: string): void {
  const isHashed = path.startsWith('/assets/');
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
}

/** Listens on a port; without a choice, on the default port or a free one. */
async function listening(server: Server, port: number | null, host: string): Promise<Server> {
  try {
    return await listen(server, port ?? DEFAULT_PORT, host);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw new Failure(1, TEXT.cannotListen(message));
    if (port !== null) throw new Failure(1, TEXT.portInUse(port));
    return listen(server, 0, host);
  }
}

function listen(server: Server, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}
