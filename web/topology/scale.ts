/**
 * The scale of a tank: the number of packets or bytes at its full height.
 *
 * The full height is a round number above the limit, so that the limit can be raised and the scale changes in steps.
 * Heights are shares of the full height, 0 at the floor.
 */
import { countedIn } from '../engine/counted';
import type { Queue } from '../scenario/types';
import type { LinkNow } from './now';

/** Scale and limit of one tank. */
export interface TankScale {
  /** Unit of the limit and of the scale. */
  unit: 'packets' | 'bytes';
  /** Limit in `unit`; null for a buffer without limit. */
  limit: number | null;
  /** Amount at the full height of the tank, in `unit`. */
  capacity: number;
}

/** Heights of the fill by class, stacked in this order; the sum is at most 1. */
export interface Fill {
  tcp: number;
  udp: number;
  ack: number;
}

/** Returns the scale of a buffer with a limit. */
export function tankScale({ limit_packets, limit_bytes }: Limit): TankScale {
  const unit = countedIn({ limit_packets, limit_bytes });
  const limit = limit_packets ?? limit_bytes;
  return { unit, limit, capacity: capacityAbove(limit ?? 10) };
}

type Limit = Pick<Queue, 'limit_packets' | 'limit_bytes'>;

/** Returns the scale of a small tank, in which a very large limit counts as none. */
export function smallTankScale(limit: Limit): TankScale {
  return tankScale(isSpacious(limit) ? { limit_packets: null, limit_bytes: null } : limit);
}

/** Whether a limit is so large that it has no effect, like the engine's defaults of reverse queues. */
export function isSpacious({ limit_packets }: Limit): boolean {
  return limit_packets !== null && limit_packets >= 1_000_000;
}

/** Returns the scale of a buffer without limit after a queue of `peak` packets. */
export function grown(scale: TankScale, peak: number): TankScale {
  return scale.limit !== null || peak <= scale.capacity ? scale : { ...scale, capacity: capacityAbove(peak) };
}

/** Returns the next round number that is at least an eighth above `amount`. */
export function capacityAbove(amount: number): number {
  const least = Math.max(amount, 1) * 1.125;
  const decade = 10 ** Math.floor(Math.log10(least));
  const factor = NICE.find((nice) => nice * decade >= least * (1 - 1e-9)) ?? 10;
  return Number((factor * decade).toPrecision(3));
}

const NICE = [1, 1.15, 1.3, 1.5, 1.75, 2, 2.3, 2.6, 3, 3.5, 4, 4.6, 5.3, 6, 7, 8, 9, 10];

/**
 * Returns the fill of a tank. The engine counts classes in bytes. On a scale in packets the sum is exact, and it is
 * divided among the classes by their bytes.
 */
export function fillOf(now: LinkNow, scale: TankScale): Fill {
  const level = scale.unit === 'bytes' ? now.bytes : now.packets;
  const classes = now.tcp_bytes + now.udp_bytes + now.ack_bytes;
  if (!(level > 0) || !(classes > 0)) return { tcp: 0, udp: 0, ack: 0 };
  const perByte = Math.min(1, level / scale.capacity) / classes;
  return { tcp: now.tcp_bytes * perByte, udp: now.udp_bytes * perByte, ack: now.ack_bytes * perByte };
}

/** Returns the ticks beside a tank: two to five multiples of 1, 2 or 5, above 0 and up to the capacity. */
export function ticksOf({ capacity }: TankScale): number[] {
  const rough = capacity / 3;
  const decade = 10 ** Math.floor(Math.log10(rough));
  const step = [5, 2, 1].map((factor) => factor * decade).find((candidate) => candidate <= rough) ?? decade;
  const count = Math.floor(capacity / step + 1e-9);
  return Array.from({ length: count }, (_, index) => (index + 1) * step);
}

/**
 * Returns the limit under the pointer at `height` (share of the tank). Above the top the value doubles with
 * every `DOUBLING` of a tank's height, so that any size is within one gesture. A limit in bytes goes by whole
 * multiples of the largest packet, `multiple`.
 */
export function limitAt(height: number, scale: TankScale, max: number, multiple = 1): number {
  const raw = height <= 1 ? height * scale.capacity : scale.capacity * 2 ** ((height - 1) / DOUBLING);
  const step = roundUp(Math.max(1, roundStep(raw / 100)), multiple);
  return clamp(Math.round(raw / step) * step, multiple, max);
}

const DOUBLING = 0.3;

/** Returns the limit after a key: `fine` changes one unit or packet, `step` about a hundredth, `page` a quarter. */
export function limitStepped(
  limit: number,
  size: 'fine' | 'step' | 'page',
  sign: 1 | -1,
  max: number,
  multiple = 1,
): number {
  const step = size === 'fine' ? 1 : Math.max(1, roundStep(limit * (size === 'page' ? 0.25 : 0.01)));
  // From between two multiples, a key goes to the next one.
  const from = sign > 0 ? Math.floor(limit / multiple) : Math.ceil(limit / multiple);
  return clamp(from * multiple + sign * roundUp(step, multiple), multiple, max);
}

function roundUp(amount: number, multiple: number): number {
  return Math.ceil(amount / multiple) * multiple;
}

/** Returns the largest of 1, 2, 5 × 10^k that is at most `amount`. */
function roundStep(amount: number): number {
  if (!(amount > 0)) return 0;
  const decade = 10 ** Math.floor(Math.log10(amount) + 1e-9);
  return ([5, 2, 1].find((factor) => factor * decade <= amount * (1 + 1e-9)) ?? 1) * decade;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}
