/**
 * The dialog "New experiment": five fields, or the text of another tool, from which a complete experiment is made and opened
 * in the Lab.
 *
 * The answers stay while the page is open, so that the dialog can be closed and opened again.
 */
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { showCharts } from '../charts/choice';
import { kindOf, kindsOf, type Catalog } from '../engine/catalog';
import { useLab, useLabActions } from '../lab/context';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import { onTabKey } from '../ui/tabKeys';
import { GENERAL_QUESTIONS, SERVICES, type Answers, type Question } from './answers';
import { Facts } from './Facts';
import { makeExperiment } from './makeExperiment';
import { Paste } from './Paste';
import { FIRST_TEXTS, RANGES, readTexts, withText, type FieldName, type Texts } from './readTexts';
import { FORM, PASTE, QUESTION, USERS } from './strings';
import { TextField } from './TextField';
import './experiment.css';

// The page draws the dialog inside of it.
export { DialogBoundary } from '../ui/Dialog';

interface Props {
  open: boolean;
  onClose(): void;
  /** Question that the form begins with; null for the one that it had. */
  question?: Question | null;
  /** Called when an experiment with a question of the advisor is open in the Lab: "What helps?", or the buffer's size. */
  onAdvise(find: 'buffer' | 'remedies'): void;
}

/** Ways to describe the link, a tab each. */
const TABS = ['answers', 'paste'] as const;

/** Dialog that makes an experiment of five answers, or of the text of another tool. */
export function NewExperiment({ open, onClose, question = null, onAdvise }: Props) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('answers');
  const [pasted, setPasted] = useState('');
  const [texts, setTexts] = useState(FIRST_TEXTS);
  const [asked, setAsked] = useState<Question | null>(null);
  if (open && question !== asked) {
    setAsked(question);
    if (question !== null) {
      setTexts(withText(texts, 'question', question));
      setTab('answers');
    }
  }
  const catalog = useLab((s) => s.catalog);
  return (
    <Dialog title={FORM.title} open={open} onClose={onClose} width={720}>
      {catalog ? (
        <>
          <Tabs tab={tab} onChoose={setTab} />
          <div role="tabpanel" aria-label={PASTE[tab]}>
            {tab === 'answers' ? (
              <Form {...{ texts, setTexts, catalog, onClose, onAdvise }} />
            ) : (
              <Paste text={pasted} onText={setPasted} catalog={catalog} onClose={onClose} />
            )}
          </div>
        </>
      ) : (
        <p role="status">{FORM.waiting}</p>
      )}
    </Dialog>
  );
}

interface TabsProps {
  tab: (typeof TABS)[number];
  onChoose(tab: (typeof TABS)[number]): void;
}

/** Tabs with the ways to describe the link. */
function Tabs({ tab, onChoose }: TabsProps) {
  return (
    <div className="new-tabs" role="tablist" aria-label={PASTE.tabs} onKeyDown={onTabKey}>
      {TABS.map((one) => (
        <Button
          key={one}
          kind="new-tab"
          role="tab"
          aria-selected={one === tab}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onChoose(one)}
          text={PASTE[one]}
        />
      ))}
    </div>
  );
}

interface FormProps extends Omit<Props, 'open' | 'question'> {
  texts: Texts;
  setTexts(texts: Texts): void;
  catalog: Catalog;
}

