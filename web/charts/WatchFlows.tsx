/** The door to choosing which flows are watched; what is behind it comes later. */
import { useEffect } from 'react';
import { useHere } from '../ui/later';
import { Disclosure } from './Disclosure';
import { chartExtras } from './laterParts';

export function WatchFlows() {
  return (
    <Disclosure name="Choose flows to watch" face="Flows">
      {(close) => <Form close={close} />}
    </Disclosure>
  );
}

function Form({ close }: { close: () => void }) {
  const extras = useHere(chartExtras);
  useEffect(() => void chartExtras.need(), []);
  return extras && <extras.WatchForm close={close} />;
}
