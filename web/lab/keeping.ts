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
import type { Saved, Work, WorkShelf } from './work';

export class Keeping {
  private readonly store: StoreApi<LabState>;
  private readonly shelf: WorkShelf;
  private readonly saver = new Saver(() => void this.keep());
  /** The person knows that nothing is kept, until something is. */
  private told = false;

  constructor(store: StoreApi<LabState>, shelf: WorkShelf) {
    this.store = store;
    this.shelf = shelf;
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
    this.shelf.beginSlot();
  }

  returnTo(document: Scenario): void {
    void this.shelf.returnTo(document);
  }

  /** Offers the newest earlier work. */
  async offer(): Promise<void> {
    const work = await this.shelf.earlier(this.store.getState().document);
    this.store.setState({ offer: work && earlierOf(work) });
  }

  /** All earlier work, newest first. */
  async list(): Promise<Earlier[]> {
    return (await this.shelf.idle()).map(earlierOf);
  }

  /** Opens work as something new, by `open`, and goes on in its slot. */
  async takeUp(id: string, open: (scenario: Scenario) => Promise<Checked>): Promise<void> {
    const giveBack = await this.shelf.claimOf(id);
    const work = this.shelf.read(id);
    const opened = work && (await open(work.document));
    const { document, offer } = this.store.getState();
    if (!opened?.ok || !document) {
      giveBack?.();
      return;
    }
    if (giveBack) this.shelf.adopt(id, document, giveBack);
    else await this.keep();
    if (offer?.id === id) this.store.setState({ offer: null });
  }

  dismissOffer(): void {
    const { offer } = this.store.getState();
    if (offer) this.shelf.hide(offer.id);
    this.store.setState({ offer: null });
  }

  /** The person is told, or has what went: of both, no more. */
  dismissUnkept(): void {
    this.told = true;
    this.store.setState({ unkept: null });
  }

  dismissGone(): void {
    this.store.setState(({ gone: [, ...rest] }) => ({ gone: rest }));
  }

  remove(id: string): void {
    this.shelf.drop(id);
  }

  private async keep(): Promise<void> {
    const { document } = this.store.getState();
    if (!document) return;
    // What comes first must not wait: the page may be about to go.
    const { work, why } = this.shelf.save(document);
    this.note(document, why === 'full' ? await this.shelf.makeRoomFor(work) : { why, gone: [] });
  }

  private note(document: Scenario, { why, gone }: Saved): void {
    if (why === null) this.told = false;
    this.store.setState((state) => ({
      unkept: why !== null && !this.told ? { why, document } : null,
      gone: [...state.gone, ...gone.map((work) => work.document)],
    }));
  }
}

export function titleOf({ title }: Scenario): string {
  return typeof title === 'string' && title !== '' ? title : 'Untitled experiment';
}

function earlierOf({ id, savedAt, document }: Work): Earlier {
  return { id, savedAt, title: titleOf(document) };
}
