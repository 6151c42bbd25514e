/**
 * The text of a lesson in CodeMirror: with undo, numbered lines, wrapped lines, cards of experiments, and marks at the lines with problems.
 *
 * The view is in a shadow tree, where CodeMirror's styles are constructed style sheets, which the page's content security
 * policy accepts.
 */
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { EditorState, StateEffect, StateField, type ChangeDesc, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  lineNumbers,
  placeholder,
  type DecorationSet,
} from '@codemirror/view';
import { EDITOR } from '../viewStrings';
import { experimentCards, type CardTools } from './cards';
import { differenceOf } from './difference';

/** Functions that a view calls. */
export interface TextViewTools extends CardTools {
  /** Receives the text after a change. */
  onText(text: string, changes: ChangeDesc): void;
  /** Receives the line of the cursor, from 1. */
  onLine(line: number): void;
}

/** A view of texts with its extensions. */
export interface TextView {
  view: EditorView;
  /** Shows another text, with nothing to undo. */
  open(text: string): void;
}

/** Creates the view of a text in an element. */
export function createTextView(host: HTMLElement, text: string, tools: TextViewTools): TextView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const all = extensions(tools);
  const stateOf = (doc: string): EditorState => EditorState.create({ doc, extensions: all });
  const view = new EditorView({ root, parent: root, state: stateOf(text) });
  return { view, open: (next) => view.setState(stateOf(next)) };
}

function extensions(tools: TextViewTools): Extension {
  return [
    history(),
    keymap.of([...historyKeymap, ...defaultKeymap]),
    lineNumbers(),
    EditorView.lineWrapping,
    placeholder(EDITOR.empty),
    EditorView.contentAttributes.of({
      'aria-label': EDITOR.text,
      autocapitalize: 'off',
      spellcheck: 'false',
      // Editable text takes the focus by itself, which tools for accessibility do not see.
      tabindex: '0',
    }),
    experimentCards(tools),
    problemLines,
    EditorView.updateListener.of(({ docChanged, selectionSet, state, changes }) => {
      if (docChanged) tools.onText(state.doc.toString(), changes);
      if (docChanged || selectionSet) tools.onLine(state.doc.lineAt(state.selection.main.head).number);
    }),
    LOOK,
  ];
}

/** Changes the text of a view as one step of its own that undo takes back, and selects a part of it. */
export function replaceText(
  view: EditorView,
  next: string,
  selection?: readonly [from: number, to: number],
): void {
  const { from, to, text } = differenceOf(view.state.doc.toString(), next);
  view.dispatch({
    changes: { from, to, insert: text },
    annotations: isolateHistory.of('full'),
    ...(selection ? { selection: { anchor: selection[0], head: selection[1] }, scrollIntoView: true } : {}),
  });
}

/** Puts the cursor at the beginning of a line and shows it. */
export function goToLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  const { from } = doc.line(Math.min(Math.max(1, line), doc.lines));
  view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
  view.focus();
}

/** Marks the lines that have problems. */
export function markLines(view: EditorView, lines: readonly number[]): void {
  view.dispatch({ effects: marked.of(lines) });
}

const marked = StateEffect.define<readonly number[]>();

const problemLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, { state, effects, changes }) {
    const effect = effects.findLast((one) => one.is(marked));
    if (!effect?.is(marked)) return known.map(changes);
    const lines = [...new Set(effect.value)].filter((line) => line >= 1 && line <= state.doc.lines);
    const mark = Decoration.line({ class: 'cm-problem' });
    const isSorted = false;
    return Decoration.set(
      lines.map((line) => mark.range(state.doc.line(line).from)),
      !isSorted,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

const LOOK = EditorView.theme({
  '&': {
    height: '100%',
    boxSizing: 'border-box',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    fontSize: 'var(--s2)',
  },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-placeholder': { color: 'var(--ink-3)', whiteSpace: 'normal' },
  '.cm-gutters': {
    border: 'none',
    borderRight: '1px solid var(--line)',
    backgroundColor: 'var(--surface-2)',
    color: 'var(--ink-3)',
  },
  '.cm-problem': {
    backgroundColor: 'var(--warn-soft)',
    boxShadow: 'inset 3px 0 0 var(--warn)',
  },
  '.cm-experiment': {
    display: 'inline-flex',
    flexWrap: 'wrap',
    gap: '0 4px',
    alignItems: 'center',
    maxWidth: '100%',
    boxSizing: 'border-box',
    margin: '2px 4px',
    padding: '0 4px 0 8px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--surface-2)',
    color: 'var(--ink)',
    fontFamily: 'var(--font)',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'normal',
    verticalAlign: 'middle',
  },
  '.cm-experiment button': {
    minHeight: 'var(--target)',
    padding: '0 6px',
    border: 'none',
    borderRadius: 'var(--radius)',
    background: 'none',
    color: 'var(--accent)',
    font: 'inherit',
    cursor: 'pointer',
  },
  '.cm-experiment button:hover': { backgroundColor: 'var(--accent-soft)' },
  '.cm-experiment button:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
});
