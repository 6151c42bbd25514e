/** The keys, listed from the table that makes them work, and what else hands can do. */
import { KEY_HELP as CHART_KEYS } from '../charts/keys';
import { KEY_HELP as CANVAS_KEYS } from '../topology/keys';
import { useStore } from 'zustand';
import { openGlossary } from '../learn/opened';
import { GLOSSARY_DIALOG } from '../learn/strings';
import { Dialog } from '../ui/Dialog';
import { ThemeToggle } from '../ui/ThemeToggle';
import { bindings, characterKeys, switchCharacterKeys, type Binding } from './keys';

interface Props {
  open: boolean;
  onClose(): void;
}

export function KeySheet({ open, onClose }: Props) {
  const on = useStore(characterKeys, (state) => state.on);
  const groups = [...new Set(bindings.map((binding) => binding.group))];
  return (
    <Dialog title="Keys and help" open={open} onClose={onClose} width={720}>
      <p>
        {GLOSSARY_DIALOG.about}{' '}
        <button type="button" className="button" onClick={() => openGlossary()}>
          {GLOSSARY_DIALOG.open}
        </button>
      </p>
      <div className="key-sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings
                .filter((binding) => binding.group === group)
                .map((binding) => (
                  <div key={binding.action}>
                    <dt>
                      <Keys binding={binding} />
                    </dt>
                    <dd>{binding.label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="box">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => switchCharacterKeys(event.currentTarget.checked)}
        />
        Single letters and signs act as keys. They do nothing while a button or a field has the focus.
      </label>
      <section>
        <h3>Network</h3>
        <p>{CANVAS_KEYS}</p>
      </section>
      <section>
        <h3>Charts</h3>
        <p>{CHART_KEYS}</p>
      </section>
      <section>
        <h3>Fingers</h3>
        <p>
          Tap a part of the network to see its parameters; drag the handle of a buffer, or a quantity, to
          change it. Two fingers zoom the network, or the time of the charts. A tap in a chart pins that
          moment; a finger that goes sideways moves it, and Live follows the run again.
        </p>
      </section>
      <section className="key-colours">
        <h3>Colours</h3>
        <ThemeToggle />
      </section>
      <section>
        <h3>Numbers</h3>
        <p>
          Type them as people do: 100 Mb/s, 2.5G, 50 ms, 64 kB. Arrow keys step, with Shift through 1, 2, 5.
          Drag a number’s name to the left or right.
        </p>
      </section>
    </Dialog>
  );
}

/** `Shift+z` as keys, with one alternative after it. */
function Keys({ binding }: { binding: Binding }) {
  return binding.keys.slice(0, 2).map((key, index) => (
    <span key={key}>
      {index > 0 && ' or '}
      {key.split('+').map((part) => (
        <kbd key={part}>{part === 'Mod' ? modifier() : part}</kbd>
      ))}
    </span>
  ));
}

function modifier(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
