/**
 * The part of the dialog "New experiment" that makes an experiment of another tool's text, such as lines of tc.
 *
 * The text is read while it is typed. Below it stands what each line sets, and what is left out with the reason.
 */
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import type { Catalog } from '../engine/catalog';
import { useLabActions } from '../lab/context';
import type { ImportAnswer } from '../sweep/importedText';
import { TextReader } from '../sweep/importText';
import { Button } from '../ui/Button';
import { ImportReport } from './ImportReport';
import { FORM, PASTE } from './strings';

interface Props {
  text: string;
  onText(text: string): void;
  catalog: Catalog;
  onClose(): void;
}

/** Form with the text and the report on it. */
export function Paste({ text, onText, catalog, onClose }: Props) {
  const id = useId();
  const actions = useLabActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const [refused, setRefused] = useState<{ of: string; message: string } | null>(null);
  const { answer, readNow } = useReading(text);
  const problem =
    refused?.of === text ? refused.message : text !== '' && answer?.ok === false ? answer.message : null;

  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '') setRefused({ of: text, message: PASTE.empty });
    const imported = text.trim() === '' ? null : await readNow();
    if (!imported?.ok) {
      field.current?.focus();
      return;
    }
    const result = await actions.openScenario(imported.scenario);
    if (!result.ok) {
      const problems = result.problems.map(({ path, message }) => `${path}: ${message}`);
      setRefused({ of: text, message: FORM.refused(problems.join(' ')) });
      return;
    }
    actions.select({ kind: 'bottleneck', id: 'r0' });
    onClose();
  };

  return (
    <form className="new-experiment column" noValidate onSubmit={(event) => void create(event)}>
      <div className="new-field">
        <label htmlFor={id}>{PASTE.label}</label>
        <textarea
          ref={field}
          id={id}
          className="input new-text"
          rows={6}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          wrap="off"
          placeholder={PASTE.example}
          value={text}
          data-first-focus
          aria-invalid={problem !== null}
          aria-describedby={`${id}-below`}
          onChange={(event) => onText(event.currentTarget.value)}
        />
        <p
          id={`${id}-below`}
          className={problem === null ? 'note' : 'problem'}
          role={problem ? 'alert' : undefined}
        >
          {problem ?? PASTE.hint}
        </p>
      </div>
      {text !== '' && answer?.ok && <ImportReport imported={answer} catalog={catalog} />}
      <div className="new-foot row">
        <Button onClick={onClose} text={FORM.cancel} />
        <Button primary submit text={FORM.create} onMouseDown={(event) => event.preventDefault()} />
      </div>
    </form>
  );
}

/** Time without a key press after which the text is read, ms. */
const PAUSE_MS = 200;

interface Reading {
  /** Answer to the latest text that was read; null until there is one. */
  answer: ImportAnswer | null;
  /** Answers to the present text, without the pause. */
  readNow(): Promise<ImportAnswer>;
}

/** Reads a text when it has not changed for a moment. */
function useReading(text: string): Reading {
  const [reader] = useState(() => new TextReader());
  const [read, setRead] = useState<{ of: string; answer: ImportAnswer } | null>(null);
  useEffect(() => () => reader.close(), [reader]);

  const readNow = async (): Promise<ImportAnswer> => {
    if (read?.of === text) return read.answer;
    const answer = await reader.read(text);
    setRead({ of: text, answer });
    return answer;
  };
  useEffect(() => {
    if (text.trim() === '') return;
    let isGone = false;
    const timer = setTimeout(() => {
      void reader.read(text).then((answer) => {
        if (!isGone) setRead({ of: text, answer });
      });
    }, PAUSE_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [reader, text]);
  return { answer: read?.answer ?? null, readNow };
}
