/** Section with the packets of a flow, below the charts. Its code comes when it is shown first. */
import { useEffect } from 'react';
import type { PacketsProps } from '../charts/Charts';
import { Boundary } from '../ui/Boundary';
import { useLazy } from '../ui/lazy';
import { BOUNDARY } from '../ui/strings';
import { packetsPart } from './lazyPackets';

/** Section that loads the panel. */
export function PacketsSection(props: PacketsProps) {
  const part = useLazy(packetsPart);
  useEffect(() => void packetsPart.load(), []);
  return <Boundary part={BOUNDARY.parts.packets}>{part && <part.PacketPanel {...props} />}</Boundary>;
}
