/** The rooms in the order of the bar. */
import type { Room } from '../url/rooms';

export const ROOMS: readonly { room: Room; label: string; key: string }[] = [
  { room: 'lab', label: 'Lab', key: '1' },
  { room: 'curves', label: 'Curves', key: '2' },
  { room: 'papers', label: 'Papers', key: '3' },
];
