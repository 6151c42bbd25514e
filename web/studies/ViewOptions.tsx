/** Settings of the view: log axes, curves or map, and models over the curves. */
import { CheckBox } from '../ui/CheckBox';
import { Button } from '../ui/Button';
import type { ViewSettings } from './viewSettings';
import type { Overlay } from './overlays';
import { VIEW_OPTIONS } from './strings';

interface Props {
  settings: ViewSettings;
  /** Whether two parameters vary, so that a map is possible. */
  hasMap: boolean;
  /** Whether all values on the x axis are numbers above 0. */
  isPositive: boolean;
  models: readonly Overlay[];
  onChange(change: Partial<ViewSettings>): void;
}

/** Shows a map button if a map is possible, else check boxes for the curves. */
export function ViewOptions({ settings, hasMap, isPositive, models, onChange }: Props) {
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
