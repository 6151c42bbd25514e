/** Tools of the Studies view in the header: files of the study, and its link. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLab, useThisLab } from '../lab/context';
import { Button } from '../ui/Button';
import { unlessGone } from '../ui/unlessGone';
import { CopyField } from '../ui/CopyField';
import { FilePicker } from '../ui/FilePicker';
import { notify } from '../ui/notices';
import { Icon } from '../ui/Icon';
import { Popover } from '../ui/Popover';
import type { StudiesController } from './studiesController';
import { filesOf, type FileName } from './files';
import { RESULTS, TOOLS } from './strings';

/** Shows the menus Save and Share. */
export function StudiesTools({ controller }: { controller: StudiesController }) {
  const { sharing } = useThisLab();
  const hasRuns = useStore(controller.sweep.store, ({ lines }) => lines.length > 0);
  const catalog = useLab((s) => s.catalog);
  const version = useLab((s) => s.engine.version);
  const save = (name: FileName): void => {
    if (!catalog) return;
    void filesOf(controller, catalog, version)
      .save(name)
      .then((problem) => {
        if (problem !== null) notify(problem, 'refused');
      });
  };
  return (
    <>
      <Popover
        className="button quiet"
        button={
          <>
            <Icon name="down" />
            <span>{TOOLS.save}</span>
          </>
        }
      >
        <div className="curve-files column">
          <FileButton name="json" onSave={save} />
          {hasRuns && (
            <>
              <FileButton name="csv" onSave={save} />
              <FileButton name="means" onSave={save} />
              <FileButton name="ndjson" onSave={save} />
              <FileButton name="svg" onSave={save} />
              <FileButton name="png" onSave={save} />
            </>
          )}
        </div>
      </Popover>
      <Popover
        label={TOOLS.share}
        className="button quiet share-button"
        button={
          <>
            <Icon name="share" />
            <span>{TOOLS.share}</span>
          </>
        }
      >
        <StudyLink controller={controller} />
        <div className="study-open column">
          <FilePicker
            text={RESULTS.open}
            field={RESULTS.field}
            onFile={(file) => void sharing.openFile(file)}
          />
          <p className="note">{RESULTS.about}</p>
        </div>
      </Popover>
    </>
  );
}

function FileButton({ name, onSave }: { name: FileName; onSave(name: FileName): void }) {
  return <Button quiet data-testid={`save-${name}`} onClick={() => onSave(name)} text={TOOLS.files[name]} />;
}

function StudyLink({ controller }: { controller: StudiesController }) {
  const form = useStore(controller.store, (s) => s.form);
  const settings = useStore(controller.store, (s) => s.settings);
  const [link, setLink] = useState<Awaited<ReturnType<StudiesController['link']>> | null>(null);
  useEffect(() => unlessGone(controller.link(), setLink), [controller, form, settings]);
  if (!link) return <p className="note">{TOOLS.creatingLink}</p>;
  if (!link.ok) return <p className="problem">{link.message}</p>;
  const { url } = link;
  return (
    <div className="curve-link">
      <CopyField label={TOOLS.link} text={url} testId="study-link" primary />
      <p className="note">{TOOLS.linkLength(url.length)}</p>
    </div>
  );
}
