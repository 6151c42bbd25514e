/**
 * Recorded path: an object with the drawing methods of a canvas context that shapes use. It stores the corners, in screen
 * pixels, instead of drawing them.
 */
import type { Clip } from './coverage';
import type { Shape } from './renderer';

/** Recorder of the corners of a path. */
export class Outline {
  /** Corners of all parts, one part after another. */
  x = new Float64Array(4096);
  y = new Float64Array(4096);
  private readonly starts: number[] = [];
  /** Number of parts that are rectangles. */
  private rects = 0;
  private n = 0;
  private scale = 1;
  private shiftX = 0;
  private shiftY = 0;

  /** Number of separate lines. */
  get parts(): number {
    return this.starts.length;
  }

  startOf(part: number): number {
    return this.starts[part] as number;
  }

  endOf(part: number): number {
    return this.starts[part + 1] ?? this.n;
  }

  /** Returns the path as a box if it is a single rectangle; otherwise null. */
  asBox(): Clip | null {
    if (this.rects !== 1 || this.parts !== 1) return null;
    const { x, y } = this;
    return { left: x[0] as number, top: y[0] as number, right: x[2] as number, bottom: y[2] as number };
  }

  /** Removes all parts and sets the number of screen pixels per CSS pixel. */
  clear(scale: number): this {
    this.starts.length = 0;
    this.rects = 0;
    this.n = 0;
    this.scale = scale;
    return this.moved(0, 0);
  }

  /** Sets the offset of the following parts, in CSS pixels. */
  moved(x: number, y: number): this {
    this.shiftX = x;
    this.shiftY = y;
    return this;
  }

  /** Records the corners of a shape. */
  of(shape: Shape): this {
    shape(this.asContext());
    return this;
  }

  /** Returns this object as a context. Shapes and symbols call only the methods below. */
  asContext(): CanvasRenderingContext2D {
    return this as unknown as CanvasRenderingContext2D;
  }

  moveTo(x: number, y: number): void {
    this.starts.push(this.n);
    this.lineTo(x, y);
  }

  lineTo(x: number, y: number): void {
    if (this.n === this.x.length) this.grow();
    this.x[this.n] = (x + this.shiftX) * this.scale;
    this.y[this.n] = (y + this.shiftY) * this.scale;
    this.n++;
  }

  rect(x: number, y: number, width: number, height: number): void {
    this.rects++;
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
  }

  /** Records a circle. Symbols have only whole circles. */
  arc(x: number, y: number, radius: number): void {
    // The preceding `moveTo` has begun a part at the start of the circle.
    this.n = this.starts.pop() ?? this.n;
    for (let i = 0; i < CORNERS; i++) {
      const angle = (i / CORNERS) * 2 * Math.PI;
      const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      if (i === 0) this.moveTo(px, py);
      else this.lineTo(px, py);
    }
  }

  closePath(): void {
    // Fills are always closed, and no shape strokes a closed line.
  }

  private grow(): void {
    const [x, y] = [this.x, this.y];
    this.x = new Float64Array(2 * x.length);
    this.y = new Float64Array(2 * y.length);
    this.x.set(x);
    this.y.set(y);
  }
}

/** Corners of the polygon that replaces a circle of a few pixels. */
const CORNERS = 20;
