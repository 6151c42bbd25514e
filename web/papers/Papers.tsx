/** Papers: what they say beside what we find. Nothing is in it yet; `web/page/rooms.ts` names it when there is. */
import type { AddressWindow } from '../url/address';

/** `address`: the room's own part of it, `#papers/…`; see `web/url/rooms.ts`. */
export function Papers(_props: { address: AddressWindow }) {
  return <p className="note">Results of papers will be shown here, beside what this simulator finds.</p>;
}
