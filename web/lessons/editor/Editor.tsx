/**
 * The editor of a lesson: its text on the left, its problems or a preview of the step at the cursor on the right. Each tab
 * keeps a draft of its own in this browser. A finished lesson is shared as a link, which contains all of its text, or saved as a file.
 */
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import type { Lab } from '../../lab/lab';
import { Boundary } from '../../ui/Boundary';
import { Button } from '../../ui/Button';
import { CopyField } from '../../ui/CopyField';
import { FilePicker } from '../../ui/FilePicker';
import { integer } from '../../ui/language';
import { notify } from '../../ui/notices';
import { BOUNDARY } from '../../ui/strings';
import { download } from '../../url/file';
import { checksum } from '../../url/checksum';
import { COURSE_MAP, fragmentOf, type Place } from '../source/address';
import { drafts } from './pageDrafts';
import { DraftMenu } from './DraftMenu';
import { useDraft } from './useDraft';
import { Preview, stepAt } from './Preview';
import { factsOf, inserted, SNIPPETS, type SnippetKind } from './snippets';
import { replaceText } from './replaceText';
import { useSettled } from './useSettled';
import type { Lesson } from '../format/lesson';
import { lessonOf } from '../source/library';
import { FILE_BYTES } from '../format/limits';
import { packedText } from '../source/packed';
import { lessonFrom } from './template';
import { EDITOR, MAP } from '../viewStrings';

/** Longest link that common chat and mail programs keep whole, characters. */
const SHORT_LINK = 8000;

interface Props {
  /** The Lab, with whose experiment a new lesson begins. */
  lab: Lab;
  /** Creates a Lab of its own for the scenes of the preview. */
  another(): Lab;
  onOpen(place: Place): void;
}

/** Editor with the draft of this browser. */
export function Editor({ lab, another, onOpen }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [line, setLine] = useState(1);
  const [text, setText] = useDraft();
  const [begun, setBegun] = useState(0);
  const checked = useDeferredValue(text);
  const read = useMemo(() => lessonOf(checked), [checked]);
  const facts = () => factsOf(lab.store.getState().current);
  /** Changes the text in a way that can be undone. */
  const change = (next: string, from = 0, to = 0): void => {
    if (!field.current || !replaceText(field.current, next, [from, to])) setText(next);
  };
  const begin = (next: string): void => {
    if (text.trim() !== '' && text !== next) {
      drafts.beginNew();
      setBegun(begun + 1);
      notify(EDITOR.replaced);
    }
    change(next);
  };
  const fromLab = async (): Promise<void> => {
    const fragment = await lab.sharing.fragment();
    if (fragment === null) notify(EDITOR.noExperiment, 'refused');
    else begin(lessonFrom(fragment, facts()));
  };
  const insert = (kind: SnippetKind): void => {
    const next = inserted(text, field.current?.selectionEnd ?? text.length, kind, facts());
    change(next.text, next.from, next.to);
  };
  const open = async (file: File): Promise<void> => {
    if (file.size > FILE_BYTES) notify(EDITOR.tooLong, 'refused');
    else begin(await file.text());
  };
  return (
    <div className="lesson-editor">
      <div className="row spaced wrap">
        <Button onClick={() => onOpen(COURSE_MAP)}>← {EDITOR.back}</Button>
        <Button primary={text === ''} onClick={() => void fromLab()}>
          {EDITOR.fromLab}
        </Button>
        <FilePicker
          field={EDITOR.file}
          accept=".md,text/markdown"
          text={EDITOR.open}
          onFile={(file) => void open(file)}
        />
        <DraftMenu count={begun} onText={setText} />
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
          <div className="lesson-insert" role="group" aria-label={EDITOR.insert}>
            {SNIPPETS.map((kind) => (
              <Button key={kind} quiet onClick={() => insert(kind)}>
                + {EDITOR.snippets[kind]}
              </Button>
            ))}
          </div>
          <textarea
            ref={field}
            id={id}
            className="input"
            spellCheck={false}
            placeholder={EDITOR.empty}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setLine(lineOf(currentTarget));
            }}
            onSelect={({ currentTarget }) => setLine(lineOf(currentTarget))}
          />
        </div>
        <div className="lesson-editor-result">
          {text === '' ? (
            <p className="note">{EDITOR.empty}</p>
          ) : read.ok ? (
            <Boundary part={EDITOR.result} resetOn={[checked]}>
              <Finished lesson={read.value} text={checked} line={line} another={another} onOpen={onOpen} />
            </Boundary>
          ) : (
            <ul className="problem" role="status">
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

/** Returns the line of the cursor, from 1. */
function lineOf({ value, selectionEnd }: HTMLTextAreaElement): number {
  return value.slice(0, selectionEnd).split('\n').length;
}

interface FinishedProps {
  lesson: Lesson;
  text: string;
  /** Line of the cursor in the text, from 1. */
  line: number;
  another(): Lab;
  onOpen(place: Place): void;
}

/** Lesson without problems: its link, and the step at the cursor as a reader sees it. */
function Finished({ lesson, text, line, another, onOpen }: FinishedProps) {
  const place = useMemo(() => ({ ...COURSE_MAP, packed: packedText(text) }), [text]);
  const settled = useSettled(useMemo(() => ({ lesson, version: checksum(text) }), [lesson, text]));
  const link = window.location.href.replace(/#.*$/s, '') + fragmentOf(place);
  return (
    <>
      <div className="row spaced wrap">
        <h2>{lesson.title}</h2>
        <span className="note">{MAP.extent(lesson)}</span>
        <Button primary onClick={() => onOpen(place)}>
          {EDITOR.try}
        </Button>
      </div>
      <CopyField label={EDITOR.link} text={link} testId="lesson-link" />
      <p className="note">
        {EDITOR.size(integer(link.length))}
        {link.length > SHORT_LINK && ` ${EDITOR.long}`}
      </p>
      <section aria-label={EDITOR.preview}>
        <Boundary part={BOUNDARY.parts.preview} resetOn={[settled]}>
          <Preview {...settled} step={stepAt(settled.lesson, line)} another={another} />
        </Boundary>
      </section>
    </>
  );
}
