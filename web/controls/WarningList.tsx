/** The list of warnings, each with its sentence, its remedy, a button that applies it, and its help. */
import type { Catalog } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import type { Selection } from '../lab/state';
import { allWarnings, countOf, subjectOf } from '../lab/warnings';
import type { Warning } from '../scenario/types';
import type { Fix, WarningAbout } from '../types/engine';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { notify } from '../ui/notices';
import { closeAround, Popover } from '../ui/Popover';
import { HelpDot } from './Field';
import { WARNINGS } from './lazyStrings';
import { selectableItems } from './selectable';
import './controls.css';
import './warnings.css';

/** Largest number of warnings that are shown unfolded. */
const FEW = 2;

/** Button with the number of warnings; it opens the list. */
export function WarningButton() {
  const warnings = useLab(allWarnings);
  return (
    <Popover
      label={countOf(warnings)}
      className="button quiet warned"
      button={
        <>
          <Icon name="warning" />
          {warnings.length}
        </>
      }
    >
      <WarningList warnings={warnings} leads folds={warnings.length > FEW} />
    </Popover>
  );
}

interface Props {
  warnings: readonly Warning[];
  /** Whether each has a button that selects its item; false if the item is shown already. */
  leads?: boolean;
  /** Whether several are folded, so that the form below stays visible. */
  folds?: boolean;
}

/** List of warnings, folded or unfolded. */
export function WarningList({ warnings, leads = false, folds = false }: Props) {
  const open = !folds || warnings.length === 1;
  return (
    <ul className="warnings column">
      {warnings.map((warning, position) => (
        // Numbers in a sentence change while the run plays.
        <li key={`${warning.id} ${warning.path} ${position}`}>
          <Icon name="warning" />
          <WarningText warning={warning} open={open} leads={leads} />
        </li>
      ))}
    </ul>
  );
}

interface TextProps {
  warning: Warning;
  open: boolean;
  leads: boolean;
}

function WarningText({ warning: { id, path, sentence, remedy, fix }, open, leads }: TextProps) {
  const item = useItem(path);
  return (
    <details open={open}>
      <summary>
        <WarningName id={id} />
        {leads && <span className="note"> {item?.name}</span>}
      </summary>
      <p>{sentence}</p>
      <div className="remedy">
        {remedy}
        <WarningHelp id={id} />
      </div>
      {fix && <FixButton fix={fix} />}
      {leads && item && <ShowButton item={item} />}
    </details>
  );
}

/** Name of a kind of warning. */
export function WarningName({ id }: { id: string }) {
  return useLab((s) => aboutWarning(s.catalog, id)?.label ?? id);
}

/** Help of a kind of warning, with its source. */
export function WarningHelp({ id }: { id: string }) {
  const about = useLab((s) => aboutWarning(s.catalog, id) ?? null);
  return about && <HelpDot about={about} />;
}

/** Returns the catalog's description of a kind of warning. */
function aboutWarning(catalog: Catalog | null, id: string): WarningAbout | undefined {
  return catalog?.warnings.find((known) => known.id === id);
}

interface Item {
  subject: Selection;
  /** Name inside a sentence, such as `group tcp`. */
  name: string;
}

/** Returns the item that the field at a path belongs to. */
function useItem(path: string): Item | null {
  const current = useLab((s) => s.current);
  if (!current) return null;
  const subject = subjectOf(path, current);
  const found = selectableItems(current).find(
    ({ selection }) => JSON.stringify(selection) === JSON.stringify(subject),
  );
  return { subject, name: (found?.label ?? '').replace(/^./, (first) => first.toLowerCase()) };
}

/** Button that applies the remedy as one edit, which undo reverts. */
function FixButton({ fix: { label, patches } }: { fix: Fix }) {
  const { change } = useLabActions();
  return (
    <Button
      onClick={(event) => {
        // The button disappears with its warning; the focus returns to the button of the list.
        closeAround(event.currentTarget);
        change(patches);
        notify(WARNINGS.done(label));
      }}
    >
      {label}
    </Button>
  );
}

/** Button that selects the item, so that its parameters are shown. */
function ShowButton({ item }: { item: Item }) {
  const { select } = useLabActions();
  return (
    <Button
      onClick={(event) => {
        select(item.subject);
        closeAround(event.currentTarget);
      }}
    >
      {WARNINGS.show(item.name)}
    </Button>
  );
}
