/** The file of a source: data that come with Bufferlab, or a file that the user chooses. */
import { useState } from 'react';
import type { Section } from '../engine/catalog';
import type { Content } from '../engine/protocol';
import { useLab, useLabActions } from '../lab/context';
import { allWarnings } from '../lab/warnings';
import { complaintOf, readFile, unnamedColumns } from '../sweep/read-file';
import { isRecord, valueAt } from '../scenario/path';
import { Button } from '../ui/Button';
import { ChooseColumns, type TableContent } from './ChooseColumns';
import { FilePicker } from '../ui/FilePicker';
import { FILE } from './lazyStrings';
import { problemsAt } from './problems';
import { useEdit } from './useEdit';

/** Path and section of the file, and the content that it must have. */
export interface FileProps {
  path: string;
  section: Section;
  /** Kind of content that the file must have. */
  content: string;
  /** Label of the section in the form. */
  label: string;
}

/** Field that shows the name of the file and lets the user choose another. */
export function FileField({ path, section, content, label }: FileProps) {
  const actions = useLabActions();
  const edit = useEdit(path);
  const [wrong, setWrong] = useState<string | null>(null);
  const [unnamed, setUnnamed] = useState<{ file: File; heading: readonly string[] } | null>(null);
  const file = useLab((s) => valueAt(s.current, path));
  const isMissing = useLab((s) => s.missing.some(({ sha256 }) => isRecord(file) && sha256 === file.sha256));
  const notes = useLab((s) =>
    problemsAt(allWarnings(s), s.current, path).filter(({ id }) => id === 'file_note'),
  );
  if (!isRecord(file)) return null;
  const [name, sha256] = [String(file.name), String(file.sha256)];
  const take = async (given: File, columns = ''): Promise<void> => {
    const read = await readFile(given, [content as Content], columns);
    const heading = read.ok ? unnamedColumns(read.readings) : [];
    setUnnamed(heading.length > 1 ? { file: given, heading } : null);
    const reading = read.ok ? read.readings[0] : undefined;
    if (!read.ok || !reading?.ok) {
      setWrong(read.ok ? complaintOf(given.name, read.readings) : FILE.wrong(given.name, read.message));
      return;
    }
    setWrong(null);
    actions.addFile(reading.data);
    edit.set({
      name: given.name.slice(0, NAME_LENGTH),
      sha256: read.sha256,
      ...(columns !== '' && { columns }),
    });
  };
  return (
    <>
      <p className="file-named">
        {name}
        <small title={sha256}>{sha256 === '' ? FILE.built : isMissing ? FILE.missing : FILE.loaded}</small>
      </p>
      <div className="file-buttons row spaced wrap">
        <FilePicker text={FILE.choose} field={FILE.input(label)} onFile={(given) => void take(given)} />
        {sha256 !== '' && <Button quiet onClick={() => edit.set(builtIn(section))} text={FILE.useBuiltIn} />}
      </div>
      {notes.map(({ sentence, remedy }) => (
        <p key={sentence} className="note field-message">
          {sentence} {remedy}
        </p>
      ))}
      {unnamed !== null && (
        <ChooseColumns
          heading={unnamed.heading}
          contents={[content as TableContent]}
          onChoose={(_, columns) => void take(unnamed.file, columns)}
        />
      )}
      {wrong !== null && (
        <p className="problem field-message" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}

/** Longest name that the engine accepts, in characters. */
const NAME_LENGTH = 200;

/** Returns the section's defaults, which name the built-in data. */
function builtIn({ params }: Section): Record<string, unknown> {
  return Object.fromEntries(params.map((param) => [param.name, param.default]));
}
