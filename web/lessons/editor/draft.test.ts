import { expect, it } from 'vitest';
import { claimsBy, type Claims } from '../../lab/claims';
import { FakeStorage } from '../../lab/testing/visit';
import { BrowserStore } from '../../storage/browserStore';
import { Drafts, titleOf } from './draft';

let ids = 0;
let now = 0;

/** Drafts of a tab; a reload passes the storage of the tab on. */
function tab(
  storage: FakeStorage,
  own = new FakeStorage(),
  claims: Claims = storage.locks.tab(),
  isReload = false,
): Drafts {
  return new Drafts({
    ...{ store: new BrowserStore(storage), tab: new BrowserStore(own), claims },
    now_ms: () => ++now,
    freshId: () => `d${++ids}`,
    isReload,
    pause: () => Promise.resolve(),
  });
}

const textsOf = (drafts: Drafts): string[] => drafts.others().map(({ text }) => text);

it('gives each tab a draft of its own, and offers it to the others', async () => {
  const storage = new FakeStorage();
  const [one, other] = [tab(storage), tab(storage)];
  expect(await one.begin()).toBe('');
  one.save('mine');
  expect(await other.begin()).toBe('');
  other.save('yours');
  one.save('mine, longer');
  expect(textsOf(one)).toEqual(['yours']);
  expect(textsOf(other)).toEqual(['mine, longer']);
});

it('continues the draft of the tab after a reload, and the newest unused one in a new tab', async () => {
  const storage = new FakeStorage();
  const [own, claims] = [new FakeStorage(), storage.locks.tab()];
  const before = tab(storage, own, claims);
  await before.begin();
  before.save('first');
  const other = tab(storage);
  await other.begin();
  other.save('second');
  claims.goes();
  expect(await tab(storage, own).begin()).toBe('first');
  // A duplicated tab has a copy of the storage of its tab, but not the claim.
  const copied = new FakeStorage();
  for (const [key, value] of own.items) copied.setItem(key, value);
  expect(await tab(storage, copied).begin()).toBe('');
});

it('opens the draft of a closed tab, and a copy of one that is in use', async () => {
  const storage = new FakeStorage();
  const claims = storage.locks.tab();
  const closed = tab(storage, new FakeStorage(), claims);
  await closed.begin();
  closed.save('closed');
  const used = tab(storage);
  await used.begin();
  used.save('used');
  const mine = tab(storage);
  await mine.begin();
  mine.save('mine');
  claims.goes();
  const idOf = (text: string) => mine.others().find((one) => one.text === text)!.id;
  expect(await mine.open(idOf('used'))).toBe('used');
  mine.save('changed copy');
  expect(textsOf(mine).sort()).toEqual(['closed', 'mine', 'used']);
  expect(await mine.open(idOf('closed'))).toBe('closed');
  mine.save('closed, continued');
  expect(textsOf(mine).sort()).toEqual(['changed copy', 'mine', 'used']);
  expect(await mine.remove(idOf('used'))).toBe(false);
  expect(await mine.remove(idOf('mine'))).toBe(true);
  expect(textsOf(mine).sort()).toEqual(['changed copy', 'used']);
});

it('takes over the only draft of earlier pages', async () => {
  const storage = new FakeStorage();
  storage.setItem('bufferlab.lesson-draft', 'old');
  const drafts = tab(storage);
  expect(await drafts.begin()).toBe('old');
  expect(storage.getItem('bufferlab.lesson-draft')).toBeNull();
});

it('overwrites no draft where claims are unknown, and offers all of them', async () => {
  const storage = new FakeStorage();
  const unknown = claimsBy(undefined);
  const own = new FakeStorage();
  const one = tab(storage, own, unknown);
  await one.begin();
  one.save('one');
  expect(await tab(storage, own, unknown, true).begin()).toBe('one');
  const other = tab(storage, new FakeStorage(), unknown);
  expect(await other.begin()).toBe('');
  expect(await other.open(other.others()[0]!.id)).toBe('one');
  other.save('two');
  expect(textsOf(one)).toEqual(['two']);
});

it('keeps no empty draft, and says why a text is not kept', async () => {
  const storage = new FakeStorage();
  const drafts = tab(storage);
  await drafts.begin();
  drafts.save('text');
  drafts.save('');
  expect(tab(storage).others()).toEqual([]);
  storage.quota = 10;
  expect(drafts.save('a text that does not fit')).toBe('full');
});

it('names a draft by its title', () => {
  expect(titleOf('---\ntitle: Small buffers\nlevel: 1\n')).toBe('Small buffers');
  expect(titleOf('title:\n')).toBeNull();
});
