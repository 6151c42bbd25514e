/** Reports an opened lesson to the page around this one. Nothing in a window of its own. */
import { useEffect } from 'react';
import { checksum } from '../../url/checksum';
import { COURSE_MAP, fragmentOf, type Place } from '../source/address';
import { useOpened } from '../session/context';
import type { Lesson } from '../format/lesson';
import { eventsBetween, progressEvent, scoreOf, type Reported, type Times } from './events';
import type { Host } from './host';
import { pageHost, showLesson } from './pageHost';
import { observeHeight } from './height';

/** Component without a picture. */
export function Report({ lesson, place }: { lesson: Lesson; place: Place }) {
  const { session, progress } = useOpened();
  const { folder, id, packed } = place;
  useEffect(() => {
    const host = pageHost();
    if (!host) return;
    const reported = reportedOf(lesson, session.key, { folder, id, packed });
    return report(host, reported, session.key, progress);
  }, [lesson, session, progress, folder, id, packed]);
  useEffect(() => {
    const host = pageHost();
    return host ? observeHeight((px) => host.send({ type: 'height', px })) : undefined;
  }, [session]);
  return null;
}

type Source = Pick<Place, 'folder' | 'id' | 'packed'>;

function reportedOf(document: Lesson, lesson: string, source: Source): Reported {
  const { folder, id, packed } = source;
  const fragment =
    packed === null ? fragmentOf({ ...COURSE_MAP, folder, id, packed }) : `#learn/link/${checksum(packed)}`;
  const page = window.location.href.replace(/[?#].*$/s, '');
  return { id: page + fragment, lesson, title: document.title, document };
}

type Followed = ReturnType<typeof useOpened>['progress'];

function report(host: Host, reported: Reported, key: string, progress: Followed): () => void {
  const { document, lesson, title } = reported;
  const opened_ms = performance.now();
  let step_ms = opened_ms;
  let known = progress.of(key);
  const seconds = (from_ms: number): number => (performance.now() - from_ms) / 1000;
  const times = (): Times => ({
    at_ms: Date.now(),
    inLesson_s: seconds(opened_ms),
    inStep_s: seconds(step_ms),
  });
  showLesson({
    ready: () => ({
      view: 'lesson',
      lesson,
      title,
      steps: document.steps.length,
      score: scoreOf(document, progress.of(key)),
    }),
    progress: () => progressEvent(reported, progress.of(key), Date.now()),
  });
  const stop = progress.store.subscribe(() => {
    const now = progress.of(key);
    if (now === known) return;
    const before = known;
    known = now;
    for (const event of eventsBetween(reported, before, now, times())) host.send(event);
    if (now.step !== before.step) step_ms = performance.now();
  });
  return () => {
    stop();
    showLesson(null);
  };
}
