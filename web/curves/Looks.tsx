/** How the curves are looked at: axes, curves or map, models over them. */
import type { Look } from './look';
import type { Overlay } from './overlays';

interface Props {
  look: Look;
  /** Whether there are two fields for a map. */
  hasMap: boolean;
  /** Whether the x axis has numbers above 0 only. */
  hasRatios: boolean;
  models: readonly Overlay[];
  onChange(change: Partial<Look>): void;
}

export function Looks({ look, hasMap, hasRatios, models, onChange }: Props) {
  const toggled = (id: string): string[] =>
    look.models.includes(id) ? look.models.filter((one) => one !== id) : [...look.models, id];
  const isMap = look.view === 'map' && hasMap;
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
            checked={look.x === 'log'}
            disabled={!hasRatios}
            onChange={(log) => onChange({ x: log ? 'log' : 'linear' })}
          />
          <Box
            label="y by ratios"
            checked={look.y === 'log'}
            onChange={(log) => onChange({ y: log ? 'log' : 'linear' })}
          />
          {models.map(({ model, name }) => (
            <Box
              key={model}
              label={name}
              checked={look.models.includes(model)}
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
