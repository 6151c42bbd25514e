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
import type { StudyDocument } from '../types/engine';
import { NO_FORMATS, type GetFormats } from '../url/address';
import type { Decoded, LinkedBaseline } from '../url/codec';
import type { ReadableFile } from '../url/file';
import type { JsonObject } from '../url/json';
import type { Moment } from '../url/moment';
import type { Origin } from '../url/carried';
import type { Shared } from '../url/share';
import type { Open } from './opening';
import type { LabState } from './state';

/** How what came in is opened: an experiment as something new, with an undo step; a study in its own room. */
export interface Openers {
  scenario: Open;
  /** What the experiment of a link is compared with. */
  kept: (kept: LinkedBaseline) => void;
  study: (study: JsonObject, look: string) => void;
}

/** What became of a link or a file. */
export type Taken = Checked | { ok: true; study: JsonObject };

export class Sharing {
  private readonly store: StoreApi<LabState>;
  private readonly engine: Pick<EngineClient, 'ask'>;
  private readonly formats: GetFormats;
  private readonly open: Openers;

  constructor(
    store: StoreApi<LabState>,
    engine: Pick<EngineClient, 'ask'>,
    formats: GetFormats,
    open: Openers,
  ) {
    this.store = store;
    this.engine = engine;
    this.formats = formats;
    this.open = open;
  }

  /**
   * A link to the experiment, or to a moment of it, and to another that it is compared with. Says how long it is, or
   * why there is none.
   */
  async link(moment: Moment = {}, kept: Scenario | null = null): Promise<Shared> {
    const { document } = this.store.getState();
    if (!document) return { ok: false, message: 'There is no experiment yet.' };
    const [minimal, other] = [await this.minimal(document), kept && (await this.minimal(kept))];
    const formats = await this.formats();
    if (!formats) return { ok: false, message: NO_FORMATS };
    return formats.sharedLink(minimal, { ...moment, ...this.speed() }, wholePage(), other);
  }

  /** What a file says of the experiment that it shows; its link is null where it is too big for one. */
  async origin(): Promise<Origin> {
    const { document, engine } = this.store.getState();
    const { title = '', seed = 0 } = document ?? {};
    return { title, seed, engine: engine.version, link: document && (await this.linkTo(document)) };
  }

  /** The fragment for the address bar; `null` where there is none, as when the experiment is too big for a link. */
  async fragment(): Promise<string | null> {
    const { document, baseline } = this.store.getState();
    if (!document) return null;
    const [minimal, kept] = [
      await this.minimal(document),
      baseline && (await this.minimal(baseline.document)),
    ];
    const encoded = (await this.formats())?.encodeLink(minimal, this.speed(), kept);
    return encoded?.ok ? encoded.fragment : null;
  }

  /** An address that opens another experiment, to be followed or handed on; null where it is too big for one. */
  async linkTo(document: Scenario, moment: Moment = {}): Promise<string | null> {
    const encoded = (await this.formats())?.encodeLink(await this.minimal(document), moment);
    return encoded?.ok ? `${wholePage()}#${encoded.fragment}` : null;
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
  async openFile(file: ReadableFile): Promise<Taken> {
    const read = (await (await this.formats())?.experimentFromFile(file)) ?? UNREAD;
    if (!read.ok) return this.refused(read.message);
    if ('origin' in read) return this.openLink(read.origin.link);
    if ('study' in read) return this.study(read.study, '');
    const checked = await this.open.scenario(read.scenario, {});
    if (checked.ok) {
      this.store.setState({ linkedEdits: checked.scenario.edits, lost: await this.lostIn(file) });
    }
    return checked;
  }

  /** What the file's text says that nobody hears of once it is parsed. */
  private async lostIn(file: ReadableFile): Promise<Warning[]> {
    const text = (await file.text()).replace(/^\ufeff/, '');
    return this.engine.ask({ what: 'lost', text }).catch(() => []);
  }

  /** Opens a pasted link. */
  async openLink(text: string): Promise<Taken> {
    const decoded = (await this.formats())?.decodeLink(text) ?? UNREAD;
    if (!decoded.ok) return this.refused(decoded.message);
    if ('study' in decoded) return this.study(decoded.study, decoded.look);
    const checked = await this.open.scenario(decoded.scenario, decoded.moment);
    if (checked.ok) this.store.setState({ linkedEdits: checked.scenario.edits });
    if (checked.ok && decoded.kept) this.open.kept(decoded.kept);
    return checked;
  }

  /** A link to a study of a complete scenario, to be looked at as the tail of it says. */
  async studyLink(study: StudyDocument, look: string): Promise<Shared> {
    const minimal = await this.minimalStudy(study);
    const formats = await this.formats();
    return formats ? formats.sharedStudy(minimal, look, location.href) : { ok: false, message: NO_FORMATS };
  }

  /** A study whose scenario is without defaults, as links and files hold it. */
  async minimalStudy(study: StudyDocument): Promise<StudyDocument> {
    return { ...study, scenario: await this.minimal(study.scenario) };
  }

  /** What a fragment or a link holds. */
  async decode(text: string): Promise<Decoded> {
    const formats = await this.formats();
    return formats?.decodeLink(text) ?? { ok: false, reason: 'unread', message: NO_FORMATS };
  }

  /** A scenario with every default filled in, or what is wrong with it. */
  checked(scenario: unknown): Promise<Checked> {
    return this.engine.ask({ what: 'check', scenario });
  }

  private study(study: JsonObject, look: string): Taken {
    this.open.study(study, look);
    return { ok: true, study };
  }

  /** The document without defaults; as it is when the engine cannot be asked. */
  private async minimal(document: unknown): Promise<unknown> {
    try {
      return await this.engine.ask({ what: 'minimal', scenario: document });
    } catch {
      return document;
    }
  }

  /** Speed is worth its characters only where it is not real time. */
  private speed(): Moment {
    const { targetSpeed } = this.store.getState().run;
    return targetSpeed === 1 ? {} : { speed: targetSpeed };
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
