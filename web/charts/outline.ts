/**
 * A path written down rather than drawn: takes the calls that shapes make to a canvas and keeps their corners,
 * in screen pixels.
 */
import type { Clip } from './coverage';
import type { Shape } from './renderer';

export class Outline {
  /** Corners of all parts, one part after another. */
  x = new Float64Array(4096);
  y = new Float64Array(4096);
  private readonly starts: number[] = [];
  /** How many of the parts were rectangles. */
  private rects = 0;
  private n = 0;
  private scale = 1;
  private shiftX = 0;
  private shiftY = 0;

  /** How many separate lines there are. */
  get parts(): number {
    return this.starts.length;
  }

  startOf(part: number): number {
    return this.starts[part] as number;
  }

  endOf(part: number): number {
    return this.starts[part + 1] ?? this.n;
  }

  /** The box that it is, if it is one upright rectangle and nothing else. */
  asBox(): Clip | null {
    if (this.rects !== 1 || this.parts !== 1) return null;
    const { x, y } = this;
    return { left: x[0] as number, top: y[0] as number, right: x[2] as number, bottom: y[2] as number };
  }

  /** Forgets what it has. From now on a CSS pixel is `scale` screen pixels. */
  clear(scale: number): this {
    this.starts.length = 0;
    this.rects = 0;
    this.n = 0;
    this.scale = scale;
    return this.moved(0, 0);
  }

  /** What is drawn from now on is moved by so many CSS pixels. */
  moved(x: number, y: number): this {
    this.shiftX = x;
    this.shiftY = y;
    return this;
  }

  /** Takes down what `shape` draws. */
  of(shape: Shape): this {
    shape(this.asContext());
    return this;
  }

  /** Shapes and symbols call nothing but the methods below. */
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

  /** Whole circles only, which is what symbols have. */
  arc(x: number, y: number, radius: number): void {
    // The call before has moved to where the circle begins.
    this.n = this.starts.pop() ?? this.n;
    for (let i = 0; i < CORNERS; i++) {
      const angle = (i / CORNERS) * 2 * Math.PI;
      const [px, py] = [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
      if (i === 0) this.moveTo(px, py);
      else this.lineTo(px, py);
    }
  }

  closePath(): void {
    // Fills close by themselves, and no shape strokes a closed line.
  }

  private grow(): void {
    const [x, y] = [this.x, this.y];
    this.x = new Float64Array(2 * x.length);
    this.y = new Float64Array(2 * y.length);
    this.x.set(x);
    this.y.set(y);
  }
}

/** Of what stands for a circle a few pixels wide. */
const CORNERS = 20;
