/** The rooms in the order of the bar, and which of them the bar names. */
import type { Room } from '../url/rooms';

export const ROOMS: readonly { room: Room; label: string; key: string }[] = [
  { room: 'lab', label: 'Lab', key: '1' },
  { room: 'curves', label: 'Curves', key: '2' },
  { room: 'papers', label: 'Papers', key: '3' },
];

/** Papers is named once there is something in it; its address opens it already. */
const PAPERS_LINKED = false;

export const LINKED = ROOMS.filter(({ room }) => room !== 'papers' || PAPERS_LINKED);
