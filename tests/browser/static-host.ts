/** A web host as plain as they come: files of `dist/` below a path, and one page that embeds them. */
import { cpSync, createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

/** The built page. */
export const dist = join(import.meta.dirname, '..', '..', 'dist');

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** What is being served, until it is closed. */
export interface StaticHost {
  /** The lab, at `/courses/net/lab/`. */
  lab: string;
  /** A course page of another origin, with the lab in an iframe. */
  course: string;
  /** The same, the iframe in a sandbox. */
  sandboxed(allowed: string): string;
  close(): void;
}

/** Copy of the page that may be changed, while it is served. */
export interface HostedCopy extends StaticHost {
  folder: string;
  /** Closes the host and removes the folder. */
  remove(): void;
}

/** Serves a copy of the built page. */
export async function serveCopy(): Promise<HostedCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'bufferlab-copy-'));
  cpSync(dist, folder, { recursive: true });
  const host = await serveStatically(folder);
  const remove = () => {
    host.close();
    rmSync(folder, { recursive: true });
  };
  return { ...host, folder, remove };
}

/** Listens on a free port; `folder`: what is served. */
export async function serveStatically(folder = dist): Promise<StaticHost> {
  const below = '/courses/net/lab/';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname === '/course.html') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(coursePage(`http://127.0.0.1:${String(port())}${below}`, searchParams.get('sandbox')));
      return;
    }
    const path = pathname.slice(below.length);
    const file = join(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path);
    if (!pathname.startsWith(below) || !file.startsWith(folder) || !existsSync(file)) {
      response.statusCode = 404;
      response.end();
      return;
    }
    response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  const port = () => (server.address() as AddressInfo).port;
  await new Promise<void>((listening) => server.listen(0, listening));
  return {
    lab: `http://127.0.0.1:${String(port())}${below}`,
    course: `http://localhost:${String(port())}/course.html`,
    sandboxed: (allowed) =>
      `http://localhost:${String(port())}/course.html?sandbox=${encodeURIComponent(allowed)}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function coursePage(lab: string, sandbox: string | null): string {
  const attribute = sandbox === null ? '' : ` sandbox="${sandbox.replace(/[^a-z -]/g, '')}"`;
  return `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Course</title>
    <h1>Buffers</h1><iframe title="Bufferlab" src="${lab}"${attribute} width="1200" height="700"></iframe></html>`;
}
