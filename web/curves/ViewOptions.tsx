/** How the curves are looked at: axes, curves or map, models over them. */
import type { ViewSettings } from './viewSettings';
import type { Overlay } from './overlays';

interface Props {
  settings: ViewSettings;
  /** Whether there are two fields for a map. */
  hasMap: boolean;
  /** Whether the x axis has numbers above 0 only. */
  isPositive: boolean;
  models: readonly Overlay[];
  onChange(change: Partial<ViewSettings>): void;
}

export function ViewOptions({ settings, hasMap, isPositive, models, onChange }: Props) {
  const toggled = (id: string): string[] =>
    settings.models.includes(id) ? settings.models.filter((one) => one !== id) : [...settings.models, id];
  const isMap = settings.view === 'map' && hasMap;
  return (
    <div className="curve-looks" role="group" aria-label="How it is drawn">
      {hasMap && (
        <button
          type="button"
          className="button"
          aria-pressed={isMap}
          onClick={() => onChange({ view: isMap ? 'curves' : 'map' })}
        >
          Map
        </button>
      )}
      {!isMap && (
        <>
          <Box
            label="x by ratios"
            checked={settings.x === 'log'}
            disabled={!isPositive}
            onChange={(log) => onChange({ x: log ? 'log' : 'linear' })}
          />
          <Box
            label="y by ratios"
            checked={settings.y === 'log'}
            onChange={(log) => onChange({ y: log ? 'log' : 'linear' })}
          />
          {models.map(({ model, name }) => (
            <Box
              key={model}
              label={name}
              checked={settings.models.includes(model)}
              onChange={() => onChange({ models: toggled(model) })}
            />
          ))}
        </>
      )}
    </div>
  );
}

interface BoxProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
}

function Box({ label, checked, disabled, onChange }: BoxProps) {
  return (
    <label className="box">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
