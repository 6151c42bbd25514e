/**
 * A file that somebody gives: an experiment, the file that the run waits for, or one that may be played.
 *
 * Nothing of it leaves the browser. A file is known by its hash, whatever it is called: another one of the same
 * name is refused.
 */
import { createStore } from 'zustand/vanilla';
import type { Wanted } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import { complaint, complaintOf, readFile, type Reading } from '../study/read-file';
import { notify } from '../ui/notices';
import { looksLikeExperiment } from '../url/file';

/** A file that can be played. */
export interface Offer {
  lab: Lab;
  name: string;
  sha256: string;
  /** What it can be read as; at least one. */
  readings: readonly Readable[];
}

export type Readable = Extract<Reading, { ok: true }>;

/** The file that is being offered. */
export const offered = createStore<{ offer: Offer | null }>(() => ({ offer: null }));

/** Takes a file, unless it holds an experiment: then false. */
export async function takeTrace(lab: Lab, file: File): Promise<boolean> {
  const { missing } = lab.store.getState();
  if (await looksLikeExperiment(file)) return false;
  if (file.size > SLOW_BYTES) notify(`Reading ${file.name} …`);
  const read = await readFile(file);
  if (!read.ok) notify(`${file.name} cannot be read: ${read.message}`, 'refused');
  else if (missing.length > 0) give(lab, file.name, read, missing);
  else offer(lab, file.name, await likely(file, read));
  return true;
}

/** Files that take longer to read than a person would wait for without a word, bytes. */
const SLOW_BYTES = 20_000_000;

interface Read {
  sha256: string;
  readings: readonly Reading[];
}

function give(lab: Lab, name: string, { sha256, readings }: Read, missing: readonly Wanted[]): void {
  const wanted = missing.filter((file) => file.sha256 === sha256);
  const [first] = missing;
  if (wanted.length === 0 && first) {
    const [its, that] = [sha256, first.sha256].map((hash) => hash.slice(0, 8));
    notify(
      `${name} is not ${first.name}, which the experiment needs: its SHA-256 begins with ${its}, that of ${first.name} with ${that}.`,
      'refused',
    );
    return;
  }
  for (const { content } of wanted) {
    const reading = readings.find((one) => one.content === content);
    if (reading?.ok) lab.actions.giveFile(reading.data);
    else
      notify(
        complaintOf(
          name,
          readings.filter((one) => one === reading),
        ),
        'refused',
      );
  }
}

/** A table of packets is one of rates too, unless its heading says which it is. */
async function likely(file: File, { sha256, readings }: Read): Promise<Read> {
  const [heading = ''] = (await file.slice(0, 200).text()).split('\n');
  const not = /bytes/i.test(heading) ? 'rates' : /rate|bps/i.test(heading) ? 'packets' : null;
  const others = readings.filter(({ content }) => content !== not);
  return { sha256, readings: others.some(({ ok }) => ok) ? others : readings };
}

function offer(lab: Lab, name: string, { sha256, readings }: Read): void {
  const readable = readings.filter((reading) => reading.ok);
  if (readable.length > 0) offered.setState({ offer: { lab, name, sha256, readings: readable } });
  else
    notify(`${name} was not opened: it is no experiment, and as a trace: ${complaint(readings)}`, 'refused');
}
