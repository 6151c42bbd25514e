/** The part of the dialog *Share* with the queues of the open experiment as commands of Linux. */
import { useState } from 'react';
import { useLab } from '../lab/context';
import { paramAt } from '../lab/live';
import type { Scenario } from '../scenario/types';
import type { TcAnswer, TcLink } from '../sweep/analysis';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { LINUX, TC } from './lazyStrings';
import { useAnalysisAnswer, type Ask } from './useAnalysisAnswer';

/** Button that shows the commands for each bottleneck of the open experiment. */
export function TcCommands({ document }: { document: Scenario }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="linux-box column">
      <p>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)} text={TC.show} />
      </p>
      {shown && <Commands document={document} />}
    </div>
  );
}

function Commands({ document }: { document: Scenario }) {
  const answer = useAnalysisAnswer(document, askCommands);
  if (!answer) return <p role="status">{TC.writing}</p>;
  if (!answer.ok)
    return (
      <p className="problem" role="alert">
        {answer.problems.map(({ path, message }) => LINUX.problem(path, message)).join(' ')}
      </p>
    );
  return (
    <>
      <p>{TC.about}</p>
      {answer.links.map((link, place) => (
        <Link key={link.id} link={link} place={place} document={document} only={answer.links.length === 1} />
      ))}
    </>
  );
}

interface LinkProps {
  link: TcLink;
  /** Position of the bottleneck. */
  place: number;
  document: Scenario;
  /** Whether the experiment has no other bottleneck. */
  only: boolean;
}

function Link({ link, place, document, only }: LinkProps) {
  const catalog = useLab((s) => s.catalog);
  const nameOf = (path: string): string =>
    (catalog && paramAt(catalog, document, `bottlenecks.${link.id}.${path}`)?.label) ?? path;
  return (
    <div className="column tight">
      <CopyField
        label={only ? TC.commands : TC.commandsOf(link.label || link.id)}
        text={link.lines.join('\n')}
        testId={`tc-commands-${place}`}
      />
      {link.notes.length > 0 && (
        <>
          <p className="note">{TC.without}</p>
          <ul className="linux-senders">
            {link.notes.map(({ path, reason }) => (
              <li key={path}>
                <b title={path}>{nameOf(path)}</b> {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const askCommands: Ask<TcAnswer> = (api, document) => api.tcCommands(document);
