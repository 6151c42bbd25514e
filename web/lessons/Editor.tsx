/**
 * The editor of a lesson: its text on the left, its problems or its outline on the right. The draft is kept in this browser.
 * A finished lesson is shared as a link, which contains all of its text, or saved as a file.
 */
import { useDeferredValue, useEffect, useId, useMemo, useState } from 'react';
import { BrowserStore } from '../storage/browserStore';
import { Button } from '../ui/Button';
import { CopyField } from '../ui/CopyField';
import { FilePicker } from '../ui/FilePicker';
import { integer } from '../ui/language';
import { notify } from '../ui/notices';
import { download } from '../url/file';
import { COURSE_MAP, fragmentOf, type Place } from './address';
import type { Lesson } from './lesson';
import { lessonOf } from './library';
import { FILE_BYTES } from './limits';
import { packedText } from './packed';
import { lessonFrom } from './template';
import { EDITOR, MAP } from './viewStrings';

const KEY = 'bufferlab.lesson-draft';

/** Longest link that common chat and mail programs keep whole, characters. */
const SHORT_LINK = 8000;

interface Props {
  /** Returns the fragment of the Lab's experiment; null if it has none. */
  experiment(): Promise<string | null>;
  onOpen(place: Place): void;
}

/** Editor with the draft of this browser. */
export function Editor({ experiment, onOpen }: Props) {
  const id = useId();
  const [store] = useState(() => new BrowserStore());
  const [text, setText] = useState(() => store.text(KEY) ?? '');
  const checked = useDeferredValue(text);
  const read = useMemo(() => lessonOf(checked), [checked]);
  useEffect(() => {
    if (store.write(KEY, text) !== null) notify(EDITOR.unsaved, 'refused');
  }, [store, text]);
  const fromLab = async (): Promise<void> => {
    const fragment = await experiment();
    if (fragment === null) notify(EDITOR.noExperiment, 'refused');
    else setText(lessonFrom(fragment));
  };
  const open = async (file: File): Promise<void> => {
    if (file.size > FILE_BYTES) notify(EDITOR.tooLong, 'refused');
    else setText(await file.text());
  };
  return (
    <div className="lesson-editor">
      <div className="row spaced wrap">
        <Button onClick={() => onOpen(COURSE_MAP)}>← {EDITOR.back}</Button>
        <Button onClick={() => void fromLab()}>{EDITOR.fromLab}</Button>
        <FilePicker
          field={EDITOR.file}
          accept=".md,text/markdown"
          text={EDITOR.open}
          onFile={(file) => void open(file)}
        />
        <Button disabled={text === ''} onClick={() => download(EDITOR.fileName, text)}>
          {EDITOR.save}
        </Button>
        <a href="lessons/FORMAT.md" target="_blank" rel="noreferrer">
          {EDITOR.format}
        </a>
        <a href="lessons/EMBED.md" target="_blank" rel="noreferrer">
          {EDITOR.embed}
        </a>
      </div>
      <div className="lesson-editor-body">
        <div className="column">
          <label htmlFor={id}>{EDITOR.text}</label>
          <textarea
            id={id}
            className="input"
            spellCheck={false}
            placeholder={EDITOR.empty}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <div role="status">
          {text === '' ? (
            <p className="note">{EDITOR.empty}</p>
          ) : read.ok ? (
            <Finished lesson={read.value} text={checked} onOpen={onOpen} />
          ) : (
            <ul className="problem">
              {read.problems.map(({ line, message }, i) => (
                <li key={i}>{MAP.line(line, message)}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </div>
  );
}

/** Outline of a lesson without problems, with its link. */
function Finished({ lesson, text, onOpen }: { lesson: Lesson; text: string; onOpen(place: Place): void }) {
  const place = useMemo(() => ({ ...COURSE_MAP, packed: packedText(text) }), [text]);
  const link = window.location.href.replace(/#.*$/s, '') + fragmentOf(place);
  return (
    <>
      <h3>{lesson.title}</h3>
      <p className="note">
        {MAP.levels[lesson.level]} · {lesson.minutes} {MAP.minutes(lesson.minutes)}
      </p>
      <ol>
        {lesson.steps.map(({ heading, blocks }, i) => (
          <li key={i}>
            {heading} <span className="note">{EDITOR.blocks(blocks.map(({ kind }) => kind))}</span>
          </li>
        ))}
      </ol>
      <p>
        <Button primary onClick={() => onOpen(place)}>
          {EDITOR.try}
        </Button>
      </p>
      <CopyField label={EDITOR.link} text={link} testId="lesson-link" />
      <p className="note">
        {EDITOR.size(integer(link.length))}
        {link.length > SHORT_LINK && ` ${EDITOR.long}`}
      </p>
    </>
  );
}
