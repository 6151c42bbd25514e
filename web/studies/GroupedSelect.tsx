/** Select box whose options are grouped by the part of the network to which they belong. */
interface Props {
  value: string;
  items: readonly { path: string; owner: string; label: string }[];
  onChange(path: string): void;
}

/** Shows the items under their owners; an unknown `value` is shown as it is written. */
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
