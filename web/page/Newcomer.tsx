/** Offers the first lesson to a newcomer: on the first visit of this browser, without a link, in a window of its own. */
import { useState } from 'react';
import { lessons } from '../learn/lazyLessons';
import { BrowserStore } from '../storage/browserStore';
import { Button } from '../ui/Button';
import { useLazy } from '../ui/lazy';
import { NEWCOMER } from './strings';

const KEY = 'bufferlab.offered';

/** Panel with the offer; nothing once it was taken or dismissed. `onCreate` opens the dialog "New experiment". */
export function Newcomer({ onCreate }: { onCreate(): void }) {
  const [store] = useState(() => new BrowserStore());
  const [open, setOpen] = useState(() => isFirstVisit(store));
  const lesson = useLazy(lessons)?.firstLesson();
  if (!open || !lesson) return null;
  const close = (): void => {
    store.write(KEY, '1');
    setOpen(false);
  };
  return (
    <section className="panel notice newcomer" aria-label={NEWCOMER.label}>
      <p>
        {NEWCOMER.label}{' '}
        <a href={`#learn/${lesson.id}`} onClick={close}>
          {NEWCOMER.start(lesson.title)}
        </a>
        {NEWCOMER.minutes(lesson.minutes)} <Button kind="link" onClick={onCreate} text={NEWCOMER.create} />
      </p>
      <Button quiet onClick={close} text={NEWCOMER.dismiss} />
    </section>
  );
}

function isFirstVisit(store: BrowserStore): boolean {
  return window.parent === window && window.location.hash === '' && store.keys('bufferlab.').length === 0;
}
