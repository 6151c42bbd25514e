/** Measured runs that were read since the page was opened, the one that the dialog asks about, and the one that a link needs. */
import { createStore } from 'zustand/vanilla';
import type { MeasuredFile } from '../sweep/measuredFile';
import { readMeasured } from '../sweep/readMeasured';
import { notify } from '../ui/notices';
import { originOfCsv } from '../url/carried';
import type { MeasuredChoice } from '../url/measuredChoice';
import { NOTICE } from './strings';

/** State of the measured runs of the page. */
export interface MeasuredState {
  /** Run for which the dialog is open, with an earlier choice if there is one. */
  offer: { file: MeasuredFile; choice: MeasuredChoice | null } | null;
  /** Table without a known column of time, for which the dialog asks. */
  table: { file: File; heading: readonly string[] } | null;
  /** Run that a link needs and that is not read yet. */
  wanted: MeasuredChoice | null;
  /** Run that is to become the baseline. */
  ready: { file: MeasuredFile; choice: MeasuredChoice } | null;
  /** Runs by the hash of their files. */
  files: ReadonlyMap<string, MeasuredFile>;
}

/** Store of the measured runs. */
export const measuredStore = createStore<MeasuredState>(() => ({
  offer: null,
  table: null,
  wanted: null,
  ready: null,
  files: new Map(),
}));

/** Reads a file as a measured run, and opens the dialog or gives it to the link that needs it. */
export async function takeMeasured(file: File, time = ''): Promise<void> {
  const { wanted } = measuredStore.getState();
  if (file.size > SLOW_BYTES) notify(NOTICE.reading(file.name));
  const read = await readMeasured(file, time === '' ? (wanted?.time ?? '') : time);
  if (!read.ok) {
    if (read.heading.length > 1) {
      measuredStore.setState({ table: { file, heading: read.heading } });
    } else notify(NOTICE.refused(read.message), 'refused');
    return;
  }
  const { run } = read;
  if (wanted && run.sha256 !== wanted.sha256) {
    const [hash, needed] = [run.sha256.slice(0, 8), wanted.sha256.slice(0, 8)];
    notify(NOTICE.wrong(file.name, wanted.file, hash, needed), 'refused');
    return;
  }
  remember(run);
  if (wanted) measuredStore.setState({ wanted: null, ready: { file: run, choice: wanted } });
  else measuredStore.setState({ offer: { file: run, choice: null }, table: null });
}

/** Asks for the file of a link, or uses it if it was read before. */
export function wantMeasured(choice: MeasuredChoice): void {
  const file = measuredStore.getState().files.get(choice.sha256);
  measuredStore.setState(file ? { ready: { file, choice } } : { wanted: choice });
}

function remember(run: MeasuredFile): void {
  const files = new Map(measuredStore.getState().files);
  files.delete(run.sha256);
  files.set(run.sha256, run);
  // The oldest are forgotten, since a run may have 32 MB.
  for (const hash of [...files.keys()].slice(0, -MAX_FILES)) files.delete(hash);
  measuredStore.setState({ files });
}

/** Number of runs that the page keeps. */
const MAX_FILES = 4;

/** Size from which reading takes so long that a notice says it, bytes. */
const SLOW_BYTES = 20_000_000;

/** Returns whether a file seems to be a measured run, by its name or by the fields at its beginning and its end. */
export async function looksMeasured(file: File): Promise<boolean> {
  if (/\.flent(\.gz)?$/i.test(file.name)) return true;
  const text = async (from: number, to: number): Promise<string> => file.slice(from, to).text();
  const head = (await text(0, PART_BYTES)).replace(/^\ufeff/, '').trimStart();
  if (head.startsWith('{')) {
    const both = file.size > PART_BYTES ? head + (await text(file.size - PART_BYTES, file.size)) : head;
    return /"(measured|intervals)"\s*:\s*[[{]|"x_values"\s*:\s*\[/.test(both);
  }
  // Tables that Bufferlab saved contain their experiment, which is opened.
  if (originOfCsv(head).ok) return false;
  const heading = head.split('\n').find((line) => !/^\s*([#%/]|$)/.test(line)) ?? '';
  return /(^|[^a-z])(s?rtt|cwnd|throughput|goodput)([^a-z]|$)/i.test(heading) && /[,;\t]/.test(heading);
}

const PART_BYTES = 262_144;
