import { describe, expect, it } from 'vitest';
import { Views, viewOf } from './views';
import { FakeWindow } from './testing';

function page(hash = '') {
  const window = new FakeWindow(hash);
  const views = new Views(window);
  const visits: string[] = [];
  for (const view of ['lab', 'studies', 'papers'] as const) {
    const window = views.window(view);
    window.addEventListener('popstate', () => visits.push(`${view} ${window.location.hash}`));
  }
  const view = () => views.store.getState().view;
  const hashes = () => window.entries.map(({ hash }) => hash);
  return { window, views, visits, view, hashes };
}

describe('a fragment', () => {
  it('opens in the Lab unless it names another view', () => {
    expect(['', '1.dabc.00000000', 'curve', 'curvesome', '2.d'].map(viewOf)).toEqual(Array(5).fill('lab'));
    expect(['curves', 'curves/'].map(viewOf)).toEqual(['studies', 'studies']);
    expect(['studies', 'studies/', 'papers', 'papers/vishwanath/F11'].map(viewOf)).toEqual([
      'studies',
      'studies',
      'papers',
      'papers',
    ]);
  });
});

describe('views', () => {
  it('are entries of the history, and returning to one reopens nothing in it', () => {
    const { window, views, visits, view, hashes } = page('#1.dA');
    views.open('studies');
    expect([view(), hashes()]).toEqual(['studies', ['#1.dA', '#studies']]);
    window.go(-1);
    expect(view()).toBe('lab');
    window.go(1);
    expect(view()).toBe('studies');
    views.open('lab');
    expect([view(), window.location.hash]).toEqual(['lab', '#1.dA']);
    expect(visits).toEqual([]);
  });

  it('are notified of visits to other links of theirs, whichever view is open', () => {
    const { window, views, visits } = page('#1.dA');
    const lab = views.window('lab');
    lab.history.pushState(null, '', '#1.dB');
    views.open('studies');
    window.go(-1);
    window.go(-1);
    window.go(2);
    window.go(-2);
    expect(visits).toEqual(['lab #1.dA']);
    window.go(1);
    expect(visits).toEqual(['lab #1.dA', 'lab #1.dB']);
  });

  it('are notified of a visit to the open link', () => {
    const { window, visits } = page('#1.dA');
    window.go(0);
    expect(visits).toEqual(['lab #1.dA']);
  });

  it('keep the fragment that a closed view writes until it is opened', () => {
    const { window, views, visits, hashes } = page('#1.dA');
    const lab = views.window('lab');
    views.open('studies');
    lab.history.pushState(null, '', '#1.dB');
    expect(window.location.hash).toBe('#studies');
    window.go(-1);
    expect([window.location.hash, visits]).toEqual(['#1.dB', []]);
    expect(hashes()).toEqual(['#1.dB', '#studies']);
  });

  it('open a fragment that was written meanwhile as a new entry', () => {
    const { window, views, visits, hashes } = page('#1.dA');
    views.open('studies');
    views.window('lab').history.pushState(null, '', '#1.dB');
    views.open('lab');
    expect(hashes()).toEqual(['#1.dA', '#studies', '#1.dB']);
    window.go(-2);
    expect(visits).toEqual(['lab #1.dA']);
  });

  it('can be opened at a fragment', () => {
    const { views, visits, view, hashes } = page();
    views.open('papers', '#papers/F11');
    expect([view(), hashes()]).toEqual(['papers', ['', '#papers/F11']]);
    expect(visits).toEqual(['papers #papers/F11']);
  });

  it('in a frame do not write the address', () => {
    const window = new FakeWindow('#1.dA');
    window.parent = {};
    const views = new Views(window);
    views.open('studies');
    expect(views.store.getState().view).toBe('studies');
    expect(window.entries).toHaveLength(1);
    const view = views.window('lab');
    expect(view.parent).not.toBe(view);
  });
});
