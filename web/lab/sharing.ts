/**
 * Links and files of experiments, written and read.
 *
 * Links and files leave out values that equal a default, which the engine removes, so that they stay short.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { EngineClient } from '../engine/client';
import type { Checked } from '../engine/protocol';
import { editsOf } from '../scenario/edits';
import type { Scenario, Warning } from '../scenario/types';
import type { StudyDocument } from '../types/engine';
import type { GetFormats } from '../url/address';
import type { Decoded, LinkedBaseline } from '../url/codec';
import type { ReadableFile } from '../url/file';
import type { JsonObject } from '../url/json';
import type { Moment } from '../url/moment';
import type { Origin } from '../url/carried';
import type { Shared } from '../url/share';
import { ADDRESS } from '../url/strings';
import type { Open } from './opening';
import type { Baseline, LabState } from './state';
import { MESSAGE } from './strings';
import { shownTitle } from './title';

/** Functions that open the content of a link or a file. */
export interface Openers {
  /** Opens an experiment, with an undo step. */
  scenario: Open;
  /** Opens the baseline of a link. */
  baseline: (baseline: LinkedBaseline) => void;
  /** Opens a study in its view. */
  /** Opens a study; `file` has results of it. */
  study: (study: JsonObject, look: string, file: ReadableFile | null) => void;
}

/** Result of opening a link or a file. */
export type Taken = Checked | { ok: true; study: JsonObject };

