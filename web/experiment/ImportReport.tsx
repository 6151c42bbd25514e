/** The report on an imported text: what each line sets, what is left out with the reason, and what the text does not say. */
import type { Catalog } from '../engine/catalog';
import { fieldText, fieldsOf, type SetFields } from './importText';
import type { Imported, ImportedLine } from '../sweep/importedText';
import { PASTE } from './strings';

/** Report with a section for each line. */
export function ImportReport({ imported, catalog }: { imported: Imported; catalog: Catalog }) {
  const { scenario, lines, assumed } = imported;
  const shown = lines.slice(0, MOST_LINES);
  const left = lines.reduce((sum, line) => sum + line.left_out.length, 0);
  return (
    <section className="import-report column" aria-label={PASTE.report}>
      <p role="status">{PASTE.summary(lines.length, left)}</p>
      <ol className="import-lines">
        {shown.map((line) => (
          <Line key={line.number} line={line} set={fieldsOf(line, scenario, catalog)} />
        ))}
      </ol>
      {lines.length > MOST_LINES && <p className="note">{PASTE.more(lines.length - MOST_LINES)}</p>}
      {assumed.length > 0 && (
        <>
          <p>{PASTE.assumed}</p>
          <ul className="import-words">
            {assumed.map(({ path, reason }) => (
              <li key={path}>
                {path === 'groups.tcp' ? PASTE.traffic : fieldText(path, scenario, catalog)}
                <span className="note">{reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** Number of lines that are shown: more than a setup of one link has. */
const MOST_LINES = 200;

function Line({ line, set }: { line: ImportedLine; set: readonly SetFields[] }) {
  return (
    <li value={line.number}>
      <code>{line.text}</code>
      <ul className="import-words">
        {set.map(({ words, fields, notes }) => (
          <li key={words} className="import-set">
            <code>{words}</code> {PASTE.sets(fields)}
            {notes.map((note) => (
              <span key={note} className="note">
                {note}
              </span>
            ))}
          </li>
        ))}
        {line.left_out.map(({ words, reason }, place) => (
          <li key={place} className="import-left">
            <code>{words}</code> {PASTE.leftOut}
            <span className="note">{reason}</span>
          </li>
        ))}
      </ul>
    </li>
  );
}
