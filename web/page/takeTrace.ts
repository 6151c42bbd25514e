/**
 * Files given to the page: an experiment, the file that a run waits for, or a trace to play.
 *
 * They stay in the browser. A file is identified by its hash: another file of the same name is refused.
 */
import { createStore } from 'zustand/vanilla';
import type { FileRequest } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import { complaint, complaintOf, readFile, unnamedColumns, type Reading } from '../sweep/read-file';
import { measuredPart } from '../measured/lazyMeasured';
import { looksMeasured, measuredStore, takeMeasured } from '../measured/offer';
import { notify } from '../ui/notices';
import { looksLikeExperiment } from '../url/file';
import { FILE } from './lazyStrings';

/** A file that can be played, and how it can be read. */
export interface Offer {
  lab: Lab;
  name: string;
  file: File;
  sha256: string;
  /** Readings of the file; none of a table whose columns the user must choose first. */
  readings: readonly Readable[];
  /** Table, and the names of its columns, if its heading does not say which of them are read. */
  unnamed: { file: File; heading: readonly string[] } | null;
}

/** A reading without errors. */
export type Readable = Extract<Reading, { ok: true }>;

/** The file for which the dialog is open. */
export const offered = createStore<{ offer: Offer | null }>(() => ({ offer: null }));

/** Takes a file and returns true; returns false if it contains an experiment. */
export async function takeTrace(lab: Lab, file: File): Promise<boolean> {
  const { missing } = lab.store.getState();
  const { wanted } = measuredStore.getState();
  if (missing.length === 0 && (wanted !== null || (await looksMeasured(file)))) {
    void measuredPart.load();
    await takeMeasured(file);
    return true;
  }
  if (await looksLikeExperiment(file)) return false;
  if (file.size > SLOW_BYTES) notify(FILE.reading(file.name));
  const read = await readFile(file);
  if (!read.ok) notify(FILE.unreadable(file.name, read.message), 'refused');
  else if (missing.length > 0) await give(lab, file, read, missing);
  else offer(lab, file, await likely(file, read));
  return true;
}

/** Size from which reading takes so long that a notice says it, bytes. */
const SLOW_BYTES = 20_000_000;

interface Read {
  sha256: string;
  readings: readonly Reading[];
}

async function give(
  lab: Lab,
  file: File,
  { sha256, readings }: Read,
  missing: readonly FileRequest[],
): Promise<void> {
  const { name } = file;
  const wanted = missing.filter((file) => file.sha256 === sha256);
  const [first] = missing;
  if (wanted.length === 0 && first) {
    const [hash = '', needed = ''] = [sha256, first.sha256].map((hash) => hash.slice(0, 8));
    notify(FILE.wrong(name, first.name, hash, needed), 'refused');
    return;
  }
  for (const { content, columns } of wanted) {
    const chosen = columns === '' ? null : await readFile(file, [content], columns);
    const all = chosen?.ok ? chosen.readings : readings;
    const reading = all.find((one) => one.content === content);
    if (reading?.ok) lab.actions.addFile(reading.data);
    else
      notify(
        complaintOf(
          name,
          all.filter((one) => one === reading),
        ),
        'refused',
      );
  }
}

/** Leaves out readings that the heading of a table excludes: a table of packets could also be one of rates. */
async function likely(file: File, { sha256, readings }: Read): Promise<Read> {
  const [heading = ''] = (await file.slice(0, 200).text()).split('\n');
  const not = /bytes/i.test(heading) ? 'rates' : /rate|bps/i.test(heading) ? 'packets' : null;
  const others = readings.filter(({ content }) => content !== not);
  return { sha256, readings: others.some(({ ok }) => ok) ? others : readings };
}

function offer(lab: Lab, file: File, { sha256, readings }: Read): void {
  const { name } = file;
  const readable = readings.filter((reading) => reading.ok);
  const heading = unnamedColumns(readings);
  const unnamed = heading.length > 1 ? { file, heading } : null;
  if (readable.length > 0 || unnamed) {
    offered.setState({ offer: { lab, name, file, sha256, readings: readable, unnamed } });
  } else notify(FILE.notOpened(name, complaint(readings)), 'refused');
}
