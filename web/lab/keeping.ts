/**
 * Saves changed experiments in the browser, reports if that fails, and offers earlier work.
 *
 * Work is resumed in the slot where it is saved, so that nothing has to be copied or deleted. Work that another tab uses
 * is resumed as a copy. Dismissed work is hidden, never deleted.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Checked } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import { Saver } from './saver';
import type { Earlier, LabState } from './state';
import { MESSAGE } from './strings';
import type { Saved, Work, WorkStore } from './work';

/** Saving and resuming of a Lab's work. */
export class Keeping {
  private readonly store: StoreApi<LabState>;
  private readonly works: WorkStore;
  private readonly saver = new Saver(() => void this.keep());
  /** Whether the notice about unsaved work was dismissed since work was last saved. */
  private dismissed = false;

  constructor(store: StoreApi<LabState>, works: WorkStore) {
    this.store = store;
    this.works = works;
  }

  /** Saves soon, after a change of the document. */
  soon(): void {
    this.saver.soon();
  }

  /** Saves immediately if there are changes, before the page is closed or another experiment is opened. */
  now(): void {
    this.saver.now();
  }

  /** Begins a new slot for another experiment. */
  begin(): void {
    this.works.beginSlot();
  }

  /** Returns to the slot of a document that was edited before. */
  returnTo(document: Scenario): void {
    void this.works.returnTo(document);
  }

  /** Offers the newest earlier work. */
  async offer(): Promise<void> {
    const work = await this.works.earlier(this.store.getState().document);
    this.store.setState({ offer: work && earlierOf(work) });
  }

  /** Lists all earlier work, newest first. */
  async list(): Promise<Earlier[]> {
    return (await this.works.idle()).map(earlierOf);
  }

  /** Opens work by calling `open`, and continues in its slot. */
  async resume(id: string, open: (scenario: Scenario) => Promise<Checked>): Promise<void> {
    const release = await this.works.claimOf(id);
    const work = this.works.read(id);
    const opened = work && (await open(work.document));
    const { document, offer } = this.store.getState();
    if (!opened?.ok || !document) {
      release?.();
      return;
    }
    if (release) this.works.adopt(id, document, release);
    else await this.keep();
    if (offer?.id === id) this.store.setState({ offer: null });
  }

  /** Hides the offered work. */
  dismissOffer(): void {
    const { offer } = this.store.getState();
    if (offer) this.works.hide(offer.id);
    this.store.setState({ offer: null });
  }

  /** Dismisses the notice about unsaved work. */
  dismissUnsaved(): void {
    this.dismissed = true;
    this.store.setState({ unsaved: null });
  }

  /** Forgets the first removed experiment. */
  dismissRemoved(): void {
    this.store.setState(({ removed: [, ...rest] }) => ({ removed: rest }));
  }

  /** Deletes saved work for good. */
  remove(id: string): void {
    this.works.drop(id);
  }

  private async keep(): Promise<void> {
    const { document } = this.store.getState();
    if (!document) return;
    // The first attempt must not wait: the page may be about to close.
    const { work, why } = this.works.save(document);
    this.note(document, why === 'full' ? await this.works.makeRoomFor(work) : { why, removed: [] });
  }

  private note(document: Scenario, { why, removed }: Saved): void {
    if (why === null) this.dismissed = false;
    this.store.setState((state) => ({
      unsaved: why !== null && !this.dismissed ? { why, document } : null,
      removed: [...state.removed, ...removed.map((work) => work.document)],
    }));
  }
}

/** Returns the title of an experiment, or a name for one without a title. */
export function titleOf({ title }: Scenario): string {
  return typeof title === 'string' && title !== '' ? title : MESSAGE.untitled;
}

function earlierOf({ id, savedAt, document }: Work): Earlier {
  return { id, savedAt, title: titleOf(document) };
}
