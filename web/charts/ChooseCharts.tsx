/** Chooses which charts are in the stack. The last one left cannot be taken away. */
import { CHARTS, shownCharts } from './all';
import { chooseCharts, useChosenCharts } from './choice';
import { Disclosure } from './Disclosure';

export function ChooseCharts() {
  const chosen = useChosenCharts();
  const shown = new Set(shownCharts(chosen).map(({ id }) => id));
  const toggle = (id: string): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    chooseCharts(next);
  };
  return (
    <Disclosure name="Choose charts" face="Charts">
      {() => (
        <fieldset className="chart-choice">
          <legend className="chart-hidden-text">Charts shown</legend>
          {CHARTS.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={shown.has(id)}
                disabled={shown.size === 1 && shown.has(id)}
                onChange={() => toggle(id)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </Disclosure>
  );
}
