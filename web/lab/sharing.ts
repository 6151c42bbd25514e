/**
 * The experiment handed on and taken in: links and files.
 *
 * What leaves the page has no defaults in it (the engine strips them), so that links stay short and files
 * say only what matters.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '../engine/client';
import type { Checked } from '../engine/protocol';
import type { Scenario, Warning } from '../scenario/types';
import { NO_FORMATS, type GetFormats } from '../url/address';
import type { ReadableFile } from '../url/file';
import type { Moment } from '../url/moment';
import type { Origin } from '../url/carried';
import type { Shared } from '../url/share';
import type { Open } from './opening';
import type { LabState } from './state';

export class Sharing {
  private readonly store: StoreApi<LabState>;
  private readonly engine: Pick<EngineClient, 'ask'>;
  private readonly formats: GetFormats;
  private readonly open: Open;

  /** `open` opens what it is given as something new, with an undo step. */
  constructor(store: StoreApi<LabState>, engine: Pick<EngineClient, 'ask'>, formats: GetFormats, open: Open) {
    this.store = store;
    this.engine = engine;
    this.formats = formats;
    this.open = open;
  }

  /** A link to the experiment, or to a moment of it. Says how long it is, or why there is none. */
  async link(moment: Moment = {}): Promise<Shared> {
    const { document } = this.store.getState();
    if (!document) return { ok: false, message: 'There is no experiment yet.' };
    const minimal = await this.minimal(document);
    const formats = await this.formats();
    if (!formats) return { ok: false, message: NO_FORMATS };
    return formats.sharedLink(minimal, { ...moment, ...this.speed() }, wholePage());
  }

  /** What a file says of the experiment that it shows; its link is null where it is too big for one. */
  async origin(): Promise<Origin> {
    const { document, engine } = this.store.getState();
    const { title = '', seed = 0 } = document ?? {};
    const encoded = document && (await this.formats())?.encodeLink(await this.minimal(document));
    const link = encoded?.ok === true ? `${wholePage()}#${encoded.fragment}` : null;
    return { title, seed, engine: engine.version, link };
  }

  /** The fragment for the address bar; `null` where there is none, as when the experiment is too big for a link. */
  async fragment(): Promise<string | null> {
    const { document } = this.store.getState();
    if (!document) return null;
    const minimal = await this.minimal(document);
    const encoded = (await this.formats())?.encodeLink(minimal, this.speed());
    return encoded?.ok ? encoded.fragment : null;
  }

  /** Lets the person save the experiment, or another, as a file. False where that cannot be done. */
  async saveFile(document = this.store.getState().document): Promise<boolean> {
    if (!document) return false;
    const minimal = await this.minimal(document);
    const formats = await this.formats();
    if (!formats) {
      this.refused(NO_FORMATS);
      return false;
    }
    const { name, text } = formats.fileFromScenario(minimal);
    formats.download(name, text);
    return true;
  }

  /**
   * Opens a scenario file, or the experiment of a picture or a table; what is wrong with it is listed and
   * nothing else changes.
   */
  async openFile(file: ReadableFile): Promise<Checked> {
    const read = (await (await this.formats())?.experimentFromFile(file)) ?? UNREAD;
    if (!read.ok) return this.refused(read.message);
    if ('origin' in read) return this.openLink(read.origin.link);
    const checked = await this.open(read.scenario, {});
    if (checked.ok) this.store.setState({ lost: await this.lostIn(file) });
    return checked;
  }

  /** What the file's text says that nobody hears of once it is parsed. */
  private async lostIn(file: ReadableFile): Promise<Warning[]> {
    const text = (await file.text()).replace(/^\ufeff/, '');
    return this.engine.ask({ what: 'lost', text }).catch(() => []);
  }

  /** Opens a pasted link. */
  async openLink(text: string): Promise<Checked> {
    const decoded = (await this.formats())?.decodeLink(text) ?? UNREAD;
    return decoded.ok ? this.open(decoded.scenario, decoded.moment) : this.refused(decoded.message);
  }

  /** The document without defaults; as it is when the engine cannot be asked. */
  private async minimal(document: Scenario): Promise<unknown> {
    try {
      return await this.engine.ask({ what: 'minimal', scenario: document });
    } catch {
      return document;
    }
  }

  /** Speed is worth its characters only where it is not real time. */
  private speed(): Moment {
    const { wanted } = this.store.getState().run;
    return wanted === 1 ? {} : { speed: wanted };
  }

  private refused(message: string): Checked {
    const problems = [{ path: '', message }];
    this.store.setState({ problems });
    return { ok: false, problems };
  }
}

/** The page's address without an experiment, and without the wish to be a picture in another. */
function wholePage(): string {
  const address = new URL(location.href);
  address.searchParams.delete('embed');
  address.hash = '';
  return address.href.replace(/[?#]+$/, '');
}

const UNREAD: { ok: false; message: string } = { ok: false, message: NO_FORMATS };
