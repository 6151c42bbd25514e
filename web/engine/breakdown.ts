import { messageOf } from '../rpc/thread';
import { WORKER } from './strings';

/**
 * Explains why an engine failed. A trap of WebAssembly has the message `unreachable` for every cause. If the memory
 * cannot be doubled, it was exhausted, since growing containers double their memory.
 */
export function breakdown(error: unknown, memory?: WebAssembly.Memory): string {
  const message = messageOf(error);
  if (!(error instanceof WebAssembly.RuntimeError)) return message;
  if (memory && !canDouble(memory)) {
    const megabytes = Math.round(memory.buffer.byteLength / 1e6);
    return WORKER.outOfMemory(megabytes);
  }
  return WORKER.crashed(message);
}

/** Returns whether the memory can be doubled, by doubling it: the instance is not used again. */
function canDouble(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(memory.buffer.byteLength / PAGE_BYTES);
    return true;
  } catch {
    return false;
  }
}

const PAGE_BYTES = 65_536;
