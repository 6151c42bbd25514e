/** What the header offers in Curves: a link to the study, and its files. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { useLab } from '../lab/context';
import { CopyField } from '../ui/CopyField';
import { notify } from '../ui/notices';
import { Icon } from '../ui/Icon';
import { Popover } from '../ui/Popover';
import type { StudiesController } from './studiesController';
import { filesOf, type FileName } from './files';

export function StudiesTools({ controller }: { controller: StudiesController }) {
  const hasRuns = useStore(controller.sweep.store, ({ lines }) => lines.length > 0);
  const catalog = useLab((s) => s.catalog);
  const version = useLab((s) => s.engine.version);
  const save = (name: FileName): void => {
    if (!catalog) return;
    void filesOf(controller, catalog, version)
      .save(name)
      .then((why) => {
        if (why !== null) notify(why, 'refused');
      });
  };
  return (
    <>
      <Popover
        className="button quiet"
        button={
          <>
            <Icon name="down" />
            <span>Save</span>
          </>
        }
      >
        <div className="curve-files">
          <File name="json" words="Study (JSON), for this page and the program" onSave={save} />
          {hasRuns && (
            <>
              <File name="csv" words="Runs as a table (CSV)" onSave={save} />
              <File name="means" words="Means with 95 % intervals (CSV)" onSave={save} />
              <File name="ndjson" words="Runs, a line of JSON each (NDJSON)" onSave={save} />
              <File name="svg" words="Curves as a drawing (SVG)" onSave={save} />
              <File name="png" words="Curves as a picture (PNG)" onSave={save} />
            </>
          )}
        </div>
      </Popover>
      <Popover
        label="Share"
        className="button quiet share-button"
        button={
          <>
            <Icon name="share" />
            <span>Share</span>
          </>
        }
      >
        <StudyLink controller={controller} />
      </Popover>
    </>
  );
}

function File({ name, words, onSave }: { name: FileName; words: string; onSave(name: FileName): void }) {
  return (
    <button type="button" className="button quiet" data-testid={`save-${name}`} onClick={() => onSave(name)}>
      {words}
    </button>
  );
}

function StudyLink({ controller }: { controller: StudiesController }) {
  const form = useStore(controller.store, (s) => s.form);
  const settings = useStore(controller.store, (s) => s.settings);
  const [link, setLink] = useState<Awaited<ReturnType<StudiesController['link']>> | null>(null);
  useEffect(() => {
    let gone = false;
    void controller.link().then((next) => {
      if (!gone) setLink(next);
    });
    return () => {
      gone = true;
    };
  }, [controller, form, settings]);
  if (!link) return <p className="note">Writing the link …</p>;
  if (!link.ok) return <p className="problem">{link.message}</p>;
  const { url } = link;
  return (
    <div className="curve-link">
      <CopyField label="Link to this study" text={url} testId="study-link" primary />
      <p className="note">{url.length.toLocaleString('en')} characters. It holds the study, not its runs.</p>
    </div>
  );
}
