import { describe, expect, it } from 'vitest';
import { Rooms, roomOf } from './rooms';
import { FakeWindow } from './testing';

function page(hash = '') {
  const window = new FakeWindow(hash);
  const rooms = new Rooms(window);
  const visits: string[] = [];
  for (const room of ['lab', 'curves', 'papers'] as const) {
    const view = rooms.window(room);
    view.addEventListener('popstate', () => visits.push(`${room} ${view.location.hash}`));
  }
  const room = () => rooms.store.getState().room;
  const hashes = () => window.entries.map(({ hash }) => hash);
  return { window, rooms, visits, room, hashes };
}

describe('a fragment', () => {
  it('opens in the Lab unless it names another room', () => {
    expect(['', '1.dabc.00000000', 'curve', 'curvesome', '2.d'].map(roomOf)).toEqual(Array(5).fill('lab'));
    expect(['curves', 'curves/', 'papers', 'papers/vishwanath/F11'].map(roomOf)).toEqual([
      'curves',
      'curves',
      'papers',
      'papers',
    ]);
  });
});

describe('rooms', () => {
  it('are entries of the history, and opening one again opens nothing in it', () => {
    const { window, rooms, visits, room, hashes } = page('#1.dA');
    rooms.open('curves');
    expect([room(), hashes()]).toEqual(['curves', ['#1.dA', '#curves']]);
    window.go(-1);
    expect(room()).toBe('lab');
    window.go(1);
    expect(room()).toBe('curves');
    rooms.open('lab');
    expect([room(), window.location.hash]).toEqual(['lab', '#1.dA']);
    expect(visits).toEqual([]);
  });

  it('are told of visits to other links of theirs, whichever room is open', () => {
    const { window, rooms, visits } = page('#1.dA');
    const lab = rooms.window('lab');
    lab.history.pushState(null, '', '#1.dB');
    rooms.open('curves');
    window.go(-1);
    window.go(-1);
    window.go(2);
    window.go(-2);
    expect(visits).toEqual(['lab #1.dA']);
    window.go(1);
    expect(visits).toEqual(['lab #1.dA', 'lab #1.dB']);
  });

  it('are told of a visit to what is open already, as of a link that is opened again', () => {
    const { window, visits } = page('#1.dA');
    window.go(0);
    expect(visits).toEqual(['lab #1.dA']);
  });

  it('keep what a room writes late for when it is opened', () => {
    const { window, rooms, visits, hashes } = page('#1.dA');
    const lab = rooms.window('lab');
    rooms.open('curves');
    lab.history.pushState(null, '', '#1.dB');
    expect(window.location.hash).toBe('#curves');
    window.go(-1);
    expect([window.location.hash, visits]).toEqual(['#1.dB', []]);
    expect(hashes()).toEqual(['#1.dB', '#curves']);
  });

  it('open what was written meanwhile as a new entry', () => {
    const { window, rooms, visits, hashes } = page('#1.dA');
    rooms.open('curves');
    rooms.window('lab').history.pushState(null, '', '#1.dB');
    rooms.open('lab');
    expect(hashes()).toEqual(['#1.dA', '#curves', '#1.dB']);
    window.go(-2);
    expect(visits).toEqual(['lab #1.dA']);
  });

  it('can be opened at a place of their own', () => {
    const { rooms, visits, room, hashes } = page();
    rooms.open('papers', '#papers/F11');
    expect([room(), hashes()]).toEqual(['papers', ['', '#papers/F11']]);
    expect(visits).toEqual(['papers #papers/F11']);
  });

  it('of a page in a frame leave the address to its host', () => {
    const window = new FakeWindow('#1.dA');
    window.parent = {};
    const rooms = new Rooms(window);
    rooms.open('curves');
    expect(rooms.store.getState().room).toBe('curves');
    expect(window.entries).toHaveLength(1);
    const view = rooms.window('lab');
    expect(view.parent).not.toBe(view);
  });
});
