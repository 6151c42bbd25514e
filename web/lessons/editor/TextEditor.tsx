/** Field with the text of a lesson, in which experiments are cards. An experiment can be changed in the Lab and comes back to its place. */
import { useEffect, useImperativeHandle, useRef, type Ref, type RefObject } from 'react';
import type { ChangeDesc } from '@codemirror/state';
import type { Lab } from '../../lab/lab';
import { lessonExchange } from '../../learn/lessonExperiment';
import { editsOf } from '../../scenario/edits';
import { notify } from '../../ui/notices';
import type { Origin } from '../format/lesson';
import { scenarioFrom, type Opened } from '../session/scenes';
import { EDITOR, SCENE } from '../viewStrings';
import { described } from './cards';
import { experimentsIn, fieldOfLink, type ExperimentPlace } from './experiments';
import { experimentText } from './experimentText';
import { fragmentInLesson } from './fragmentInLesson';
import type { Inserted } from './snippets';
import { toolsOf } from './toolsOf';
import { createTextView, goToLine, markLines, replaceText, type TextView } from './textView';

/** Functions of the field. */
export interface TextField {
  /** Changes the text at the cursor as one step, and selects what is new. */
  insert(change: (text: string, position: number) => Inserted): void;
  /** Puts the cursor in a line, from 1. */
  goToLine(line: number): void;
}

interface Props {
  /** Text that was opened last; another object shows its text. */
  opened: { readonly text: string };
  /** Title of the lesson; empty if it has none. */
  title: string;
  /** Lines with problems, from 1. */
  problems: readonly number[];
  /** Receives the functions of the field. */
  ref: Ref<TextField>;
  /** The Lab, in which experiments are changed. */
  lab: Lab;
  /** Opens a scenario in the Lab. */
  onLab(scenario: unknown): void;
  /** Returns from the Lab to the editor. */
  onReturn(): void;
  onText(text: string): void;
  onLine(line: number): void;
}

/** Editable text of a lesson. */
export function TextEditor(props: Props) {
  const { opened, problems, ref } = props;
  const view = useRef<TextView>(null);
  const host = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    const exchange = new Exchange(view, () => latest.current);
    const created = createTextView(host.current!, latest.current.opened.text, {
      describe: (origin) => exchange.describe(origin),
      onChange: (place) => void exchange.change(place),
      onTake: (place) => void exchange.take(place.from),
      onText(text, changes) {
        exchange.follow(changes);
        latest.current.onText(text);
      },
      onLine: (line) => latest.current.onLine(line),
    });
    view.current = created;
    return () => {
      exchange.close();
      view.current = null;
      created.view.destroy();
    };
  }, []);
  useImperativeHandle(ref, () => ({
    insert(change) {
      const shown = view.current?.view;
      if (!shown) return;
      const { text, from, to } = change(shown.state.doc.toString(), shown.state.selection.main.to);
      replaceText(shown, text, [from, to]);
      shown.focus();
    },
    goToLine(line) {
      if (view.current) goToLine(view.current.view, line);
    },
  }));
  useEffect(() => {
    const { current } = view;
    if (!current || textIn(current) === opened.text) return;
    lessonExchange.setState({ open: null });
    current.open(opened.text);
  }, [opened]);
  useEffect(() => {
    if (view.current) markLines(view.current.view, problems);
  }, [problems, opened]);
  return <div ref={host} className="lesson-editor-text" />;
}

/** Returns the text that a view shows. */
const textIn = ({ view }: TextView): string => view.state.doc.toString();

/** Number of experiments whose descriptions are kept. */
const DESCRIBED = 200;

/** Experiments on their way between the text and the Lab. */
class Exchange {
  /** Descriptions by origin; null while one is read. */
  private readonly texts = new Map<string, string | null>();
  /** Start of the experiment that is open in the Lab, where it now stands. */
  private awaited: number | null = null;
  /** Whether that experiment has edits during its run. */
  private withEdits = false;

  constructor(
    private readonly view: RefObject<TextView | null>,
    private readonly props: () => Props,
  ) {}

  /** Returns the experiment in a few words; null until it is read. */
  describe(origin: Origin): string | null {
    const key = JSON.stringify(origin);
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    if (this.texts.size >= DESCRIBED) this.texts.clear();
    this.texts.set(key, null);
    void this.read(origin).then((text) => {
      this.texts.set(key, text);
      this.view.current?.view.dispatch({ effects: described.of(null) });
    });
    return null;
  }

  /** Follows a change of the text. */
  follow(changes: ChangeDesc): void {
    if (this.awaited !== null) this.awaited = changes.mapPos(this.awaited, 1);
  }

  /** Opens an experiment in the Lab, which offers to put it back. */
  async change({ from, origin }: ExperimentPlace): Promise<void> {
    const { lab, title, onLab } = this.props();
    const found: Opened = (await lab.ready())
      ? await scenarioFrom(origin, toolsOf(lab))
      : { ok: false, message: SCENE.noEngine };
    if (!found.ok) {
      notify(found.message, 'refused');
      return;
    }
    this.awaited = from;
    this.withEdits = editsOf(found.scenario).length > 0;
    lessonExchange.setState({ open: { title, put: () => void this.put() } });
    onLab(found.scenario);
  }

  /** Puts the experiment of the Lab in the place that begins at a position. */
  async take(from: number, withEdits = false): Promise<boolean> {
    const taken = await fragmentInLesson(this.props().lab, withEdits);
    if (taken === null) {
      notify(EDITOR.noExperiment, 'refused');
      return false;
    }
    const { current } = this.view;
    const place = current && experimentsIn(textIn(current)).find((one) => one.from === from);
    if (!place) {
      notify(EDITOR.gone, 'refused');
      return false;
    }
    const field = fieldOfLink(taken.fragment);
    current.view.dispatch({
      changes: { from: place.from, to: place.to, insert: field },
      selection: { anchor: place.from },
      userEvent: 'input.experiment',
    });
    notify(taken.isSettled ? EDITOR.takenSettled : EDITOR.taken);
    return true;
  }

  /** Forgets the experiment that is open in the Lab. */
  close(): void {
    if (this.awaited !== null) lessonExchange.setState({ open: null });
    this.awaited = null;
  }

  private async put(): Promise<void> {
    const { awaited } = this;
    if (awaited === null || !(await this.take(awaited, this.withEdits))) return;
    this.close();
    this.props().onReturn();
    const { current } = this.view;
    if (current) goToLine(current.view, current.view.state.doc.lineAt(awaited).number);
  }

  private async read(origin: Origin): Promise<string> {
    const { lab } = this.props();
    if (!(await lab.ready())) return SCENE.noEngine;
    const tools = toolsOf(lab);
    const found = await scenarioFrom(origin, tools);
    return found.ok ? experimentText(found.scenario, tools.catalog) : found.message;
  }
}
