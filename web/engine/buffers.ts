/**
 * Memory for frames, used again and again while it travels between worker and page.
 *
 * Filed by size: a plot that was widened gets new memory, the old is let go.
 */
export class BufferPool {
  private spare: ArrayBuffer[] = [];

  /** An array of exactly `length` values; what it holds is undefined. */
  take(length: number): Float32Array<ArrayBuffer> {
    const bytes = length * Float32Array.BYTES_PER_ELEMENT;
    const fitting = this.spare.findIndex((buffer) => buffer.byteLength === bytes);
    const [buffer] = fitting < 0 ? [] : this.spare.splice(fitting, 1);
    return buffer ? new Float32Array(buffer) : new Float32Array(length);
  }

  /** Takes memory back; beyond `SPARE` pieces the oldest is let go. */
  give(buffer: ArrayBuffer): void {
    if (buffer.byteLength === 0) return;
    this.spare.push(buffer);
    if (this.spare.length > SPARE) this.spare.shift();
  }
}

/** One being filled, one under way, one shown, one to spare. */
const SPARE = 4;
