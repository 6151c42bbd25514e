/** Settings of the view: log axes, curves or map, and models over the curves. */
import { CheckBox } from '../ui/CheckBox';
import { Button } from '../ui/Button';
import type { ViewSettings } from './viewSettings';
import { AxisOptions } from './AxisOptions';
import type { Field } from './fields';
import type { Measure } from './measures';
import type { Overlay } from './overlays';
import { VIEW_OPTIONS } from './strings';

interface Props {
  settings: ViewSettings;
  /** Whether two parameters vary, so that a map is possible. */
  hasMap: boolean;
  /** Whether all values on the x axis are numbers above 0. */
  isPositive: boolean;
  models: readonly Overlay[];
  x: Field;
  measures: readonly Measure[];
  /** Whether the x axis can be in BDP. */
  hasBdp: boolean;
  onChange(change: Partial<ViewSettings>): void;
}

/** Shows a map button if a map is possible, else check boxes for the curves. */
export function ViewOptions(props: Props) {
  const { settings, hasMap, isPositive, models, x, measures, hasBdp, onChange } = props;
  const toggled = (id: string): string[] =>
    settings.models.includes(id) ? settings.models.filter((one) => one !== id) : [...settings.models, id];
  const isMap = settings.view === 'map' && hasMap;
  return (
    <div className="curve-options row wrap" role="group" aria-label={VIEW_OPTIONS.name}>
      {hasMap && (
        <Button
          aria-pressed={isMap}
          onClick={() => onChange({ view: isMap ? 'curves' : 'map' })}
          text={VIEW_OPTIONS.map}
        />
      )}
      {!isMap && (
        <>
          <CheckBox
            label={VIEW_OPTIONS.logX}
            checked={settings.x === 'log'}
            disabled={!isPositive}
            onChoose={(log) => onChange({ x: log ? 'log' : 'linear' })}
          />
          <CheckBox
            label={VIEW_OPTIONS.logY}
            checked={settings.y === 'log'}
            onChoose={(log) => onChange({ y: log ? 'log' : 'linear' })}
          />
          <AxisOptions
            {...{ x, measures, hasBdp }}
            axes={settings.axes}
            log={{ x: settings.x === 'log', y: settings.y === 'log' }}
            onChange={(axes) => onChange({ axes })}
          />
          {models.map(({ model, name }) => (
            <CheckBox
              key={model}
              label={name}
              checked={settings.models.includes(model)}
              onChoose={() => onChange({ models: toggled(model) })}
            />
          ))}
        </>
      )}
    </div>
  );
}
