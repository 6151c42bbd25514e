/**
 * Experiments in the text of the editor, as cards: a link is folded into a card with the flows and the rates of its
 * experiment; a preset or a document has its card behind it. The text stays as it is: it is saved and copied with the link.
 */
import {
  StateEffect,
  StateField,
  type EditorState,
  type Extension,
  type Range,
  type Text,
} from '@codemirror/state';
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view';
import type { Origin } from '../format/lesson';
import { EDITOR } from '../viewStrings';
import { experimentsIn, type ExperimentPlace } from './experiments';

/** Functions that the cards use. */
export interface CardTools {
  /** Returns the experiment in a few words, or why it cannot be opened; null until it is known. */
  describe(origin: Origin): string | null;
  /** Opens the experiment at a place in the Lab. */
  onChange(place: ExperimentPlace): void;
  /** Puts the experiment of the Lab in a place. */
  onTake(place: ExperimentPlace): void;
}

/** Draws the cards again, after an experiment was described. */
export const described = StateEffect.define();

/** Shows or folds the link that begins at a position. */
const toggled = StateEffect.define<number>({ map: (at, changes) => changes.mapPos(at) });

interface Cards {
  places: readonly ExperimentPlace[];
  /** Starts of the links that the author has unfolded. */
  shown: ReadonlySet<number>;
  decorations: DecorationSet;
  /** Folded links, which the cursor passes in one step. */
  folded: DecorationSet;
}

/** Returns the extension that shows the cards. */
export function experimentCards(tools: CardTools): Extension {
  const cards = StateField.define<Cards>({
    create: (state) => cardsOf(state, experimentsIn(state.doc.toString()), new Set(), tools),
    update(known, { state, docChanged, selection, effects, changes }) {
      const isNew =
        docChanged || selection !== undefined || effects.some((one) => one.is(described) || one.is(toggled));
      if (!isNew) return known;
      const places = docChanged ? experimentsIn(state.doc.toString()) : known.places;
      const shown = new Set([...known.shown].map((at) => changes.mapPos(at, 1)));
      for (const effect of effects) {
        if (!effect.is(toggled)) continue;
        if (!shown.delete(effect.value)) shown.add(effect.value);
      }
      return cardsOf(state, places, shown, tools);
    },
    provide: (field) => [
      EditorView.decorations.from(field, ({ decorations }) => decorations),
      EditorView.atomicRanges.of((view) => view.state.field(field).folded),
    ],
  });
  return cards;
}

function cardsOf(
  state: EditorState,
  places: readonly ExperimentPlace[],
  shown: ReadonlySet<number>,
  tools: CardTools,
): Cards {
  const all: Range<Decoration>[] = [];
  const folded: Range<Decoration>[] = [];
  for (const place of places) {
    const isLink = place.origin.kind === 'link';
    const isFolded = isLink && !shown.has(place.from) && !hasCursor(state, place);
    const shownAs = { text: tools.describe(place.origin), isLink, isFolded };
    const widget = new Card(shownAs, tools);
    if (isFolded) {
      const range = Decoration.replace({ widget }).range(place.value, place.to);
      all.push(range);
      folded.push(range);
    } else {
      const at = place.origin.kind === 'document' ? endOfLine(state.doc, place.from) : place.to;
      all.push(Decoration.widget({ widget, side: 1 }).range(at));
    }
  }
  const isSorted = true;
  return {
    places,
    shown,
    decorations: Decoration.set(all, isSorted),
    folded: Decoration.set(folded, isSorted),
  };
}

/** A link is not folded while it is typed or pasted. */
function hasCursor({ selection }: EditorState, { value, to }: ExperimentPlace): boolean {
  return selection.ranges.some(({ head }) => head > value && head < to);
}

const endOfLine = (doc: Text, at: number): number => doc.lineAt(at).to;

interface Shown {
  text: string | null;
  isLink: boolean;
  isFolded: boolean;
}

/** Card of one experiment. */
class Card extends WidgetType {
  constructor(
    private readonly shown: Shown,
    private readonly tools: CardTools,
  ) {
    super();
  }

  override eq({ shown }: Card): boolean {
    const { text, isLink, isFolded } = this.shown;
    return shown.text === text && shown.isLink === isLink && shown.isFolded === isFolded;
  }

  override ignoreEvent(): boolean {
    return true;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { text, isLink, isFolded } = this.shown;
    const name = text ?? EDITOR.reading;
    const card = document.createElement('span');
    card.className = 'cm-experiment';
    card.setAttribute('role', 'group');
    card.setAttribute('aria-label', EDITOR.card(name));
    const title = document.createElement('span');
    title.textContent = EDITOR.card(name);
    const place = (): ExperimentPlace | null => placeAt(view, card);
    const act = (run: (place: ExperimentPlace) => void) => (): void => {
      const found = place();
      if (found) run(found);
    };
    card.append(
      title,
      button(EDITOR.changeInLab, name, act(this.tools.onChange)),
      button(EDITOR.takeFromLab, name, act(this.tools.onTake), EDITOR.takeHint),
    );
    if (isLink) {
      const toggle = act(({ from, value }) => {
        view.dispatch({ effects: toggled.of(from), selection: { anchor: value } });
        view.focus();
      });
      card.append(button(isFolded ? EDITOR.showLink : EDITOR.foldLink, name, toggle));
    }
    return card;
  }
}

/** Returns the experiment whose card this is, where it now stands in the text. */
function placeAt(view: EditorView, card: HTMLElement): ExperimentPlace | null {
  const at = view.posAtDOM(card);
  const line = view.state.doc.lineAt(at);
  return (
    experimentsIn(view.state.doc.toString()).find(({ from }) => from >= line.from && from <= line.to) ?? null
  );
}

function button(text: string, name: string, onClick: () => void, hint = ''): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  element.title = hint;
  element.setAttribute('aria-label', EDITOR.button(text, name));
  element.addEventListener('click', onClick);
  return element;
}
