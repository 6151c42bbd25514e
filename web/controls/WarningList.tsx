/** Warnings written out: what is the case, what helps, a button that does it, and what is behind it. */
import type { Catalog } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import type { Selection } from '../lab/state';
import { allWarnings, countOf, subjectOf } from '../lab/warnings';
import type { Warning } from '../scenario/types';
import type { Fix, WarningAbout } from '../types/engine';
import { Icon } from '../ui/Icon';
import { notify } from '../ui/notices';
import { closeAround, Popover } from '../ui/Popover';
import { cited } from './paramText';
import { selectableItems } from './selectable';
import './controls.css';

/** So many are read at a glance; more are folded. */
const FEW = 2;

/** How many there are; the list opens from it. */
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
  /** Whether each leads to the thing that it is about; false where that is shown. */
  leads?: boolean;
  /** Whether several are folded, so that what comes below stays in sight. */
  folds?: boolean;
}

export function WarningList({ warnings, leads = false, folds = false }: Props) {
  const open = !folds || warnings.length === 1;
  return (
    <ul className="warnings">
      {warnings.map((warning, position) => (
        // Figures in a sentence change while the run goes on.
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
  const thing = useThing(path);
  return (
    <details open={open}>
      <summary>
        <WarningName id={id} />
        {leads && <span className="note"> {thing?.name}</span>}
      </summary>
      <p>{sentence}</p>
      <div className="remedy">
        {remedy}
        <WarningHelp id={id} />
      </div>
      {fix && <FixButton fix={fix} />}
      {leads && thing && <Lead thing={thing} />}
    </details>
  );
}

/** What a kind of warning is called. */
export function WarningName({ id }: { id: string }) {
  return useLab((s) => aboutWarning(s.catalog, id)?.label ?? id);
}

/** What is behind a kind of warning, on whose word. */
export function WarningHelp({ id }: { id: string }) {
  const about = useLab((s) => aboutWarning(s.catalog, id) ?? null);
  if (!about) return null;
  return (
    <Popover label={`About ${about.label}`} button="?" className="help-dot">
      <h3>{about.label}</h3>
      <p>{about.help}</p>
      {about.source && <p className="note">Source: {cited(about.source)}</p>}
    </Popover>
  );
}

/** What the catalog says of a kind of warning. */
function aboutWarning(catalog: Catalog | null, id: string): WarningAbout | undefined {
  return catalog?.warnings.find((known) => known.id === id);
}

interface Thing {
  subject: Selection;
  /** `group tcp`, in a sentence. */
  name: string;
}

/** What the field at a path belongs to. */
function useThing(path: string): Thing | null {
  const current = useLab((s) => s.current);
  if (!current) return null;
  const subject = subjectOf(path, current);
  const found = selectableItems(current).find(
    ({ selection }) => JSON.stringify(selection) === JSON.stringify(subject),
  );
  return { subject, name: (found?.label ?? '').replace(/^./, (first) => first.toLowerCase()) };
}

/** Makes the changes after which the warning is gone, as one edit that undo takes back. */
function FixButton({ fix: { label, patches } }: { fix: Fix }) {
  const { change } = useLabActions();
  return (
    <button
      type="button"
      className="button"
      onClick={(event) => {
        // The button goes with its warning: the focus is to stay where the list was opened.
        closeAround(event.currentTarget);
        change(patches);
        notify(`${label}: done. Undo takes it back.`);
      }}
    >
      {label}
    </button>
  );
}

/** Selects the thing, so that its parameters are shown. */
function Lead({ thing }: { thing: Thing }) {
  const { select } = useLabActions();
  return (
    <button
      type="button"
      className="button"
      onClick={(event) => {
        select(thing.subject);
        closeAround(event.currentTarget);
      }}
    >
      Show {thing.name}
    </button>
  );
}
