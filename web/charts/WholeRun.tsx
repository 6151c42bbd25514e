/**
 * Dialog that writes the time series of the whole run to a file, with one row per interval. The current run continues
 * meanwhile.
 *
 * The rows are the same as those of `bufferlab run --csv`; see `sweep/series.ts`.
 */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useThisLab } from '../lab/context';
import { messageOf } from '../rpc/thread';
import { intervalsFor } from '../sweep/series';
import { wholeRun } from '../sweep/whole-run';
import { Select } from '../ui/Select';
import { Dialog } from '../ui/Dialog';
import { csvHead } from '../url/carried';
import { download } from '../url/file';
import { needsOf, titleOf, type Chart } from './chart';
import { timeText } from '../plot/format';
import { WHOLE_RUN } from './lazyStrings';
import { fileName } from './save';
import { SaveFoot } from './SaveFoot';

interface Props {
  chart: Chart;
  open: boolean;
  onClose(): void;
}

/** Dialog with the interval, the end and the columns of the file. */
export function WholeRun({ chart, open, onClose }: Props) {
  return (
    <Dialog title={WHOLE_RUN.title} open={open} onClose={onClose} width={440}>
      <Form chart={chart} onDone={onClose} />
    </Dialog>
  );
}

function Form({ chart, onDone }: { chart: Chart; onDone(): void }) {
  const { store } = useThisLab();
  const [{ reached_s, end_s }] = useState(() => {
    const { run, document } = store.getState();
    return { reached_s: run.reached_s, end_s: document?.duration_s ?? 0 };
  });
  const [toEnd, setToEnd] = useState(false);
  const [all, setAll] = useState(false);
  const intervals = intervalsFor(toEnd ? end_s : reached_s);
  const [wanted_ms, setWanted] = useState(10);
  const interval_ms = intervals.includes(wanted_ms) ? wanted_ms : (intervals[0] ?? wanted_ms);
  const until_s = toEnd ? end_s : reached_s;
  const { done, failure, write } = useWriter(chart, onDone);
  const busy = done !== null;
  return (
    <form
      className="chart-whole"
      onSubmit={(event) => {
        event.preventDefault();
        void write({ interval_ms, until_s, all });
      }}
    >
      <Choice
        label={WHOLE_RUN.interval}
        value={interval_ms}
        disabled={busy}
        options={intervals.map((ms) => [ms, intervalText(ms)])}
        onChoose={setWanted}
      />
      <Choice
        label={WHOLE_RUN.until}
        value={toEnd ? 1 : 0}
        disabled={busy}
        options={[
          [0, WHOLE_RUN.now(timeText(reached_s, 0.1))],
          [1, WHOLE_RUN.end(timeText(end_s, 0.1))],
        ]}
        onChoose={(choice) => setToEnd(choice === 1)}
      />
      <Choice
        label={WHOLE_RUN.columns}
        value={all ? 1 : 0}
        disabled={busy}
        options={[
          [0, WHOLE_RUN.ofChart(titleOf(chart))],
          [1, WHOLE_RUN.all],
        ]}
        onChoose={(choice) => setAll(choice === 1)}
      />
      <p className="note">
        {WHOLE_RUN.rows(Math.floor((until_s * 1000) / interval_ms + 1e-6))}
        <code>{WHOLE_RUN.command(interval_ms)}</code>
        {WHOLE_RUN.repeated}
      </p>
      {failure !== null && (
        <p className="problem" role="alert">
          {failure}
        </p>
      )}
      <SaveFoot done={done} texts={WHOLE_RUN} />
    </form>
  );
}

interface ChoiceProps {
  label: string;
  value: number;
  options: [value: number, text: string][];
  disabled: boolean;
  onChoose(value: number): void;
}

function Choice({ label, value, options, disabled, onChoose }: ChoiceProps): ReactNode {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={String(value)}
        disabled={disabled}
        onChoose={(chosen) => onChoose(Number(chosen))}
        options={options.map(([each, text]) => [String(each), text])}
      />
    </>
  );
}

interface WriteRequest {
  interval_ms: number;
  until_s: number;
  all: boolean;
}

/** Writes the rows. Closing the dialog cancels this. `done` is the written share from 0 to 1; null if nothing is being written. */
function useWriter(chart: Chart, onDone: () => void) {
  const { store, sharing, files } = useThisLab();
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const ending = useRef(new AbortController());
  useEffect(() => {
    const now = new AbortController();
    ending.current = now;
    return () => now.abort();
  }, []);
  const write = async ({ interval_ms, until_s, all }: WriteRequest): Promise<void> => {
    const { document, watched } = store.getState();
    if (!document) return;
    setDone(0);
    setFailure(null);
    const series = all ? null : needsOf(chart).series;
    const request = { interval_ms, until_s, watch: watched, series };
    try {
      const origin = await sharing.origin();
      const rows = await wholeRun(
        { document, files: files.store.getState(), request },
        ending.current.signal,
        setDone,
      );
      if (!rows) return;
      const blob = new Blob([csvHead(origin), rows], { type: 'text/csv' });
      download(fileName(origin.title, `${all ? 'run' : chart.id}-${interval_ms}ms`, 'csv'), blob);
      onDone();
    } catch (error) {
      setDone(null);
      setFailure(WHOLE_RUN.failed(messageOf(error)));
    }
  };
  return { done, failure, write };
}

/** Formats an interval: `10 ms`, `2 s`. */
function intervalText(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}
