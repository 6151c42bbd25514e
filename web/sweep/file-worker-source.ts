/** File that the engine reads in pieces from its start. Only worker threads can read synchronously. */
export class Source {
  private piece = new Uint8Array();
  private used = 0;
  private at = 0;
  private readonly reader = new FileReaderSync();

  constructor(private readonly file: Blob) {}

  /** Copies bytes into `into` and returns their number; 0 at the end of the file. */
  read(into: Uint8Array): number {
    if (this.used === this.piece.length) this.fetch();
    const piece = this.piece.subarray(this.used, this.used + into.length);
    into.set(piece);
    this.used += piece.length;
    return piece.length;
  }

  private fetch(): void {
    const next = this.file.slice(this.at, this.at + PIECE_BYTES);
    this.piece = new Uint8Array(this.reader.readAsArrayBuffer(next));
    this.used = 0;
    this.at += this.piece.length;
  }
}

const PIECE_BYTES = 1 << 20;
