/**
 * The welcome: what this is, and four ways to begin, over the running Lab.
 *
 * It is not modal. A click beside it, Escape, or a key that acts on the page closes it for good; the click and the key
 * still have their effect. The name of the page opens it again.
 */
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { lessons } from '../learn/lazyLessons';
import { Button } from '../ui/Button';
import { Icon, type IconName } from '../ui/Icon';
import { useLazy } from '../ui/lazy';
import { useNarrow } from '../ui/useNarrow';
import { WELCOME } from './welcomeStrings';
import './welcome.css';

interface Props {
  onClose(): void;
  /** Opens a view at an address. */
  onView(view: 'learn' | 'papers', hash: string): void;
  /** Opens the dialog "New experiment" with the question about the buffer. */
  onSize(): void;
  /** Opens the gallery of presets. */
  onExplore(): void;
}

/** Panel with the four doors. */
export function Welcome({ onClose, onView, onSize, onExplore }: Props) {
  const panel = useRef<HTMLElement>(null);
  const narrow = useNarrow();
  const lesson = useLazy(lessons)?.firstLesson() ?? null;
  const close = useEffectEvent(onClose);
  useEffect(() => {
    void lessons.fetch();
    panel.current?.focus();
    const onPointer = ({ target }: Event): void => {
      // The button that opened the panel closes it by its own click.
      if (target instanceof Element && !target.closest('.welcome, .name-button')) close();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') event.preventDefault();
      else if (STAYS.has(event.key) || isInside(panel.current, event)) return;
      close();
    };
    window.addEventListener('pointerdown', onPointer, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', onPointer, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, []);
  const through = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <section ref={panel} className="welcome" aria-label={WELCOME.label} tabIndex={-1}>
      <header className="row">
        <h2>{WELCOME.title}</h2>
        <Button quiet icon="close" label={WELCOME.close} onClick={onClose} />
      </header>
      <p>{WELCOME.about}</p>
      <ul className="doors">
        <Entrance
          icon="play"
          name={WELCOME.learn}
          onOpen={through(() => onView('learn', lesson ? `#learn/${lesson.id}` : '#learn'))}
        >
          {lesson ? WELCOME.lesson(lesson.title, lesson.minutes) : WELCOME.course}
        </Entrance>
        <Entrance icon="add" name={WELCOME.size} onOpen={through(onSize)}>
          {WELCOME.sizeAbout}
        </Entrance>
        <Entrance icon="find" name={WELCOME.explore} onOpen={through(onExplore)}>
          {WELCOME.exploreAbout}
        </Entrance>
        <Entrance icon="beside" name={WELCOME.reproduce} onOpen={through(() => onView('papers', '#papers'))}>
          {WELCOME.reproduceAbout}
        </Entrance>
      </ul>
      <footer className="row wrap">
        <Button onClick={onClose} text={WELCOME.close} />
        <p className="note">{narrow ? WELCOME.backNarrow : WELCOME.back}</p>
      </footer>
    </section>
  );
}

interface EntranceProps {
  icon: IconName;
  name: string;
  onOpen(): void;
  children: ReactNode;
}

function Entrance({ icon, name, onOpen, children }: EntranceProps) {
  return (
    <li>
      <Button kind="door" onClick={onOpen}>
        <Icon name={icon} />
        <b>{name}</b>
        <span>{children}</span>
      </Button>
    </li>
  );
}

/** Keys that move the focus or only modify others. */
const STAYS: ReadonlySet<string> = new Set(['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'CapsLock']);

/** Returns whether a key is pressed on a button of the panel. */
function isInside(panel: HTMLElement | null, { target }: Event): boolean {
  return target instanceof Element && target !== panel && panel?.contains(target) === true;
}
