/** Dialog that writes packets of the run to a file for Wireshark. The current run continues meanwhile. */
import { useEffect, useId, useMemo, useState } from 'react';
import { SaveFoot } from '../charts/SaveFoot';
import { useLab, useThisLab } from '../lab/context';
import { quantityText } from '../plot/format';
import type { Scenario } from '../scenario/types';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { unlessGone } from '../ui/unlessGone';
import type { CaptureFiles } from './captureFiles';
import { FlowSelect } from './FlowSelect';
import { pointName } from './PacketTable';
import type { FileChoice } from './protocol';
import { CAPTURE } from './strings';
import { TimeInput, timeText } from './TimeInput';
import { MOST_MB, useFiles, useWriting } from './writing';

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

function Form({ document, flow, points, links, onClose }: Props) {
  const id = useId();
  const { store, files } = useThisLab();
  const presetId = useLab((state) => state.presetId);
  const [{ shown, end_s }] = useState(() => {
    const { reached_s } = store.getState().run;
    return {
      shown: { from_s: Math.max(0, reached_s - 2), until_s: reached_s || document.duration_s },
      end_s: document.duration_s,
    };
  });
  const [from, setFrom] = useState(timeText(shown.from_s));
  const [until, setUntil] = useState(timeText(shown.until_s));
  const [only, setOnly] = useState(flow !== null);
  const [point, setPoint] = useState('sender');
  const [snap, setSnap] = useState(96);
  const [wrong, setWrong] = useState(false);
  const writer = useFiles();
  const { done, failure, write } = useWriting(onClose);
  const [from_s, until_s] = [Number(from), Number(until)];
  const isValid = from_s >= 0 && from_s < until_s && until_s <= end_s;
  const flows = useMemo(() => (only && flow !== null ? [flow] : []), [only, flow]);
  const chosen = useMemo(() => (point === '' ? [] : [point]), [point]);
  const contents = files.store.getState();
  const choice = useMemo(
    (): FileChoice | null =>
      isValid
        ? { document, files: contents, flows, points: chosen, from_s, until_s, snap_bytes: snap }
        : null,
    [isValid, document, contents, flows, chosen, from_s, until_s, snap],
  );
  const estimate = useEstimate(writer, choice);
  return (
    <form
      className="chart-whole"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isValid);
        if (choice)
          void write('capture', 'pcapng', (texts, onProgress) =>
            writer.write({ ...choice, ...texts, most_bytes: MOST_MB * 1e6 }, onProgress),
          );
      }}
    >
      <label htmlFor={`${id}-from`}>{CAPTURE.from}</label>
      <TimeInput id={`${id}-from`} text={from} onText={setFrom} wrong={wrong && !isValid} />
      <label htmlFor={`${id}-until`}>{CAPTURE.until}</label>
      <TimeInput id={`${id}-until`} text={until} onText={setUntil} wrong={wrong && !isValid} />
      <FlowSelect id={`${id}-flows`} flow={flow} only={only} others={CAPTURE.all} onChoose={setOnly} />
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
      <p className="note" role="status">
        {estimate !== null && sizeText(estimate)}
      </p>
      {(failure !== null || (wrong && !isValid)) && (
        <p className="problem" role="alert">
          {failure ?? CAPTURE.wrongTime(`${end_s} s`)}
        </p>
      )}
      <SaveFoot done={done} texts={CAPTURE} />
    </form>
  );
}

function sizeText(bytes: number): string {
  const text = quantityText(bytes, 'B', 2);
  return bytes > MOST_MB * 1e6 ? CAPTURE.perhapsTooLarge(text, MOST_MB) : CAPTURE.size(text);
}

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

/** Returns the size of the file in bytes, estimated from above; null until it is known. */
function useEstimate(writer: CaptureFiles, choice: FileChoice | null): number | null {
  const [estimate, setEstimate] = useState<{ of: FileChoice; bytes: number | null } | null>(null);
  useEffect(() => {
    if (choice === null) return;
    // Without an answer, the dialog shows no estimate.
    const answer = writer.estimate(choice).catch(() => null);
    return unlessGone(answer, (bytes) => setEstimate({ of: choice, bytes }));
  }, [writer, choice]);
  return estimate !== null && estimate.of === choice ? estimate.bytes : null;
}
