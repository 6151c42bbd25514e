/** Loads the panel with the packets of a flow when it is shown first. */
import { Lazy } from '../ui/lazy';

/** Panel with the time–sequence graph and the table of packets. */
export const packetsPart = new Lazy(() => import('./PacketPanel'));
