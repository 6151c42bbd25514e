/** Button that opens the form of watched flows. The form is loaded when the panel opens. */
import { useEffect } from 'react';
import { useLazy } from '../ui/lazy';
import { Disclosure } from './Disclosure';
import { chartExtras } from './lazyParts';

/** Button with the form of watched flows. */
export function WatchFlows() {
  return (
    <Disclosure name="Choose flows to watch" face="Flows">
      {(close) => <Form close={close} />}
    </Disclosure>
  );
}

function Form({ close }: { close: () => void }) {
  const extras = useLazy(chartExtras);
  useEffect(() => void chartExtras.load(), []);
  return extras && <extras.WatchForm close={close} />;
}
