/** The line above an embedded page: title of the experiment, and a link to the complete page in a tab of its own. */
import { useEffect, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { EMBED, PAGE } from './strings';
import { unlessGone } from '../ui/unlessGone';

/** Header of an embedded page. */
export function EmbedHead() {
  const title = useLab((s) => s.document?.title ?? '');
  const href = useWholeLab();
  return (
    <header className="embed-head row">
      <h1>{title || PAGE.name}</h1>
      <a href={href} target="_blank" rel="noopener">
        {EMBED.open}
        <span aria-hidden="true"> ↗</span>
      </a>
    </header>
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
