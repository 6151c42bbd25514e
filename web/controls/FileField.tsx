/** A file that a source plays: chosen from this computer, or the stand-in that comes with the lab. */
import { useRef, useState } from 'react';
import type { Section } from '../engine/catalog';
import type { Content } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { allWarnings } from '../lab/warnings';
import { complaintOf, readFile } from '../study/read-file';
import { isRecord, valueAt } from '../scenario/path';
import { problemsAt } from './problems';
import { useEdit } from './useEdit';

export interface FileProps {
  path: string;
  section: Section;
  /** What must be in it. */
  content: string;
  /** What the section is called in the form. */
  label: string;
}

export function FileField({ path, section, content, label }: FileProps) {
  const actions = useLabActions();
  const edit = useEdit(path);
  const picker = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const file = useLab((s) => valueAt(s.current, path));
  const isMissing = useLab((s) => s.missing.some(({ sha256 }) => isRecord(file) && sha256 === file.sha256));
  const notes = useLab((s) =>
    problemsAt(allWarnings(s), s.current, path).filter(({ id }) => id === 'file_note'),
  );
  if (!isRecord(file)) return null;
  const [name, sha256] = [String(file.name), String(file.sha256)];
  const take = async (given: File): Promise<void> => {
    const read = await readFile(given, [content as Content]);
    const reading = read.ok ? read.readings[0] : undefined;
    if (!read.ok || !reading?.ok) {
      setWrong(read.ok ? complaintOf(given.name, read.readings) : `${given.name}, ${read.message}`);
      return;
    }
    setWrong(null);
    actions.giveFile(reading.data);
    edit.set({ name: given.name.slice(0, NAME_LENGTH), sha256: read.sha256 });
  };
  return (
    <>
      <p className="file-named">
        {name}
        <small title={sha256}>
          {sha256 === '' ? 'made by formula' : isMissing ? 'not here yet' : 'from this computer'}
        </small>
      </p>
      <div className="file-ways">
        <button type="button" className="button" onClick={() => picker.current?.click()}>
          Choose a file …
        </button>
        {sha256 !== '' && (
          <button type="button" className="button quiet" onClick={() => edit.set(standIn(section))}>
            Use the stand-in
          </button>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        aria-label={`File of ${label}`}
        hidden
        onChange={(event) => {
          const given = event.currentTarget.files?.[0];
          if (given) void take(given);
          event.currentTarget.value = '';
        }}
      />
      {notes.map(({ sentence, remedy }) => (
        <p key={sentence} className="note field-message">
          {sentence} {remedy}
        </p>
      ))}
      {wrong !== null && (
        <p className="problem field-message" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}

/** The longest name that the engine takes. */
const NAME_LENGTH = 200;

/** The defaults of the section: they name one. */
function standIn({ params }: Section): Record<string, unknown> {
  return Object.fromEntries(params.map((param) => [param.name, param.default]));
}
