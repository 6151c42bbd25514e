/**
 * Feed of the packets of one flow: repeats the run of the page on a thread of its own and follows its time.
 *
 * The engine of the page does not capture packets, so that every run stays as fast as it is. The repeated run has the same
 * events. It begins again when another flow or point is chosen, when the experiment changes, and for packets before the
 * first captured ones.
 */
import { messageOf, type Thread } from '../rpc/thread';
import { PacketList } from './list';
import { packetsOf } from './packet';
import type { CaptureApi, CaptureNames, CaptureProgress, CaptureRequest } from './protocol';

/** Run, flow and point whose packets are wanted. */
export type Watched = Omit<CaptureRequest, 'from_s'>;

/** Interval of simulated time, seconds. */
interface Requested {
  from_s: number;
  until_s: number;
}

/** State of the feed, for the page. */
export interface FeedState {
  list: PacketList;
  /** Names for the packets; null before the first answer. */
  names: CaptureNames | null;
  /** Simulated time up to which packets are known, seconds. */
  known_s: number;
  /** Reason of a failure; null without one. */
  failure: string | null;
}

/** Thread that captures packets. */
export type CaptureThread = Thread<CaptureApi, CaptureProgress>;

/** Feed that calls `onChange` after each change of its state. */
export class PacketFeed {
  state: FeedState = { list: new PacketList(), names: null, known_s: 0, failure: null };
  private thread: CaptureThread | null = null;
  private watched: Watched | null = null;
  /** Interval that was requested last; null before the first request. */
  private wanted: Requested | null = null;
  /** Time of the first captured packets. */
  private from_s = Infinity;
  private isBusy = false;
  /** Number of the present capture; answers to earlier ones are ignored. */
  private capture = 0;

  constructor(
    private readonly spawn: () => CaptureThread,
    private readonly onChange: () => void,
  ) {}

  /** Sets the run, the flow and the point. */
  watch(watched: Watched | null): void {
    if (watched !== null && this.watched !== null && isSame(watched, this.watched)) return;
    this.watched = watched;
    this.forget();
    void this.work();
  }

  /** Requests the packets of an interval. Packets a little before it are captured too. */
  want(from_s: number, until_s: number): void {
    this.wanted = { from_s, until_s };
    void this.work();
  }

  /** Ends the thread and forgets all packets. */
  close(): void {
    this.watched = null;
    this.forget();
  }

  private forget(): void {
    this.capture += 1;
    // A call for another run may take long.
    if (this.isBusy) this.end();
    this.isBusy = false;
    this.from_s = Infinity;
    this.state = { ...this.state, list: new PacketList(), known_s: 0, failure: null };
    if (this.watched === null) this.end();
    this.onChange();
  }

  private end(): void {
    this.thread?.end();
    this.thread = null;
  }

  /** Makes the next call, and goes on until nothing is to do. */
  private async work(): Promise<void> {
    if (this.isBusy) return;
    const capture = this.capture;
    this.isBusy = true;
    try {
      for (let next = this.next(); next !== null; next = this.next()) {
        await next();
        if (capture !== this.capture) return;
      }
    } catch (error) {
      if (capture !== this.capture) return;
      this.end();
      this.state = { ...this.state, failure: messageOf(error) };
      this.onChange();
    }
    this.isBusy = false;
  }

  /** Returns the next call; null if nothing is to do. */
  private next(): (() => Promise<void>) | null {
    const { watched, wanted } = this;
    const { list, known_s, failure } = this.state;
    if (watched === null || wanted === null || failure !== null) return null;
    const isLost = list.cut_s !== null && wanted.until_s < list.cut_s;
    if (wanted.from_s < this.from_s - EARLIER_S || isLost) return () => this.begin(watched, wanted);
    return wanted.until_s > known_s ? () => this.advance(wanted.until_s) : null;
  }

  private async begin(watched: Watched, wanted: Requested): Promise<void> {
    const capture = this.capture;
    const span_s = wanted.until_s - wanted.from_s;
    this.from_s = Math.max(0, wanted.from_s - Math.max(MARGIN_S, span_s));
    const { from_s } = this;
    const names = await this.call((api) => api.begin({ ...watched, from_s }));
    if (capture !== this.capture) return;
    this.state = { list: new PacketList(), names, known_s: 0, failure: null };
  }

  private async advance(until_s: number): Promise<void> {
    const capture = this.capture;
    const { list, names } = this.state;
    const rows = await this.call((api) => api.advance(until_s));
    if (capture !== this.capture) return;
    list.add(packetsOf(rows, names?.rowLength ?? 1));
    this.state = { ...this.state, known_s: until_s };
    this.onChange();
  }

  private call: CaptureThread['call'] = (ask) => {
    this.thread = this.thread === null || this.thread.ended ? this.spawn() : this.thread;
    return this.thread.call(ask);
  };
}

/** Difference of times that is ignored. */
const EARLIER_S = 1e-9;

/** Time before the visible interval whose packets are captured: longer than the recovery from a loss takes. */
const MARGIN_S = 2;

function isSame(a: Watched, b: Watched): boolean {
  return a.document === b.document && a.files === b.files && a.flow === b.flow && a.point === b.point;
}
