/** The part of the dialog *Share* that runs the open experiment between real hosts of Linux. */
import { useEffect, useState } from 'react';
import { figure } from '../controls/quantity';
import { kindsOf, kindOf, type Catalog } from '../engine/catalog';
import { useLab, useThisLab } from '../lab/context';
import { measuredPart } from '../measured/lazyMeasured';
import { takeMeasured } from '../measured/offer';
import type { Problem, Scenario } from '../scenario/types';
import type { GroupSenders, SendersAnswer } from '../sweep/analysis';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { FilePicker } from '../ui/FilePicker';
import { unlessGone } from '../ui/unlessGone';
import { linuxCommand, RESULTS_FILE, suggestedTimes } from './linuxCommand';
import { LINUX } from './lazyStrings';
import { useAnalysisAnswer, type Ask } from './useAnalysisAnswer';

/** Button that shows the command for the open experiment; `onOpened` is called before a measured run is opened. */
export function RunOnLinux({ document, onOpened }: { document: Scenario; onOpened(): void }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="linux-box column">
      <p>
        <Button aria-expanded={shown} onClick={() => setShown(!shown)} text={LINUX.show} />
      </p>
      {shown && <Plan document={document} onOpened={onOpened} />}
    </div>
  );
}

function Plan({ document, onOpened }: { document: Scenario; onOpened(): void }) {
  const source = useSource(document);
  const answer = useAnalysisAnswer(document, askSenders);
  if (!answer || source === null) return <p role="status">{LINUX.checking}</p>;
  if (!answer.ok) return <Refusal problems={answer.problems} />;
  const time = figure(suggestedTimes(document).duration_s, 's', 4);
  return (
    <>
      <p>
        {LINUX.about(time)}{' '}
        <a href={GUIDE} target="_blank" rel="noopener">
          {LINUX.guide}
        </a>
      </p>
      <CopyField
        label={LINUX.command}
        text={linuxCommand(source || LINUX.file, document, answer.groups)}
        testId="linux-command"
      />
      {source === '' && <p className="note">{LINUX.isFile}</p>}
      <ul className="linux-senders" aria-label={LINUX.senders}>
        {answer.groups.map((group) => (
          <Senders key={group.id} group={group} document={document} />
        ))}
      </ul>
      <p>{LINUX.then(RESULTS_FILE)}</p>
      <p>
        <FilePicker
          text={LINUX.open}
          field={LINUX.field}
          accept=".json"
          onFile={(file) => {
            onOpened();
            void measuredPart.load();
            void takeMeasured(file);
          }}
        />
      </p>
    </>
  );
}

/** Says why the experiment cannot have real senders. */
function Refusal({ problems }: { problems: readonly Problem[] }) {
  return (
    <div className="problem" role="alert">
      <p>{LINUX.refused}</p>
      <ul className="linux-senders">
        {problems.map(({ path, message }) => (
          <li key={path + message}>{LINUX.problem(path, message)}</li>
        ))}
      </ul>
    </div>
  );
}

/** Says who sends the packets of a group, and why. */
function Senders({ group, document }: { group: GroupSenders; document: Scenario }) {
  const catalog = useLab((s) => s.catalog);
  const label = document.groups.find(({ id }) => id === group.id)?.label ?? '';
  return (
    <li>
      <b>{label === '' ? group.id : label}</b> {textOf(catalog, group)}
    </li>
  );
}

function textOf(catalog: Catalog | null, group: GroupSenders): string {
  if (group.packets === 'simulated') {
    if (!group.reason) return LINUX.simulated;
    const { path, message } = group.reason;
    return LINUX.needsSimulation(path.replace(/^groups\[\d+\]\./, ''), message);
  }
  const { kind, name, origin } = group.controller;
  const label = kindsOf(catalog, 'congestion_control').find((one) => kindOf(one) === kind)?.label ?? kind;
  return origin === 'module' ? LINUX.module(label, name) : LINUX.real(label);
}

const askSenders: Ask<SendersAnswer> = (api, document) => api.realSenders(document);

/** Returns the id of an unchanged preset, or a link; empty if it is too long for a link, null until it is known. */
function useSource(document: Scenario): string | null {
  const { sharing } = useThisLab();
  const presetId = useLab((s) => s.presetId);
  const [link, setLink] = useState<string | null>(null);
  useEffect(
    () => unlessGone(sharing.linkTo(document), (found: string | null) => setLink(found ?? '')),
    [sharing, document],
  );
  return presetId ?? link;
}

/** Address of the guide, beside the page. */
const GUIDE = 'docs/guides/real-hosts.html';
