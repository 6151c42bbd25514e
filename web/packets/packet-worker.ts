/** Thread that repeats the run of the page, captures its packets, and writes captures and logs. */
import type { FileData } from '../engine/protocol';
import { sentModule } from '../engine/sentModule';
import init, * as packets from '../generated/bufferlab_packets.js';
import { serve, transfer } from '../rpc/serve';
import type {
  CaptureApi,
  CaptureNames,
  CaptureRequest,
  FileChoice,
  FileRequest,
  LogRequest,
} from './protocol';
import { CAPTURE } from './strings';

/** Events per slice, which take a few milliseconds. */
const SLICE_EVENTS = 20_000;
/** Time between two reports of progress, in ms. */
const PROGRESS_MS = 100;

const ready = sentModule.then((module) => init({ module_or_path: module }));
const reportProgress: (done: number) => void = serve({
  begin,
  advance,
  estimate,
  write,
  writeLog,
} satisfies CaptureApi);

let run: packets.PacketRun | null = null;

async function begin({ document, files, flow, point, from_s }: CaptureRequest): Promise<CaptureNames> {
  await ready;
  run?.free();
  run = null;
  const scenario = JSON.stringify(document);
  run = withFiles(files, (known) => new packets.PacketRun(scenario, known, flow, point, from_s));
  return {
    points: JSON.parse(packets.points_json(scenario)) as string[],
    reasons: JSON.parse(packets.reasons_json()) as string[],
    rowLength: packets.row_length(),
  };
}

async function advance(until_s: number): Promise<Float64Array> {
  await ready;
  if (!run) return new Float64Array();
  while (!run.advance(until_s, SLICE_EVENTS));
  const rows = run.take();
  return transfer(rows, [rows.buffer]);
}

async function estimate(choice: FileChoice): Promise<number> {
  await ready;
  const file = fileOf(choice, '', '');
  try {
    return file.estimate_bytes();
  } finally {
    file.free();
  }
}

async function write(request: FileRequest): Promise<Blob> {
  await ready;
  const { application, link, title, most_bytes } = request;
  const file = fileOf(request, application, link ?? title);
  try {
    return new Blob(pieces(file, most_bytes), { type: 'application/x-pcapng' });
  } finally {
    file.free();
  }
}

async function writeLog(request: LogRequest): Promise<Blob> {
  await ready;
  const log = logOf(request);
  try {
    const all = pieces(log, request.most_bytes);
    if (log.is_full()) throw tooLarge(request.most_bytes);
    return new Blob(all, { type: TYPES[request.form] });
  } finally {
    log.free();
  }
}

/** Media types of logs (draft-ietf-quic-qlog-main-schema). */
const TYPES = { qlog: 'application/qlog+json', sqlog: 'application/qlog+json-seq' } as const;

/** Returns a file that has begun. */
function fileOf(choice: FileChoice, application: string, comment: string): packets.CaptureRun {
  const { document, files, points, flows, from_s, until_s, snap_bytes } = choice;
  return withFiles(
    files,
    (known) =>
      new packets.CaptureRun(
        JSON.stringify(document),
        known,
        [...points],
        Uint32Array.from(flows),
        from_s,
        until_s,
        snap_bytes,
        application,
        comment,
      ),
  );
}

/** Returns a log that has begun. */
function logOf(request: LogRequest): packets.LogRun {
  const { document, files, flows, until_s, form, most_bytes, title, link, application } = request;
  return withFiles(
    files,
    (known) =>
      new packets.LogRun(
        JSON.stringify(document),
        known,
        Uint32Array.from(flows),
        until_s,
        form === 'qlog',
        most_bytes,
        title,
        link ?? undefined,
        application,
      ),
  );
}

/** Run that is written to a file meanwhile. */
type Growing = Pick<packets.CaptureRun, 'advance' | 'take' | 'done'>;

const tooLarge = (most_bytes: number) => new Error(CAPTURE.tooLarge(most_bytes / 1e6));

/** Returns the file in pieces, up to the limit. */
function pieces(file: Growing, most_bytes: number): Uint8Array<ArrayBuffer>[] {
  const all: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let reported_ms = performance.now();
  for (let isDone = false; !isDone;) {
    isDone = file.advance(SLICE_EVENTS);
    const piece = file.take() as Uint8Array<ArrayBuffer>;
    bytes += piece.length;
    if (bytes > most_bytes) throw tooLarge(most_bytes);
    all.push(piece);
    const now_ms = performance.now();
    if (now_ms - reported_ms < PROGRESS_MS) continue;
    reported_ms = now_ms;
    reportProgress(file.done());
  }
  return all;
}

/** Calls `act` with the contents of files as the engine has them. */
function withFiles<T>(files: readonly FileData[], act: (known: packets.Files) => T): T {
  const known = new packets.Files();
  try {
    for (const { sha256, content, columns, at_ps, amounts, length_ps, notes } of files)
      known.add(sha256, content, columns, at_ps, amounts, length_ps, JSON.stringify(notes));
    return act(known);
  } finally {
    known.free();
  }
}
