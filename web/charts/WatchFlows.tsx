/** Button that opens the form of watched flows. The form is loaded when the panel opens. */
import { useEffect } from 'react';
import { useLazy } from '../ui/lazy';
import { Disclosure } from './Disclosure';
import { chartExtras } from './lazyParts';
import { STACK } from './strings';

/** Button with the form of watched flows. */
export function WatchFlows() {
  return (
    <Disclosure name={STACK.chooseFlows} face={STACK.flows}>
      {(close) => <Form close={close} />}
    </Disclosure>
  );
}

function Form({ close }: { close: () => void }) {
  const extras = useLazy(chartExtras);
  useEffect(() => void chartExtras.load(), []);
  return extras && <extras.WatchForm close={close} />;
}
