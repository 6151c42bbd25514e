/** Select box whose options are grouped by the part of the network to which they belong. */
interface Props {
  value: string;
  /** The `help` of an item is the title of its option. */
  items: readonly { path: string; owner: string; label: string; help?: string }[];
  onChange(path: string): void;
}

/** Shows the items under their owners; an unknown `value` is shown as it is written. */
export function GroupedSelect({ value, items, onChange }: Props) {
  const owners = [...new Set(items.map(({ owner }) => owner))];
  const chosen = items.find(({ path }) => path === value);
  return (
    <select
      className="input"
      value={value}
      title={chosen?.help}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {!chosen && <option value={value}>{value}</option>}
      {owners.map((owner) => (
        <optgroup key={owner} label={owner}>
          {items
            .filter((item) => item.owner === owner)
            .map(({ path, label, help }) => (
              <option key={path} value={path} title={help}>
                {label}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}
