/** Selection of the charts in the stack. The last chart cannot be removed. */
import { useLab } from '../lab/context';
import { CheckBox } from '../ui/CheckBox';
import { CHARTS, shownCharts } from './all';
import { chooseCharts, PACKETS_ID, useChosenCharts } from './choice';
import { Disclosure } from './Disclosure';
import { STACK } from './strings';

/** Button that opens a panel with one checkbox per chart. */
export function ChooseCharts() {
  const chosen = useChosenCharts();
  const scenario = useLab(({ current }) => current);
  const charts = shownCharts(chosen, scenario);
  const shown = new Set(charts.map(({ id }) => id));
  if (chosen?.has(PACKETS_ID)) shown.add(PACKETS_ID);
  const [first, ...more] = charts.filter(({ quiet }) => quiet !== true);
  const last = more.length > 0 ? null : first?.id;
  const toggle = (id: string): void => {
    const next = new Set(shown);
    if (!next.delete(id)) next.add(id);
    chooseCharts(next);
  };
  return (
    <Disclosure name={STACK.chooseCharts} face={STACK.charts}>
      {() => (
        <fieldset className="chart-choice">
          <legend className="chart-hidden-text">{STACK.chartsShown}</legend>
          {CHARTS.filter(({ id }, i) => CHARTS[i - 1]?.id !== id).map(({ id, name }) => (
            <CheckBox
              key={id}
              label={name}
              checked={shown.has(id)}
              disabled={id === last}
              onChoose={() => toggle(id)}
            />
          ))}
          <CheckBox
            label={STACK.packets}
            checked={shown.has(PACKETS_ID)}
            onChoose={() => toggle(PACKETS_ID)}
          />
        </fieldset>
      )}
    </Disclosure>
  );
}
