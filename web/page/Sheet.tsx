/**
 * The side of the page: a column on a wide screen; on a narrow one a sheet from below, opened by a bar with the name
 * of the selected part.
 */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { selectableItems } from '../controls/selectable';
import { useLab } from '../lab/context';
import { stillThere } from '../lab/state';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useNarrow } from '../ui/useNarrow';
import { REGION } from './strings';

/** Side column or sheet with `children` in it. */
export function Sheet({ children }: { children: ReactNode }) {
  const narrow = useNarrow();
  const name = useLab((s) => s.name);
  const [up, setUp] = useState(false);
  const id = useId();
  const bar = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);
  const hidden = narrow && !up;
  useEffect(() => {
    if (narrow && up) panel.current?.focus();
  }, [narrow, up]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!narrow || event.key !== 'Escape') return;
    setUp(false);
    bar.current?.focus();
  };
  return (
    <>
      <aside
        ref={panel}
        id={id}
        className={up ? 'area-side up' : 'area-side'}
        aria-label={name ? REGION.sideOf(name) : REGION.side}
        inert={hidden}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {name && (
          <p className="side-of row spaced">
            <b aria-hidden="true">{name}</b> {REGION.parametersOf(name)}
          </p>
        )}
        {children}
      </aside>
      <Button ref={bar} kind="sheet-bar" aria-expanded={up} aria-controls={id} onClick={() => setUp(!up)}>
        <SelectedName />
        <span className={up ? 'chevron' : 'chevron turned'}>
          <Icon name="down" />
        </span>
      </Button>
    </>
  );
}

function SelectedName() {
  const name = useLab((s) => s.name);
  const label = useLab((s) => {
    if (!s.current) return REGION.parameters;
    const selection = stillThere(s.selection, s.current);
    const key = JSON.stringify(selection);
    return (
      selectableItems(s.current).find((thing) => JSON.stringify(thing.selection) === key)?.label ??
      REGION.parameters
    );
  });
  return <span>{name ? REGION.selectedOf(name, label) : label}</span>;
}
