/** Dialog that writes packets of the run to a file for Wireshark. The current run continues meanwhile. */
import { useEffect, useId, useRef, useState } from 'react';
import { useLab, useThisLab } from '../lab/context';
import { messageOf } from '../rpc/thread';
import type { Scenario } from '../scenario/types';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { download } from '../url/file';
import { fileName } from '../charts/save';
import { captureThread } from './captureThread';
import { pointName } from './PacketTable';
import { CAPTURE } from './strings';

interface Props {
  open: boolean;
  onClose(): void;
  document: Scenario;
  /** Flow of the panel; null without flows. */
  flow: number | null;
  points: readonly string[];
  links: readonly { id: string; label: string }[];
}

/** Dialog with the time, the flows, the points and the snap length. */
export function CaptureDialog(props: Props) {
  const { open, onClose } = props;
  return (
    <Dialog title={CAPTURE.title} open={open} onClose={onClose} width={480}>
      <Form {...props} />
    </Dialog>
  );
}

/** Largest file that is written in a browser, MB. */
const MOST_MB = 500;

function Form({ document, flow, points, links, onClose }: Props) {
  const id = useId();
  const { store } = useThisLab();
  const presetId = useLab((state) => state.presetId);
  const [{ shown, end_s }] = useState(() => {
    const { reached_s } = store.getState().run;
    return {
      shown: { from_s: Math.max(0, reached_s - 2), until_s: reached_s || document.duration_s },
      end_s: document.duration_s,
    };
  });
  const [from, setFrom] = useState(tidy(shown.from_s));
  const [until, setUntil] = useState(tidy(shown.until_s));
  const [only, setOnly] = useState(flow !== null);
  const [point, setPoint] = useState('sender');
  const [snap, setSnap] = useState(96);
  const [wrong, setWrong] = useState(false);
  const { done, failure, write } = useWriter(onClose);
  const [from_s, until_s] = [Number(from), Number(until)];
  const isValid = from_s >= 0 && from_s < until_s && until_s <= end_s;
  const flows = only && flow !== null ? [flow] : [];
  const chosen = point === '' ? [] : [point];
  const busy = done !== null;
  return (
    <form
      className="chart-whole"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isValid);
        if (isValid) void write({ document, flows, points: chosen, from_s, until_s, snap_bytes: snap });
      }}
    >
      <label htmlFor={`${id}-from`}>{CAPTURE.from}</label>
      <Time id={`${id}-from`} text={from} onText={setFrom} wrong={wrong && !isValid} />
      <label htmlFor={`${id}-until`}>{CAPTURE.until}</label>
      <Time id={`${id}-until`} text={until} onText={setUntil} wrong={wrong && !isValid} />
      <label htmlFor={`${id}-flows`}>{CAPTURE.flows}</label>
      <Select
        id={`${id}-flows`}
        value={only ? '1' : ''}
        onChoose={(value) => setOnly(value !== '')}
        options={[...(flow === null ? [] : [['1', CAPTURE.only(flow)] as const]), ['', CAPTURE.all] as const]}
      />
      <label htmlFor={`${id}-point`}>{CAPTURE.points}</label>
      <Select
        id={`${id}-point`}
        value={point}
        onChoose={setPoint}
        options={[['', CAPTURE.everywhere], ...points.map((one) => [one, pointName(one, links)] as const)]}
      />
      <label htmlFor={`${id}-snap`}>{CAPTURE.snap}</label>
      <Select
        id={`${id}-snap`}
        value={String(snap)}
        onChoose={(value) => setSnap(Number(value))}
        options={[
          ['96', CAPTURE.headers],
          ['65535', CAPTURE.whole],
        ]}
      />
      <p className="note">
        {CAPTURE.about} {CAPTURE.command}{' '}
        <code>{commandOf(presetId ?? 'FILE', { from, until, flows, points: chosen, snap })}</code>
      </p>
      {(failure !== null || (wrong && !isValid)) && (
        <p className="problem" role="alert">
          {failure ?? CAPTURE.wrongTime(`${end_s} s`)}
        </p>
      )}
      <div className="chart-whole-end row">
        <progress max={1} value={done ?? 0} aria-label={CAPTURE.progress} hidden={!busy} />
        <Button
          submit
          primary
          disabled={busy}
          data-first-focus
          text={busy ? CAPTURE.writing : CAPTURE.save}
        />
      </div>
    </form>
  );
}

interface TimeProps {
  id: string;
  text: string;
  wrong: boolean;
  onText(text: string): void;
}

function Time({ id, text, wrong, onText }: TimeProps) {
  return (
    <input
      id={id}
      className="input"
      inputMode="decimal"
      autoComplete="off"
      value={text}
      aria-invalid={wrong}
      onChange={(event) => onText(event.currentTarget.value)}
    />
  );
}

const tidy = (time_s: number): string => String(Number(time_s.toFixed(3)));

interface Command {
  from: string;
  until: string;
  flows: readonly number[];
  points: readonly string[];
  snap: number;
}

function commandOf(source: string, { from, until, flows, points, snap }: Command): string {
  return [
    `bufferlab run ${source} --pcapng capture.pcapng --pcapng-window ${from}..${until}`,
    ...(flows.length > 0 ? [`--pcapng-flows ${flows.join()}`] : []),
    ...(points.length > 0 ? [`--pcapng-points ${points.join()}`] : []),
    ...(snap === 96 ? [] : [`--pcapng-snaplen ${snap}`]),
  ].join(' ');
}

interface WriteRequest {
  document: Scenario;
  flows: readonly number[];
  points: readonly string[];
  from_s: number;
  until_s: number;
  snap_bytes: number;
}

/** Writes the file. Closing the dialog cancels this. `done` is the written share from 0 to 1; null if nothing is being written. */
function useWriter(onDone: () => void) {
  const { sharing, files } = useThisLab();
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ending = useRef(new AbortController());
  useEffect(() => {
    const now = new AbortController();
    ending.current = now;
    return () => now.abort();
  }, []);
  const write = async (request: WriteRequest): Promise<void> => {
    const { signal } = ending.current;
    setDone(0);
    setFailure(null);
    const thread = captureThread();
    thread.onEvent = setDone;
    try {
      const origin = await sharing.origin();
      const capture = {
        ...request,
        files: files.store.getState(),
        application: `Bufferlab ${origin.engine ?? ''}`.trim(),
        comment: origin.link ?? origin.title,
        most_bytes: MOST_MB * 1e6,
      };
      const blob = await thread.call((api) => api.write(capture), signal);
      download(fileName(origin.title, 'capture', 'pcapng'), blob);
      onDone();
    } catch (error) {
      if (!signal.aborted) setFailure(CAPTURE.failed(messageOf(error)));
    } finally {
      thread.end();
      if (!signal.aborted) setDone(null);
    }
  };
  return { done, failure, write };
}
