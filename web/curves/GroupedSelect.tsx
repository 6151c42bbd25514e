/** A choice among things that belong to others, under the names of those. */
interface Props {
  value: string;
  items: readonly { path: string; owner: string; label: string }[];
  onChange(path: string): void;
}

export function GroupedSelect({ value, items, onChange }: Props) {
  const owners = [...new Set(items.map(({ owner }) => owner))];
  const isKnown = items.some(({ path }) => path === value);
  return (
    <select className="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {!isKnown && <option value={value}>{value}</option>}
      {owners.map((owner) => (
        <optgroup key={owner} label={owner}>
          {items
            .filter((item) => item.owner === owner)
            .map(({ path, label }) => (
              <option key={path} value={path}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
