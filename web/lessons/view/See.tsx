/** Words that point at a chart or at the network beside the text. */
import { useSession } from '../session/context';

/** Points while it has the pointer or the focus. */
export function See({ at, children }: { at: string; children: string }) {
  const session = useSession();
  return (
    <button
      type="button"
      className="lesson-see"
      onPointerEnter={() => session.pointAt(at)}
      onPointerLeave={() => session.pointAt(null)}
      onFocus={() => session.pointAt(at)}
      onBlur={() => session.pointAt(null)}
      onClick={() => session.pointAt(at)}
    >
      {children}
    </button>
  );
}