function Form({ texts, setTexts, catalog, onClose, onAdvise }: FormProps) {
  const actions = useLabActions();
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set());
  const [refused, setRefused] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { answers, problems } = readTexts(texts);
  const valid = useLast(answers);

  const set = (name: FieldName, text: string): void => setTexts(withText(texts, name, text));
  const leave = (name: FieldName): void => setLeft(new Set([...left, name]));
  const problemOf = (name: FieldName): string | null => (left.has(name) ? (problems[name] ?? null) : null);

  const create = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (!answers) {
      const wrong = Object.keys(problems) as FieldName[];
      setLeft(new Set([...left, ...wrong]));
      const fields = wrong.map((name) => `[name="${name}"]`).join();
      form.current?.querySelector<HTMLElement>(fields)?.focus();
      return;
    }
    const experiment = makeExperiment(answers, catalog);
    const result = await actions.openScenario(experiment.scenario);
    if (!result.ok) {
      setRefused(FORM.refused(result.problems.map(({ path, message }) => `${path}: ${message}`).join(' ')));
      return;
    }
    actions.setSpeed(experiment.speed);
    actions.select(experiment.selection);
    showCharts(experiment.charts);
    onClose();
    const { question } = experiment;
    if (question === 'remedies' || question === 'buffer') onAdvise(question);
  };

  const field = (name: Exclude<FieldName, 'controller' | 'question'>, label: string, hint?: string) => (
    <TextField
      key={name}
      name={name}
      label={label}
      hint={hint}
      numeric={RANGES[name].kind.type === 'integer'}
      text={texts[name]}
      problem={problemOf(name)}
      onText={(text) => set(name, text)}
      onLeave={() => leave(name)}
    />
  );

  return (
    <form ref={form} className="new-experiment column" noValidate onSubmit={(event) => void create(event)}>
      <p>{FORM.about}</p>
      <div className="new-grid">
        {field('rate', FORM.rate)}
        {field('rtt', FORM.rtt, FORM.rttHint)}
        {field('flows', FORM.flows, FORM.flowsHint)}
        <Controllers catalog={catalog} kind={texts.controller} onChoose={(kind) => set('controller', kind)} />
      </div>
      <fieldset>
        <legend>{FORM.services}</legend>
        <div className="new-services">{SERVICES.map((name) => field(name, USERS[name]))}</div>
      </fieldset>
      <Questions
        question={texts.question}
        problem={problems.question ?? null}
        onChoose={(question) => set('question', question)}
      />
      {valid && <Facts answers={valid} experiment={makeExperiment(valid, catalog)} />}
      {refused && (
        <p className="problem" role="alert">
          {refused}
        </p>
      )}
      <div className="new-foot row">
        <Button onClick={onClose} text={FORM.cancel} />
        {/* A message that appears when a field loses the focus would move the button away from the pointer. */}
        <Button primary submit text={FORM.create} onMouseDown={(event) => event.preventDefault()} />
      </div>
    </form>
  );
}

interface ControllersProps {
  catalog: Catalog;
  kind: string;
  onChoose(kind: string): void;
}

/** Choice of the congestion controller; a fixed window is no answer for a real link. */
function Controllers({ catalog, kind, onChoose }: ControllersProps) {
  const id = useId();
  const options = kindsOf(catalog, 'congestion_control')
    .map((section) => [kindOf(section), section.label] as const)
    .filter(([one]) => one !== 'fixed');
  return (
    <div className="new-field">
      <label htmlFor={id}>{FORM.controller}</label>
      <Select id={id} name="controller" value={kind} options={options} onChoose={onChoose} />
    </div>
  );
}

interface QuestionsProps {
  question: string;
  problem: string | null;
  onChoose(question: string): void;
}

/** Choice of the question: about one of the services, or about the link. */
function Questions({ question, problem, onChoose }: QuestionsProps) {
  const id = useId();
  return (
    <div className="new-field">
      <label htmlFor={id}>{FORM.question}</label>
      <select
        id={id}
        className="input"
        name="question"
        value={question}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : `${id}-problem`}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        <optgroup label={FORM.aboutService}>
          {SERVICES.map((name) => (
            <option key={name} value={name}>
              {QUESTION[name]}
            </option>
          ))}
        </optgroup>
        <optgroup label={FORM.aboutLink}>
          {GENERAL_QUESTIONS.map((name) => (
            <option key={name} value={name}>
              {QUESTION[name]}
            </option>
          ))}
        </optgroup>
      </select>
      {problem !== null && (
        <p id={`${id}-problem`} className="problem">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns the latest answers that could be read, so that the facts stay while a text is being typed. */
function useLast(answers: Answers | null): Answers | null {
  const [last, setLast] = useState(answers);
  if (answers !== null && JSON.stringify(answers) !== JSON.stringify(last)) setLast(answers);
  return answers ?? last;
}
