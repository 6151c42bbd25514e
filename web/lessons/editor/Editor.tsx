/**
 * The editor of a lesson: its text on the left, its problems or a preview of the step at the cursor on the right. Each tab
 * keeps a draft of its own in this browser. A finished lesson is shared as a link, which contains all of its text, or saved as a file.
 */
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { Lab } from '../../lab/lab';
import { lessonExchange, type LessonExchange } from '../../learn/lessonExperiment';
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
import { titleOf } from './draft';
import { TextEditor, type TextField } from './TextEditor';
import { useDraft } from './useDraft';
import { Preview, stepAt } from './Preview';
import { factsOf, inserted, SNIPPETS, type SnippetKind } from './snippets';
import { useNameProblems } from './useNameProblems';
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
  /** Opens a scenario in the Lab. */
  onLab(scenario: unknown): void;
  /** Returns from the Lab to this view. */
  onReturn(): void;
}

/** Editor with the draft of this browser. */
export function Editor({ lab, another, onOpen, onLab, onReturn }: Props) {
  const field = useRef<TextField>(null);
  const [line, setLine] = useState(1);
  const { text, opened, change, open } = useDraft();
  const [begun, setBegun] = useState(0);
  const checked = useDeferredValue(text);
  const read = useMemo(() => lessonOf(checked), [checked]);
  const wrongNames = useNameProblems(lab, read.names);
  const problems = useMemo(
    () =>
      text === '' ? [] : [...(read.ok ? [] : read.problems), ...wrongNames].sort((a, b) => a.line - b.line),
    [text, read, wrongNames],
  );
  const lines = useMemo(() => problems.map((problem) => problem.line), [problems]);
  const begin = useCallback(
    async (next: string): Promise<void> => {
      const former = await drafts.begin();
      if (former.trim() !== '' && former !== next) {
        drafts.beginNew();
        setBegun((count) => count + 1);
        notify(EDITOR.replaced);
      }
      open(next);
    },
    [open],
  );
  const fromLab = useCallback(async (): Promise<void> => {
    const fragment = await lab.sharing.fragment();
    if (fragment === null) notify(EDITOR.noExperiment, 'refused');
    else await begin(lessonFrom(fragment, factsOf(lab.store.getState().current)));
  }, [lab, begin]);
  useEffect(() => {
    const follow = ({ requested }: LessonExchange): void => {
      if (!requested) return;
      lessonExchange.setState({ requested: false });
      void fromLab();
    };
    follow(lessonExchange.getState());
    return lessonExchange.subscribe(follow);
  }, [fromLab]);
  const insert = (kind: SnippetKind): void => {
    const facts = factsOf(lab.store.getState().current);
    field.current?.insert((now, position) => inserted(now, position, kind, facts));
  };
  const openFile = async (file: File): Promise<void> => {
    if (file.size > FILE_BYTES) notify(EDITOR.tooLong, 'refused');
    else await begin(await file.text());
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
          onFile={(file) => void openFile(file)}
        />
        <DraftMenu count={begun} onText={open} />
        <Button disabled={text === ''} onClick={() => download(EDITOR.fileName, text)}>
          {EDITOR.save}
        </Button>
        <a href="docs/formats/lessons.html" target="_blank" rel="noreferrer">
          {EDITOR.format}
        </a>
        <a href="docs/formats/embedding.html" target="_blank" rel="noreferrer">
          {EDITOR.embed}
        </a>
      </div>
      <div className="lesson-editor-body">
        <div className="column">
          <p className="lesson-editor-label">{EDITOR.text}</p>
          <div className="lesson-insert" role="group" aria-label={EDITOR.insert}>
            {SNIPPETS.map((kind) => (
              <Button key={kind} quiet onClick={() => insert(kind)}>
                + {EDITOR.snippets[kind]}
              </Button>
            ))}
          </div>
          <TextEditor
            ref={field}
            {...{ opened, lab, onLab, onReturn }}
            title={titleOf(text) ?? ''}
            problems={lines}
            onText={change}
            onLine={setLine}
          />
        </div>
        <div className="lesson-editor-result">
          <div role="status">
            {problems.length > 0 && (
              <ul className="problem lesson-problems">
                {problems.map(({ line, message }, i) => (
                  <li key={i}>
                    <Button quiet onClick={() => field.current?.goToLine(line)}>
                      {EDITOR.toLine(line)}
                    </Button>{' '}
                    {message}
                  </li>
                ))}
              </ul>
            )}
          </div>
          {text === '' && <p className="note">{EDITOR.empty}</p>}
          {text !== '' && read.ok && (
            <Boundary part={EDITOR.result} resetOn={[checked]}>
              <Finished lesson={read.value} text={checked} line={line} another={another} onOpen={onOpen} />
            </Boundary>
          )}
        </div>
      </div>
    </div>
  );
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
