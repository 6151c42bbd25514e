/** The doors: in the header, and on a phone a bar at the bottom. Each is a link, which says where it leads. */
import type { MouseEvent } from 'react';
import { useStore } from 'zustand';
import type { Room, Rooms } from '../url/rooms';
import { ROOMS } from './rooms';

export function RoomBar({ rooms }: { rooms: Rooms }) {
  const { room: open, hashes } = useStore(rooms.store);
  return (
    <nav className="rooms" aria-label="Rooms">
      {ROOMS.map(({ room, label, key }) => (
        <a
          key={room}
          className="room-link"
          href={hashes[room] || '#'}
          aria-current={room === open ? 'page' : undefined}
          title={`${label} (${key})`}
          onClick={(event) => enter(event, room, rooms)}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Here, unless the browser was asked for another tab or window. */
function enter(event: MouseEvent, room: Room, rooms: Rooms): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  rooms.open(room);
}
