/** The dialog that lists the keys, from the table that defines them, and explains touch and numbers. */
import { KEY_HELP as CHART_KEYS } from '../charts/strings';
import { KEY_HELP as CANVAS_KEYS } from '../topology/keys';
import { useStore } from 'zustand';
import { openGlossary } from '../learn/opened';
import { GLOSSARY_DIALOG } from '../learn/strings';
import { CheckBox } from '../ui/CheckBox';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { characterKeys, switchCharacterKeys } from '../ui/characterKeys';
import { ThemeToggle } from '../ui/ThemeToggle';
import { PRESENT_KEYS } from '../lessons/classroom/keys';
import { PRESENT_KEY } from '../lessons/classroom/strings';
import { bindings } from './keys';
import { KEY_GROUP, KEY_LABEL, KEYS, REPORT } from './lazyStrings';
import { DOCS_PAGE, HEADER } from './strings';

interface Props {
  open: boolean;
  onClose(): void;
  onSearch(): void;
  onReport(): void;
  onWelcome(): void;
}

/** Dialog with all keys. */
export function KeySheet({ open, onClose, onSearch, onReport, onWelcome }: Props) {
  const on = useStore(characterKeys, (state) => state.on);
  const groups = [...new Set(bindings.map((binding) => binding.group))];
  return (
    <Dialog title={KEYS.title} open={open} onClose={onClose} width={720}>
      <p className="row wrap">
        <Button icon="find" onClick={onSearch} text={KEYS.search} />
        <Button onClick={onWelcome} text={KEYS.welcome} />
        <Button onClick={onReport} text={REPORT.title} />
        <a className="button docs-button" href={DOCS_PAGE} target="_blank" rel="noopener">
          {HEADER.docs}
        </a>
      </p>
      <p>
        {GLOSSARY_DIALOG.about} <Button onClick={() => openGlossary()}>{GLOSSARY_DIALOG.open}</Button>
      </p>
      <div className="key-sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{KEY_GROUP[group]}</h3>
            <dl>
              {bindings
                .filter((binding) => binding.group === group)
                .map((binding) => (
                  <div key={binding.action}>
                    <dt>
                      <Keys keys={binding.keys} />
                    </dt>
                    <dd>{KEY_LABEL[binding.action]}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="key-sheet">
        <section>
          <h3>{PRESENT_KEY.title}</h3>
          <dl>
            {PRESENT_KEYS.map(({ action, keys }) => (
              <div key={action}>
                <dt>
                  <Keys keys={keys.map((key) => KEYS.names[key] ?? key)} />
                </dt>
                <dd>{PRESENT_KEY.labels[action]}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
      <CheckBox label={KEYS.characters} checked={on} onChoose={switchCharacterKeys} />
      <section>
        <h3>{KEYS.network}</h3>
        <p>{CANVAS_KEYS}</p>
      </section>
      <section>
        <h3>{KEYS.charts}</h3>
        <p>{CHART_KEYS}</p>
      </section>
      <section>
        <h3>{KEYS.touch}</h3>
        <p>{KEYS.touchHelp}</p>
      </section>
      <section className="key-colors row">
        <h3>{KEYS.colors}</h3>
        <ThemeToggle />
      </section>
      <section>
        <h3>{KEYS.numbers}</h3>
        <p>{KEYS.numbersHelp}</p>
      </section>
    </Dialog>
  );
}

/** Keys with the same effect, at most two of them. */
function Keys({ keys }: { keys: readonly string[] }) {
  return keys.slice(0, 2).map((key, index) => (
    <span key={key}>
      {index > 0 && KEYS.or}
      {key.split('+').map((part) => (
        <kbd key={part}>{part === 'Mod' ? modifier() : part}</kbd>
      ))}
    </span>
  ));
}

function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? KEYS.modifierMac : KEYS.modifier;
}
