/** Form that selects, by number, the flows whose windows are recorded and drawn. */
import { useId, useState, type SubmitEvent } from 'react';
import type { GroupInfo } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { flowsFromText, flowsText, textFromFlows } from './flows';
import { FLOWS_FORM } from './lazyStrings';

const NONE: GroupInfo[] = [];

/** Form with the numbers of the watched flows. */
export function WatchForm({ close }: { close: () => void }) {
  const groups = useLab((state) => state.layout?.groups ?? NONE);
  const watched = useLab((state) => state.watched);
  const actions = useLabActions();
  const [text, setText] = useState(() => textFromFlows(watched));
  const [message, setMessage] = useState<string | null>(null);
  const id = useId();
  const available = flowsText(groups);
  const help = available === '' ? FLOWS_FORM.noFlows : FLOWS_FORM.help(available);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const choice = flowsFromText(text, groups);
    if (!choice.ok) return setMessage(choice.message);
    actions.watch(choice.flows);
    close();
  };
  return (
    <form className="chart-flows column spaced" onSubmit={submit}>
      <label htmlFor={id}>{FLOWS_FORM.label}</label>
      <input
        id={id}
        value={text}
        autoFocus
        autoComplete="off"
        aria-describedby={`${id}-help`}
        aria-invalid={message !== null}
        onChange={(event) => setText(event.target.value)}
      />
      <p id={`${id}-help`} role="status">
        {message ?? help}
      </p>
      <Button submit kind="chart-tool" text={FLOWS_FORM.submit} />
    </form>
  );
}
