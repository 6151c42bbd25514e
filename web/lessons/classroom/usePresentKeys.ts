/** Hook for the keys of the presentation, which act while it is visible and no dialog is open. */
import { useEffectEvent, useLayoutEffect, type RefObject } from 'react';
import { presentActionOf, type PresentAction } from './keys';

/** Calls `act` for each key of the presentation. */
export function usePresentKeys(
  root: RefObject<HTMLElement | null>,
  act: (action: PresentAction) => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const hidden = root.current?.closest('[hidden]') !== null;
    if (hidden || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const action = presentActionOf(event);
    if (action === null || (event.repeat && action !== 'next' && action !== 'back')) return;
    event.preventDefault();
    act(action);
  });
  // A key that is pressed as soon as the presentation is seen acts.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
