/** `bufferlab serve`: the page of the package on this computer, with the headers that a good host sets. */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { lookup } from 'mrmime';
import type { ServeArguments } from './arguments';
import { BUNDLE, bundled, PAGE } from './bundle';
import { Failure } from './failure';
import { TEXT } from './texts';

/** Port of the server, if none is chosen. */
const DEFAULT_PORT = 4173;

/** File for the address of a folder. */
const INDEX = 'index.html';

/** Serves the page until Ctrl-C; resolves to the exit code. */
export async function serve({ port, host }: ServeArguments): Promise<number> {
  const server = await listening(pageServer(bundled(PAGE)), port, host);
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

/** Returns a server of the files of a page, by path. */
function pageServer(files: ReadonlyMap<string, Uint8Array>): Server {
  if (!files.has(INDEX)) throw new Failure(1, TEXT.incomplete(BUNDLE));
  const page = new Map([...files].map(([path, bytes]) => [path, { bytes, headers: headersOf(path, bytes) }]));
  return createServer((request, response) => {
    const path = pathOf(request.url ?? '/');
    const file = page.get(path) ?? page.get(`${path}/${INDEX}`);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (file === undefined) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n');
    } else if (!page.has(path)) {
      // Relative links of an index need the slash at the end of its folder.
      response.writeHead(301, { Location: `${path.split('/').at(-1)}/` }).end();
    } else if (request.headers['if-none-match'] === file.headers.ETag) {
      response.writeHead(304, file.headers).end();
    } else {
      response.writeHead(200, { ...file.headers, 'Content-Length': file.bytes.length }).end(file.bytes);
    }
  });
}

/** Returns the path of a file for the target of a request; that of no file for what cannot be read. */
function pathOf(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  try {
    const decoded = decodeURIComponent(path.slice(1));
    return decoded === '' || decoded.endsWith('/') ? decoded + INDEX : decoded;
  } catch {
    return '';
  }
}

/** Names of files in `assets/` contain a hash of their content, so that they never change. */
function headersOf(path: string, bytes: Uint8Array): Record<string, string> {
  const type = lookup(path) ?? 'application/octet-stream';
  return {
    'Content-Type': type === 'text/html' ? `${type};charset=utf-8` : type,
    'Cache-Control': path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  };
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
