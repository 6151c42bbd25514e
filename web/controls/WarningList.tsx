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

export function WarningList({ warnings, leads = false }: Props) {
  return (
    <ul className="warnings">
      {warnings.map((warning) => (
        <li key={warning.id + warning.path + warning.sentence}>
          <Icon name="warning" />
          <div>
            <Head id={warning.id} />
            <p>{warning.sentence}</p>
            <p className="remedy">{warning.remedy}</p>
            {leads && <Lead path={warning.path} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

/** What the catalog calls it, and says of it. */
function Head({ id }: { id: string }) {
  const about = useLab((s) => s.catalog?.warnings.find((known) => known.id === id) ?? null);
  if (!about) return null;
  return (
    <h3>
      {about.label}
      <Popover label={`About ${about.label}`} button="?" className="help-dot">
        <h3>{about.label}</h3>
        <p>{about.help}</p>
        {about.source && <p className="note">Source: {cited(about.source)}</p>}
      </Popover>
    </h3>
  );
}

/** Selects what the warning is about, so that its parameters are shown. */
function Lead({ path }: { path: string }) {
  const { select } = useLabActions();
  const current = useLab((s) => s.current);
  if (!current) return null;
  const subject = subjectOf(path, current);
  const isSubject = ({ selection }: { selection: object }): boolean =>
    JSON.stringify(selection) === JSON.stringify(subject);
  return (
    <button
      type="button"
      className="button"
      onClick={(event) => {
        select(subject);
        closeAround(event.currentTarget);
      }}
    >
      Show {everything(current).find(isSubject)?.label}
    </button>
  );
}
