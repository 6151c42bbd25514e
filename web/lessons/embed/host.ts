/**
 * The embedded page's side of the protocol: it answers the page around it after a handshake.
 *
 * Data goes only to the origin that said `hello`, and only messages of the parent window from this origin are read. Before
 * the handshake the page sends only `listening`, which has no data.
 */
import { readRequest, VERSION, type Request, type Sent } from './messages';

/** Part of `window` that is used; tests have their own. */
export interface HostWindow {
  parent: { postMessage(message: unknown, origin: string): void };
  addEventListener(type: 'message', listener: (event: HostMessage) => void): void;
}

/** Part of a message event that is used. */
export type HostMessage = Pick<MessageEvent<unknown>, 'data' | 'origin' | 'source'>;

/** Content of the page: what `ready` says of it, and its progress. */
export interface Content {
  ready(): Readonly<Record<string, unknown>>;
  /** Returns the progress; null if this content has none. */
  progress(): Sent | null;
}

/** Actions that the host page may ask for. */
export interface Actions {
  open(request: Extract<Request, { type: 'open' }>): void;
  theme(request: Extract<Request, { type: 'theme' }>): void;
}

/** Connection to the page around this one. */
export class Host {
  /** Origin that said `hello`; null before. */
  private origin: string | null = null;
  private content: Content | null = null;

  constructor(
    private readonly window: HostWindow,
    private readonly actions: Actions,
  ) {
    window.addEventListener('message', (event) => this.onMessage(event));
    window.parent.postMessage({ bufferlab: VERSION, type: 'listening' }, '*');
  }

  /** Sets the content of the page and reports it; null while it is loaded. */
  show(content: Content | null): void {
    this.content = content;
    this.reportContent();
  }

  /** Sends a message to the host page; before the handshake nothing is sent. */
  send(message: Sent): void {
    if (this.origin === null) return;
    this.window.parent.postMessage({ bufferlab: VERSION, ...message }, this.origin);
  }

  private onMessage({ data, origin, source }: HostMessage): void {
    if (source !== this.window.parent) return;
    const read = readRequest(data);
    if (read === null) return;
    if (this.origin === null) this.greet(read.ok && read.request.type === 'hello', origin);
    else if (origin !== this.origin) return;
    else if (!read.ok) this.send({ type: 'refused', message: read.message });
    else this.perform(read.request);
  }

  /** Keeps the origin of the first `hello`. A page without an origin of its own, such as a sandboxed one, has `null`. */
  private greet(isHello: boolean, origin: string): void {
    if (!isHello || !/^(https?|file):\/\//.test(origin)) return;
    this.origin = origin;
    this.reportContent();
  }

  private perform(request: Request): void {
    if (request.type === 'hello') this.reportContent();
    else if (request.type === 'open') this.actions.open(request);
    else if (request.type === 'theme') this.actions.theme(request);
    else this.send(this.content?.progress() ?? { type: 'progress', lesson: null });
  }

  private reportContent(): void {
    if (this.content) this.send({ type: 'ready', ...this.content.ready() });
  }
}
