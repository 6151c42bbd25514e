/** Services that the menu of additions offers first: modest traffic that shares a link rather than fills it. */
import type { Catalog } from '../engine/catalog';
import { todaysTcp, type Traffic } from '../scenario/senders';
import { SERVICE } from './strings';

/** A group of one service. */
export interface Service {
  id: keyof typeof SERVICE;
  label: string;
  help: string;
  /** Number of flows in the group. */
  count: number;
  /** Sections of the catalog that its traffic needs. */
  needs: readonly string[];
  /** Returns the traffic of each flow, for a slowest link of this rate. */
  traffic(rate_bps: number): Traffic;
}

/** Size of a downloaded file, bytes. */
const FILE_BYTES = 10e6;

const SERVICES: readonly Omit<Service, 'label' | 'help'>[] = [
  { id: 'call', count: 1, needs: ['traffic.call'], traffic: () => ({ kind: 'call' }) },
  {
    id: 'video',
    count: 1,
    needs: ['traffic.tcp', 'workload.adaptive_video'],
    traffic: (rate_bps) => todaysTcp('cubic', rate_bps, { kind: 'adaptive_video' }),
  },
  {
    id: 'download',
    count: 1,
    needs: ['traffic.tcp', 'workload.transfer'],
    traffic: (rate_bps) => todaysTcp('cubic', rate_bps, { kind: 'transfer', size_bytes: FILE_BYTES }),
  },
  { id: 'flows', count: 10, needs: ['traffic.tcp'], traffic: (rate_bps) => todaysTcp('cubic', rate_bps) },
  {
    id: 'udp',
    count: 1,
    needs: ['traffic.cbr'],
    traffic: (rate_bps) => ({ kind: 'cbr', rate_bps: Number((0.01 * rate_bps).toPrecision(2)) }),
  },
];

/** Returns the services whose traffic the engine has. */
export function servicesOf(catalog: Catalog | null): Service[] {
  return SERVICES.filter(({ needs }) => needs.every((id) => catalog?.sections[id])).map((service) => ({
    ...service,
    ...SERVICE[service.id],
  }));
}
