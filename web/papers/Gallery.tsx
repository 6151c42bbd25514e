/** Gallery of the Papers view: a card for each figure, in groups, and the figures that are not reproduced yet. */
import { useEffect, useId, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { unbroken } from '../presets/unbroken';
import { Button } from '../ui/Button';
import { addressOf } from './address';
import type { Card, Catalog, Missing } from './catalog';
import { checkedText, countsByOwnText, type CountsByOwn } from './format';
import { headingText, paperOf, paperOfId } from './library';
import { groupsOf, reasonsOf, type Filter, type Group } from './search';
import { GALLERY as STRINGS } from './strings';
import { Thumbnail } from './Thumbnail';
import { SHOWN_VERDICTS, VERDICT_SIGNS, type ShownVerdict } from './verdict';
import { VerdictCounts } from './VerdictSign';

interface Props {
  catalog: Catalog;
  filter: Filter;
  onFilter(filter: Filter): void;
  /** Id of the figure that was open last; its card gets the focus. */
  last: string | null;
  onOpen(id: string): void;
}

/** Search field, filters, and the cards of all figures that match. */
export function Gallery({ catalog, filter, onFilter, last, onOpen }: Props) {
  const gallery = useRef<HTMLDivElement>(null);
  const groups = groupsOf(catalog, filter);
  useEffect(() => {
    if (last !== null)
      gallery.current?.querySelector<HTMLElement>(`[data-figure="${CSS.escape(last)}"]`)?.focus();
  }, [last]);
  return (
    <div className="papers-gallery column" ref={gallery} onKeyDown={moveFocus}>
      <Tools filter={filter} onFilter={onFilter} />
      <p className="note" role="status">
        {statusText(catalog, groups)}
      </p>
      {groups.map((group) => (
        <GalleryGroup key={group.id} group={group} onOpen={onOpen} />
      ))}
    </div>
  );
}

function Tools({ filter, onFilter }: Pick<Props, 'filter' | 'onFilter'>) {
  return (
    <div className="papers-tools row wrap">
      <input
        className="input"
        type="search"
        placeholder={STRINGS.searchHint}
        aria-label={STRINGS.search}
        value={filter.words}
        onChange={(event) => onFilter({ ...filter, words: event.currentTarget.value })}
      />
      <Choice
        legend={STRINGS.grouping}
        options={[
          ['paper', STRINGS.byPaper],
          ['topic', STRINGS.byTopic],
        ]}
        value={filter.by}
        onChange={(by) => onFilter({ ...filter, by })}
      />
      <Choice
        legend={STRINGS.filter}
        options={[[null, STRINGS.all], ...VERDICT_OPTIONS]}
        value={filter.verdict}
        onChange={(verdict) => onFilter({ ...filter, verdict })}
      />
    </div>
  );
}

const VERDICT_OPTIONS = SHOWN_VERDICTS.map((verdict): [ShownVerdict, string] => [
  verdict,
  `${VERDICT_SIGNS[verdict]} ${STRINGS.verdicts[verdict]}`,
]);

interface ChoiceProps<T> {
  legend: string;
  options: readonly (readonly [T, string])[];
  value: T;
  onChange(value: T): void;
}

function Choice<T extends string | null>({ legend, options, value, onChange }: ChoiceProps<T>) {
  return (
    <div className="papers-choice" role="group" aria-label={legend}>
      {options.map(([option, label]) => (
        <Button
          key={label}
          quiet
          aria-pressed={option === value}
          onClick={() => onChange(option)}
          text={label}
        />
      ))}
    </div>
  );
}

function GalleryGroup({ group, onOpen }: { group: Group; onOpen(id: string): void }) {
  const heading = useId();
  const { title, subtitle, cards, missing } = group;
  return (
    <section className="papers-group column spaced" aria-labelledby={heading}>
      <h2 id={heading}>
        {title} {subtitle !== '' && <span className="note">{subtitle}</span>}
      </h2>
      {cards.length > 0 && (
        <ul className="papers-cards">
          {cards.map((card) => (
            <li key={card.id}>
              <FigureCard card={card} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && <MissingFigures missing={missing} withPaper={group.id === 'missing'} />}
    </section>
  );
}

function FigureCard({ card, onOpen }: { card: Card; onOpen(id: string): void }) {
  const { id, title, paper, source, verdicts, checked, problem } = card;
  if (problem !== null) {
    return (
      <div className="papers-card broken" data-figure={id} tabIndex={-1}>
        <span className="papers-title">{id}</span>
        <span className="problem">{STRINGS.unreadable(problem)}</span>
      </div>
    );
  }
  return (
    <a
      className="papers-card"
      href={addressOf(id)}
      data-figure={id}
      onClick={(event) => openOnClick(event, id, onOpen)}
    >
      <Thumbnail strokes={card.thumbnail} />
      <span className="papers-title">{unbroken(title)}</span>
      <span className="note">
        {paper}, {source}
      </span>
      {verdicts && checked ? (
        <>
          <VerdictCounts verdicts={verdicts} />
          <span className="note">{checkedText(checked)}</span>
        </>
      ) : (
        <span className="note">{STRINGS.notChecked}</span>
      )}
    </a>
  );
}

/** Figures that are not reproduced yet, by reason. */
function MissingFigures({ missing, withPaper }: { missing: readonly Missing[]; withPaper: boolean }) {
  return (
    <details className="papers-missing">
      <summary>{STRINGS.missing(missing.length)}</summary>
      <dl>
        {reasonsOf(missing).map(({ why, ids }) => (
          <div key={why}>
            <dt>{why === '' ? STRINGS.noReason : why}</dt>
            <dd>
              {ids
                .map((id) =>
                  withPaper ? `${paperOfId(id)?.cited ?? ''} ${headingText(id)}` : headingText(id),
                )
                .join(' · ')}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function statusText({ cards, missing }: Catalog, groups: readonly Group[]): string {
  if (cards.length + missing.length === 0) return STRINGS.empty;
  const shown = new Set(groups.flatMap((group) => group.cards));
  const missingShown = new Set(groups.flatMap((group) => group.missing)).size;
  if (shown.size === 0 && missingShown === 0) return STRINGS.noMatch;
  const total = sumOf([...shown].flatMap(({ verdicts }) => verdicts ?? []));
  const papers = new Set([...shown].map(({ paper }) => paperOf(paper).id)).size;
  const figures =
    shown.size === cards.length
      ? STRINGS.total(cards.length, papers)
      : STRINGS.totalOf(shown.size, cards.length, papers);
  return (
    STRINGS.status(figures, countsByOwnText(total)) +
    (missing.length > 0 ? STRINGS.statusMissing(missingShown) : '')
  );
}

function sumOf(all: readonly CountsByOwn[]): CountsByOwn {
  const sum: CountsByOwn = { paper: {}, ours: {} };
  for (const counts of all) {
    for (const own of ['paper', 'ours'] as const) {
      for (const verdict of SHOWN_VERDICTS) {
        sum[own][verdict] = (sum[own][verdict] ?? 0) + (counts[own][verdict] ?? 0);
      }
    }
  }
  return sum;
}

/** Opens a figure in this tab, unless a modifier key asks the browser for another tab or window. */
function openOnClick(event: MouseEvent, id: string, onOpen: (id: string) => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  onOpen(id);
}

/** Moves the focus by arrow keys: left and right in order, up and down to the nearest card of another row. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const target = event.target as HTMLElement;
  const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-figure]')];
  const current = cards.indexOf(target);
  if (current < 0 && !(event.key === 'ArrowDown' && target instanceof HTMLInputElement)) return;
  const next = current < 0 ? cards[0] : neighbor(cards, current, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function neighbor(cards: readonly HTMLElement[], current: number, key: string): HTMLElement | undefined {
  if (key === 'ArrowRight') return cards[current + 1];
  if (key === 'ArrowLeft') return cards[current - 1];
  if (key === 'Home') return cards[0];
  if (key === 'End') return cards.at(-1);
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const from = cards[current]!.getBoundingClientRect();
  const distance = (card: HTMLElement): number => {
    const box = card.getBoundingClientRect();
    const down = (box.top - from.top) * (key === 'ArrowDown' ? 1 : -1);
    return down < 2 ? Infinity : down * 4 + Math.abs(box.left - from.left);
  };
  const next = cards.toSorted((a, b) => distance(a) - distance(b))[0];
  return next && Number.isFinite(distance(next)) ? next : undefined;
}
