/** Warnings written out: what is the case, what helps, and what is behind it. */
import { useLab, useLabActions } from '../lab/context';
import { subjectOf } from '../lab/warnings';
import type { Warning } from '../scenario/types';
import { Icon } from '../ui/Icon';
import { closeAround, Popover } from '../ui/Popover';
import { cited } from './describe';
import { everything } from './things';
import './controls.css';

interface Props {
  warnings: readonly Warning[];
  /** Whether each leads to the thing that it is about; false where that is shown. */
  leads?: boolean;
}

/** Beside a thing's parameters, several are folded, so that these stay in sight. */
export function WarningList({ warnings, leads = false }: Props) {
  const open = leads || warnings.length === 1;
  return (
    <ul className="warnings">
      {warnings.map((warning) => (
        <li key={warning.id + warning.path + warning.sentence}>
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

function WarningText({ warning: { id, path, sentence, remedy }, open, leads }: TextProps) {
  const about = useLab((s) => s.catalog?.warnings.find((known) => known.id === id) ?? null);
  return (
    <details open={open}>
      <summary>{about?.label ?? id}</summary>
      <p>{sentence}</p>
      <p className="remedy">
        {remedy}
        {about && (
          <Popover label={`About ${about.label}`} button="?" className="help-dot">
            <h3>{about.label}</h3>
            <p>{about.help}</p>
            {about.source && <p className="note">Source: {cited(about.source)}</p>}
          </Popover>
        )}
      </p>
      {leads && <Lead path={path} />}
    </details>
  );
}

/** Selects what the warning is about, so that its parameters are shown. */
function Lead({ path }: { path: string }) {
  const { select } = useLabActions();
  const current = useLab((s) => s.current);
  if (!current) return null;
  const subject = subjectOf(path, current);
  const found = everything(current).find(
    ({ selection }) => JSON.stringify(selection) === JSON.stringify(subject),
  );
  return (
    <button
      type="button"
      className="button"
      onClick={(event) => {
        select(subject);
        closeAround(event.currentTarget);
      }}
    >
      Show {found?.label.replace(/^./, (first) => first.toLowerCase())}
    </button>
  );
}
