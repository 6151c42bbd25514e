/**
 * What charts listen to where a run is kept behind another: the frames of the one in front, or how they differ from
 * those of the one behind.
 */
import type { Frame } from '../engine/protocol';
import type { Behind } from '../lab/state';
import type { Frames } from '../samples/frames';
import { comparedFrame } from './against';
import type { Sources } from './sources';

export class Fronted {
  private behind: Pick<Behind, 'frames' | 'against'> | null = null;
  private made: { front: Frame; behind: Frame | null; against: string; frame: Frame } | null = null;

  constructor(private readonly front: Frames) {}

  use(behind: Pick<Behind, 'frames' | 'against'> | null): void {
    this.behind = behind;
    this.made = null;
  }

  readonly frames: Sources['frames'] = ((that: Fronted) => ({
    get latest() {
      return that.latest();
    },
    subscribe: (listener) =>
      that.front.subscribe((frame) => listener(that.behind ? (that.latest() ?? frame) : frame)),
  }))(this);

  /** What is drawn behind. */
  readonly back = (): Frame | null => this.behind?.frames.latest ?? null;

  private latest(): Frame | null {
    const front = this.front.latest;
    if (!front || !this.behind || this.behind.against === 'overlay') return front;
    const { against } = this.behind;
    const behind = this.back();
    const { made } = this;
    if (made?.front === front && made.behind === behind && made.against === against) return made.frame;
    const frame = comparedFrame(front, behind, against);
    this.made = frame && { front, behind, against, frame };
    return frame;
  }
}
