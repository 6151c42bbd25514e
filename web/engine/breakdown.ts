/**
 * Why an engine broke down, in words. A trap of WebAssembly says `unreachable` whatever the reason: where its
 * memory cannot be doubled any more, that was it, since what grows asks for as much again as it has.
 */
export function breakdown(error: unknown, memory?: WebAssembly.Memory): string {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof WebAssembly.RuntimeError)) return message;
  if (memory && !canDouble(memory)) {
    const megabytes = Math.round(memory.buffer.byteLength / 1e6);
    return `The simulator ran out of memory at ${megabytes} MB. Fewer flows, smaller buffers or a shorter run need less.`;
  }
  return `The simulator broke down (${message}). This is a mistake in it, not in the experiment.`;
}

/** Tries it: the instance is of no use any more. */
function canDouble(memory: WebAssembly.Memory): boolean {
  try {
    memory.grow(memory.buffer.byteLength / PAGE_BYTES);
    return true;
  } catch {
    return false;
  }
}

const PAGE_BYTES = 65_536;
