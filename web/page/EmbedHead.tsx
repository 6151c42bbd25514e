/** The line above an embedded picture: what it is, and the way to the whole lab in a tab of its own. */
import { useEffect, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';

export function EmbedHead() {
  const title = useLab((s) => s.document?.title ?? '');
  const href = useWholeLab();
  return (
    <header className="embed-head">
      <h1>{title || 'Bufferlab'}</h1>
      <a href={href} target="_blank" rel="noopener">
        Open in Bufferlab<span aria-hidden="true"> ↗</span>
      </a>
    </header>
  );
}

/** The address of the experiment as it stands; the page's own where it is too big for a link. */
function useWholeLab(): string {
  const { sharing } = useThisLab();
  const document = useLab((s) => s.document);
  const [href, setHref] = useState(() => location.href);
  useEffect(() => {
    let gone = false;
    void sharing.link().then((shared) => {
      if (!gone && shared.ok) setHref(shared.url);
    });
    return () => {
      gone = true;
    };
  }, [sharing, document]);
  return href;
}
