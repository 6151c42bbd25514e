/** Snapshots as bytes: the document of a run, its time and its digest, compressed. */
import { deflate, inflate } from '../../web/url/inflate';
import { isObject, parseObject } from '../../web/url/json';
import { problem, shown } from './problem';

/** Content of a snapshot. */
export interface SnapshotContent {
  /** Version of the engine, on which the digest depends. */
  engine: string;
  /** Simulated time, in seconds. */
  time_s: number;
  /** Hash of all events up to that time. */
  digest: string;
  /** Scenario at time 0 with its edits. */
  document: unknown;
  /** Numbers of the recorded flows; null for the choice of the engine. */
  watch: readonly number[] | null;
}

/** First bytes of each snapshot, with the version of the format. */
const MAGIC = new TextEncoder().encode('bufferlab-1\n');

/** Largest size of the text, bytes: the largest scenario, and as much for its edits. */
const MOST_BYTES = 8_000_000;

/** Returns a snapshot as bytes. */
export function bytesOf(content: SnapshotContent): Uint8Array {
  const packed = deflate(new TextEncoder().encode(JSON.stringify(content)));
  const bytes = new Uint8Array(MAGIC.length + packed.length);
  bytes.set(MAGIC);
  bytes.set(packed, MAGIC.length);
  return bytes;
}

/** Reads a snapshot of this version of the engine. */
export function contentOf(bytes: Uint8Array, engine: string): SnapshotContent {
  if (!(bytes instanceof Uint8Array)) {
    throw problem('snapshot', `must be the bytes of snapshot(), got ${shown(bytes)}`);
  }
  if (!MAGIC.every((byte, i) => bytes[i] === byte)) {
    throw problem('snapshot', 'is no snapshot of Bufferlab: it must be the bytes of snapshot()');
  }
  const text = inflate(bytes.subarray(MAGIC.length), MOST_BYTES);
  const parsed = text.ok ? parseObject(new TextDecoder().decode(text.bytes), 'The snapshot') : null;
  const content = parsed?.ok === true ? parsed.value : null;
  if (content === null) throw problem('snapshot', 'is cut short or damaged');
  if (content.engine !== engine) {
    throw problem('snapshot', `is of engine ${shown(content.engine)}; this is engine "${engine}"`);
  }
  if (!isSnapshot(content)) throw problem('snapshot', 'is cut short or damaged');
  return content;
}

function isSnapshot(content: Record<string, unknown>): content is Record<string, unknown> & SnapshotContent {
  const { time_s, digest, document, watch } = content;
  const isTime = typeof time_s === 'number' && Number.isFinite(time_s) && time_s >= 0;
  const isWatch = watch === null || (Array.isArray(watch) && watch.every((flow) => Number.isInteger(flow)));
  return isTime && typeof digest === 'string' && isObject(document) && isWatch;
}
