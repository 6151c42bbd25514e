/** The lines above an embedded Lab and an embedded lesson: a title, and a link to the complete page in a tab of its own. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import { shownTitle } from '../lab/title';
import { Button } from '../ui/Button';
import { unlessGone } from '../ui/unlessGone';
import type { Views } from '../url/views';
import { EMBED, PAGE } from './strings';

/** Header of an embedded Lab, with a button that returns to the lesson from which it was opened. */
export function EmbedHead({ views }: { views: Views }) {
  const title = useLab(shownTitle);
  const lesson = useStore(views.store, ({ hashes }) => hashes.learn.includes('/'));
  return (
    <header className="embed-head row">
      {lesson && <Button kind="link" onClick={() => views.open('learn')} text={EMBED.lesson} />}
      <h1>{title || PAGE.name}</h1>
      <WholePage href={useWholeLab()} />
    </header>
  );
}

/** Header of an embedded lesson. */
export function LessonEmbedHead({ views }: { views: Views }) {
  const hash = useStore(views.store, ({ hashes }) => hashes.learn);
  return (
    <header className="embed-head row">
      <h1>{PAGE.name}</h1>
      <WholePage href={location.href.replace(/[?#].*$/s, '') + hash} />
    </header>
  );
}

function WholePage({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {EMBED.open}
      <span aria-hidden="true"> ↗</span>
    </a>
  );
}

/** Returns the address of the present experiment, or the page's own address if the experiment is too big for a link. */
function useWholeLab(): string {
  const { sharing } = useThisLab();
  const document = useLab((s) => s.document);
  const [href, setHref] = useState(() => location.href);
  useEffect(
    () => unlessGone(sharing.link(), (shared) => shared.ok && setHref(shared.url)),
    [sharing, document],
  );
  return href;
}
