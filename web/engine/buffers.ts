/**
 * Memory of frames, which is reused between worker and page.
 *
 * Only buffers of the same size are reused: a wider plot gets new memory.
 */
export class BufferPool {
  private spare: ArrayBuffer[] = [];

  /** Returns an array of exactly `length` values with undefined content. */
  take(length: number): Float32Array<ArrayBuffer> {
    const bytes = length * Float32Array.BYTES_PER_ELEMENT;
    const fitting = this.spare.findIndex((buffer) => buffer.byteLength === bytes);
    const [buffer] = fitting < 0 ? [] : this.spare.splice(fitting, 1);
    return buffer ? new Float32Array(buffer) : new Float32Array(length);
  }

  /** Returns memory to the pool, which keeps the latest `SPARE` buffers. */
  give(buffer: ArrayBuffer): void {
    if (buffer.byteLength === 0) return;
    this.spare.push(buffer);
    if (this.spare.length > SPARE) this.spare.shift();
  }
}

/** Number of free buffers: one to be filled, one under way, one shown, one in reserve. */
const SPARE = 4;
