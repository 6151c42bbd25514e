/** The wall: a card for each artefact, in groups, and what the papers hold that is not there yet. */
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { addressOf } from './address';
import type { Verdict } from './artefact';
import type { Card, Catalogue, Missing } from './catalogue';
import { headingText, paperOf, paperOfId } from './library';
import { groupsOf, reasonsOf, type Filter, type Group } from './search';
import { unbroken } from '../presets/unbroken';
import { Sketch } from './Sketch';
import { VerdictCounts } from './VerdictSign';
import { checkedText, countsByOwnText, VERDICTS, type CountsByOwn } from './words';

interface Props {
  catalogue: Catalogue;
  filter: Filter;
  onFilter(filter: Filter): void;
  /** The one that was open last, which has the focus again. */
  last: string | null;
  onOpen(id: string): void;
}

export function Wall({ catalogue, filter, onFilter, last, onOpen }: Props) {
  const wall = useRef<HTMLDivElement>(null);
  const groups = groupsOf(catalogue, filter);
  useEffect(() => {
    if (last !== null)
      wall.current?.querySelector<HTMLElement>(`[data-artefact="${CSS.escape(last)}"]`)?.focus();
  }, [last]);
  return (
    <div className="wall" ref={wall} onKeyDown={walk}>
      <Tools filter={filter} onFilter={onFilter} />
      <p className="note" role="status">
        {statusText(catalogue, groups)}
      </p>
      {groups.map((group) => (
        <WallGroup key={group.id} group={group} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Tools({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  return (
    <div className="wall-tools">
      <input
        className="input"
        type="search"
        placeholder="Find a figure: a word of its title, paper or topic"
        aria-label="Find a figure"
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.currentTarget.value })}
      />
      <Choice
        legend="In groups"
        options={[
          ['paper', 'By paper'],
          ['topic', 'By topic'],
        ]}
        value={filter.by}
        onChange={(by) => onFilter({ ...filter, by })}
      />
      <Choice
        legend="With a claim that"
        options={[[null, 'All'], ...VERDICT_OPTIONS]}
        value={filter.verdict}
        onChange={(verdict) => onFilter({ ...filter, verdict })}
      />
    </div>
  );
}

const VERDICT_IDS = Object.keys(VERDICTS) as Verdict[];
const VERDICT_OPTIONS = VERDICT_IDS.map((verdict): [Verdict, string] => [
  verdict,
  `${VERDICTS[verdict].sign} ${{ holds: 'Holds', remark: 'With a remark', undecided: 'Undecided', differs: 'Differs' }[verdict]}`,
]);

interface ChoiceProps<T> {
  legend: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange(value: T): void;
}

function Choice<T extends string | null>({ legend, options, value, onChange }: ChoiceProps<T>) {
  return (
    <div className="wall-choice" role="group" aria-label={legend}>
      {options.map(([option, label]) => (
        <button
          key={label}
          type="button"
          className="button quiet"
          aria-pressed={option === value}
          onClick={() => onChange(option)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

function WallGroup({ group, onOpen }: { group: Group; onOpen(id: string): void }) {
  const heading = useId();
  const { title, subtitle, cards, missing } = group;
  return (
    <section className="wall-group" aria-labelledby={heading}>
      <h2 id={heading}>
        {title} {subtitle !== '' && <span className="note">{subtitle}</span>}
      </h2>
      {cards.length > 0 && (
        <ul className="wall-cards">
          {cards.map((card) => (
            <li key={card.id}>
              <WallCard card={card} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <NotYet missing={missing} named={group.id === 'missing'} />}
    </section>
  );
}

function WallCard({ card, onOpen }: { card: Card; onOpen(id: string): void }) {
  const { id, title, paper, source, verdicts, checked, problem } = card;
  if (problem !== null) {
    return (
      <div className="wall-card broken" data-artefact={id} tabIndex={-1}>
        <span className="wall-title">{id}</span>
        <span className="problem">This artefact cannot be shown: {problem}.</span>
      </div>
    );
  }
  return (
    <a
      className="wall-card"
      href={addressOf(id)}
      data-artefact={id}
      onClick={(event) => enter(event, id, onOpen)}
    >
      <Sketch strokes={card.sketch} />
      <span className="wall-title">{unbroken(title)}</span>
      <span className="note">
        {paper}, {source}
      </span>
      {verdicts && checked ? (
        <>
          <VerdictCounts verdicts={verdicts} />
          <span className="note">{checkedText(checked)}</span>
        </>
      ) : (
        <span className="note">Not checked yet.</span>
      )}
    </a>
  );
}

/** What is not there, by its reason. */
function NotYet({ missing, named }: { missing: readonly Missing[]; named: boolean }) {
  return (
    <details className="wall-missing">
      <summary>
        {missing.length} {missing.length === 1 ? 'heading is' : 'headings are'} not there yet
      </summary>
      <dl>
        {reasonsOf(missing).map(({ why, ids }) => (
          <div key={why}>
            <dt>{why === '' ? 'No reason is given' : why}</dt>
            <dd>
              {ids
                .map((id) => (named ? `${paperOfId(id)?.cited ?? ''} ${headingText(id)}` : headingText(id)))
                .join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function statusText({ cards, missing }: Catalogue, groups: readonly Group[]): string {
  if (cards.length + missing.length === 0) return 'No figure is here yet.';
  const shown = new Set(groups.flatMap((group) => group.cards));
  const lacking = new Set(groups.flatMap((group) => group.missing)).size;
  if (shown.size === 0 && lacking === 0) return 'Nothing is like this.';
  const total = sumOf([...shown].flatMap(({ verdicts }) => verdicts ?? []));
  const all = shown.size === cards.length ? `${cards.length}` : `${shown.size} of ${cards.length}`;
  const papers = new Set([...shown].map(({ paper }) => paperOf(paper).id)).size;
  const of = `${all} ${cards.length === 1 ? 'artefact' : 'artefacts'} of ${papers} ${papers === 1 ? 'paper' : 'papers'}`;
  const rest =
    missing.length > 0 ? ` ${lacking} further headings are not there yet, each with its reason.` : '';
  return `${of}; of their claims ${countsByOwnText(total)}.${rest}`;
}

function sumOf(all: readonly CountsByOwn[]): CountsByOwn {
  const sum: CountsByOwn = { paper: {}, ours: {} };
  for (const counts of all) {
    for (const own of ['paper', 'ours'] as const) {
      for (const verdict of VERDICT_IDS) {
        sum[own][verdict] = (sum[own][verdict] ?? 0) + (counts[own][verdict] ?? 0);
      }
    }
  }
  return sum;
}

/** Here, unless the browser was asked for another tab or window. */
function enter(event: MouseEvent, id: string, onOpen: (id: string) => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onOpen(id);
}

/** Arrow keys walk through the cards: left and right in their order, up and down to the nearest of another row. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const target = event.target as HTMLElement;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-artefact]')];
  const here = cards.indexOf(target);
  if (here < 0 && !(event.key === 'ArrowDown' && target instanceof HTMLInputElement)) return;
  const next = here < 0 ? cards[0] : neighbour(cards, here, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function neighbour(cards: readonly HTMLElement[], here: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return cards[here + 1];
  if (key === 'ArrowLeft') return cards[here - 1];
  if (key === 'Home') return cards[0];
  if (key === 'End') return cards.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const from = cards[here]!.getBoundingClientRect();
  const away = (card: HTMLElement): number => {
    const box = card.getBoundingClientRect();
    const down = (box.top - from.top) * (key === 'ArrowDown' ? 1 : -1);
    return down < 2 ? Infinity : down * 4 + Math.abs(box.left - from.left);
  };
  const next = cards.toSorted((a, b) => away(a) - away(b))[0];
  return next && Number.isFinite(away(next)) ? next : undefined;
}
