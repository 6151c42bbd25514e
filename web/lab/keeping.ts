/**
 * Keeps what is edited in the browser, says where that cannot be done, and offers earlier work.
 *
 * Work is taken up in the slot where it is kept, so that nothing has to be saved for it or deleted; in use
 * elsewhere, as a copy. What is dismissed is hidden, never deleted.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Checked } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import { Saver } from './saver';
import type { Earlier, LabState } from './state';
import type { Saved, Work, WorkStore } from './work';

export class Keeping {
  private readonly store: StoreApi<LabState>;
  private readonly works: WorkStore;
  private readonly saver = new Saver(() => void this.keep());
  /** The person knows that nothing is kept, until something is. */
  private told = false;

  constructor(store: StoreApi<LabState>, works: WorkStore) {
    this.store = store;
    this.works = works;
  }

  /** The document was changed. */
  soon(): void {
    this.saver.soon();
  }

  /** Saves what was changed, at once: the page may go, or something else is opened. */
  now(): void {
    this.saver.now();
  }

  begin(): void {
    this.works.beginSlot();
  }

  returnTo(document: Scenario): void {
    void this.works.returnTo(document);
  }

  /** Offers the newest earlier work. */
  async offer(): Promise<void> {
    const work = await this.works.earlier(this.store.getState().document);
    this.store.setState({ offer: work && earlierOf(work) });
  }

  /** All earlier work, newest first. */
  async list(): Promise<Earlier[]> {
    return (await this.works.idle()).map(earlierOf);
  }

  /** Opens work as something new, by `open`, and goes on in its slot. */
  async resume(id: string, open: (scenario: Scenario) => Promise<Checked>): Promise<void> {
    const giveBack = await this.works.claimOf(id);
    const work = this.works.read(id);
    const opened = work && (await open(work.document));
    const { document, offer } = this.store.getState();
    if (!opened?.ok || !document) {
      giveBack?.();
      return;
    }
    if (giveBack) this.works.adopt(id, document, giveBack);
    else await this.keep();
    if (offer?.id === id) this.store.setState({ offer: null });
  }

  dismissOffer(): void {
    const { offer } = this.store.getState();
    if (offer) this.works.hide(offer.id);
    this.store.setState({ offer: null });
  }

  /** The person is told, or has what went: of both, no more. */
  dismissUnsaved(): void {
    this.told = true;
    this.store.setState({ unsaved: null });
  }

  dismissRemoved(): void {
    this.store.setState(({ removed: [, ...rest] }) => ({ removed: rest }));
  }

  remove(id: string): void {
    this.works.drop(id);
  }

  private async keep(): Promise<void> {
    const { document } = this.store.getState();
    if (!document) return;
    // What comes first must not wait: the page may be about to go.
    const { work, why } = this.works.save(document);
    this.note(document, why === 'full' ? await this.works.makeRoomFor(work) : { why, removed: [] });
  }

  private note(document: Scenario, { why, removed }: Saved): void {
    if (why === null) this.told = false;
    this.store.setState((state) => ({
      unsaved: why !== null && !this.told ? { why, document } : null,
      removed: [...state.removed, ...removed.map((work) => work.document)],
    }));
  }
}

export function titleOf({ title }: Scenario): string {
  return typeof title === 'string' && title !== '' ? title : 'Untitled experiment';
}

function earlierOf({ id, savedAt, document }: Work): Earlier {
  return { id, savedAt, title: titleOf(document) };
}
