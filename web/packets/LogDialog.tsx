/** Dialog that writes a log of senders for qvis. The current run continues meanwhile. */
import { useId, useState } from 'react';
import { SaveFoot } from '../charts/SaveFoot';
import { useLab, useThisLab } from '../lab/context';
import type { Scenario } from '../scenario/types';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { FlowSelect } from './FlowSelect';
import type { LogForm } from './protocol';
import { CAPTURE, LOG } from './strings';
import { TimeInput, timeText } from './TimeInput';
import { MOST_LOG_MB, useFiles, useWriting } from './writing';

interface Props {
  open: boolean;
  onClose(): void;
  document: Scenario;
  /** Flow of the panel; null if it has no TCP. */
  flow: number | null;
}

/** Dialog with the end, the flows and the form. */
export function LogDialog(props: Props) {
  const { open, onClose } = props;
  return (
    <Dialog title={LOG.title} open={open} onClose={onClose} width={480}>
      <Form {...props} />
    </Dialog>
  );
}

function Form({ document, flow, onClose }: Props) {
  const id = useId();
  const { store, files } = useThisLab();
  const presetId = useLab((state) => state.presetId);
  const { duration_s } = document;
  const [until, setUntil] = useState(() => timeText(store.getState().run.reached_s || duration_s));
  const [only, setOnly] = useState(flow !== null);
  const [form, setForm] = useState<LogForm>('qlog');
  const [wrong, setWrong] = useState(false);
  const writer = useFiles();
  const { done, failure, write } = useWriting(onClose);
  const until_s = Number(until);
  const isValid = until_s > 0 && until_s <= duration_s;
  const flows = only && flow !== null ? [flow] : [];
  const choice = { document, files: files.store.getState(), flows, until_s, form };
  return (
    <form
      className="chart-whole"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setWrong(!isValid);
        if (isValid)
          void write('senders', form, (texts, onProgress) =>
            writer.writeLog({ ...choice, ...texts, most_bytes: MOST_LOG_MB * 1e6 }, onProgress),
          );
      }}
    >
      <label htmlFor={`${id}-until`}>{CAPTURE.until}</label>
      <TimeInput id={`${id}-until`} text={until} onText={setUntil} wrong={wrong && !isValid} />
      <FlowSelect id={`${id}-flows`} flow={flow} only={only} others={LOG.firsts} onChoose={setOnly} />
      <label htmlFor={`${id}-form`}>{LOG.form}</label>
      <Select
        id={`${id}-form`}
        value={form}
        onChoose={(value) => setForm(value === 'sqlog' ? 'sqlog' : 'qlog')}
        options={[
          ['qlog', LOG.forQvis],
          ['sqlog', LOG.current],
        ]}
      />
      <p className="note">
        {LOG.about} {CAPTURE.command} <code>{commandOf(presetId ?? 'FILE', until, form, flows)}</code>
      </p>
      {(failure !== null || (wrong && !isValid)) && (
        <p className="problem" role="alert">
          {failure ?? LOG.wrongTime(`${duration_s} s`)}
        </p>
      )}
      <SaveFoot done={done} texts={LOG} />
    </form>
  );
}

function commandOf(source: string, until: string, form: LogForm, flows: readonly number[]): string {
  const chosen = flows.length > 0 ? ` --qlog-flows ${flows.join()}` : '';
  return `bufferlab run ${source} --duration ${until} --warmup 0 --qlog senders.${form}${chosen}`;
}