/** Writes and reads the links and files of a Lab. */
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
   * Returns a link to the experiment, at a time of its run, with its baseline; with the length of the link, or the
   * reason why there is none.
   */
  async link(
    moment: Moment = {},
    baseline: Pick<Baseline, 'document' | 'measured'> | null = null,
  ): Promise<Shared> {
    const { document } = this.store.getState();
    if (!document) return { ok: false, message: MESSAGE.noExperiment };
    const [minimal, other] = [
      await this.minimal(document),
      baseline && (await this.minimal(baseline.document)),
    ];
    const formats = await this.formats();
    if (!formats) return { ok: false, message: ADDRESS.noFormats };
    return formats.sharedLink(
      minimal,
      { ...moment, ...this.speed() },
      wholePage(),
      other,
      baseline?.measured?.choice,
    );
  }

  /** Returns the origin that files contain. Its link is null if the experiment is too big for a link. */
  async origin(): Promise<Origin> {
    const state = this.store.getState();
    const { document, engine } = state;
    return {
      title: shownTitle(state),
      seed: document?.seed ?? 0,
      engine: engine.version,
      link: document && (await this.linkTo(document)),
    };
  }

  /** Returns the fragment for the address bar; `null` if there is no experiment or it is too big for a link. */
  async fragment(): Promise<string | null> {
    const { document, baseline } = this.store.getState();
    if (!document) return null;
    const [minimal, other] = [
      await this.minimal(document),
      baseline && (await this.minimal(baseline.document)),
    ];
    const encoded = (await this.formats())?.encodeLink(
      minimal,
      this.speed(),
      other,
      baseline?.measured?.choice,
    );
    return encoded?.ok ? encoded.fragment : null;
  }

  /** Returns a link to another experiment; null if the experiment is too big for one. */
  async linkTo(document: Scenario, moment: Moment = {}): Promise<string | null> {
    const encoded = (await this.formats())?.encodeLink(await this.minimal(document), moment);
    return encoded?.ok ? `${wholePage()}#${encoded.fragment}` : null;
  }

  /** Saves the experiment, or another one, as a file. Returns false if that fails. */
  async saveFile(document = this.store.getState().document): Promise<boolean> {
    if (!document) return false;
    const minimal = await this.minimal(document);
    const formats = await this.formats();
    if (!formats) {
      this.refused(ADDRESS.noFormats);
      return false;
    }
    const state = this.store.getState();
    const { name, text } = formats.fileFromScenario(minimal, shownTitle({ ...state, document }));
    formats.download(name, text);
    return true;
  }

  /**
   * Opens the experiment or the study of a file. A refused file adds to the problems that the page lists, and changes
   * nothing else.
   */
  async openFile(file: ReadableFile): Promise<Taken> {
    const read = (await (await this.formats())?.experimentFromFile(file)) ?? UNREAD;
    if (!read.ok) return this.refused(read.message);
    if ('origin' in read) return this.openLink(read.origin.link, file);
    if ('study' in read) return this.study(read.study, '', file);
    const checked = await this.open.scenario(read.scenario, {});
    if (checked.ok) {
      this.store.setState({ linkedEdits: editsOf(checked.scenario), lost: await this.lostIn(file) });
    }
    return checked;
  }

  /** Returns warnings about parts of the file's text that are lost when it is parsed. */
  private async lostIn(file: ReadableFile): Promise<Warning[]> {
    const text = (await file.text()).replace(/^\ufeff/, '');
    return this.engine.ask((api) => api.lost(text)).catch(() => []);
  }

  /** Opens an experiment with another one as its baseline. */
  async openBeside(scenario: Scenario, baseline: Scenario): Promise<Checked> {
    const checked = await this.open.scenario(scenario, {});
    if (checked.ok) this.open.baseline({ ok: true, scenario: { ...baseline } });
    return checked;
  }

  /** Opens a pasted link, or the link in a file that may have results of its study. */
  async openLink(text: string, file: ReadableFile | null = null): Promise<Taken> {
    const decoded = (await this.formats())?.decodeLink(text) ?? UNREAD;
    if (!decoded.ok) return this.refused(decoded.message);
    if ('study' in decoded) return this.study(decoded.study, decoded.look, file);
    const checked = await this.open.scenario(decoded.scenario, decoded.moment);
    if (checked.ok) this.store.setState({ linkedEdits: editsOf(checked.scenario) });
    if (checked.ok && decoded.baseline) this.open.baseline(decoded.baseline);
    return checked;
  }

  /** Returns a link to a study with a complete scenario; `look` is the tail with the settings of its charts. */
  async studyLink(study: StudyDocument, look: string): Promise<Shared> {
    const minimal = await this.minimalStudy(study);
    const formats = await this.formats();
    return formats
      ? formats.sharedStudy(minimal, look, location.href)
      : { ok: false, message: ADDRESS.noFormats };
  }

  /** Returns a study whose scenario has no defaults, as in links and files. */
  async minimalStudy(study: StudyDocument): Promise<StudyDocument> {
    return { ...study, scenario: await this.minimal(study.scenario) };
  }

  /** Reads a fragment or a link. */
  async decode(text: string): Promise<Decoded> {
    const formats = await this.formats();
    return formats?.decodeLink(text) ?? { ok: false, reason: 'unread', message: ADDRESS.noFormats };
  }

  /** Returns a scenario with all defaults filled in, or its problems. */
  checked(scenario: unknown): Promise<Checked> {
    return this.engine.ask((api) => api.check(scenario));
  }

  private study(study: JsonObject, look: string, file: ReadableFile | null = null): Taken {
    this.open.study(study, look, file);
    return { ok: true, study };
  }

  /** Returns the document without defaults, or unchanged if the engine does not answer. */
  private async minimal(document: unknown): Promise<unknown> {
    try {
      return await this.engine.ask((api) => api.minimal(document));
    } catch {
      return document;
    }
  }

  /** Returns the speed for a link; nothing at real time. */
  private speed(): Moment {
    const { targetSpeed } = this.store.getState().run;
    return targetSpeed === 1 ? {} : { speed: targetSpeed };
  }

  private refused(message: string): Checked {
    const problems = [{ path: '', message }];
    this.store.setState({ problems, isBadLink: false });
    return { ok: false, problems };
  }
}

/** Returns the address of the page without an experiment and without `embed`. */
function wholePage(): string {
  const address = new URL(location.href);
  address.searchParams.delete('embed');
  address.hash = '';
  return address.href.replace(/[?#]+$/, '');
}

const UNREAD: { ok: false; message: string } = { ok: false, message: ADDRESS.noFormats };
