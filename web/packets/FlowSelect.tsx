/** Choice between the flow of the panel and several flows, in the dialogs that write files. */
import { Select } from '../ui/Select';
import { CAPTURE } from './strings';

interface Props {
  id: string;
  /** Flow of the panel; null if it cannot be chosen. */
  flow: number | null;
  /** Whether only that flow is chosen. */
  only: boolean;
  /** Text of the other choice. */
  others: string;
  onChoose(only: boolean): void;
}

/** Field with its label. */
export function FlowSelect({ id, flow, only, others, onChoose }: Props) {
  const one: [value: string, text: string][] = flow === null ? [] : [['1', CAPTURE.only(flow)]];
  return (
    <>
      <label htmlFor={id}>{CAPTURE.flows}</label>
      <Select
        id={id}
        value={only ? '1' : ''}
        onChoose={(value) => onChoose(value !== '')}
        options={[...one, ['', others]]}
      />
    </>
  );
}
