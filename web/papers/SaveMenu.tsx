/** Handing a figure out as a file: SVG, PNG or CSV, each with the link to it inside. */
import { notify } from '../ui/notices';
import type { Artefact, Chart, Kept } from './artefact';
import type { Curve } from './curves';
import { saveFigure, type FileKind } from './save';

interface Props {
  artefact: Artefact;
  kept: Kept | null;
  chart: Chart;
  curves: readonly Curve[];
}

const KINDS: readonly FileKind[] = ['svg', 'png', 'csv'];

export function SaveMenu({ artefact, kept, chart, curves }: Props) {
  const save = async (kind: FileKind): Promise<void> => {
    const isSaved = await saveFigure({ artefact, kept, chart, curves }, kind);
    if (!isSaved) notify('This browser could not make the picture.', 'refused');
  };
  return (
    <div className="paper-save" role="group" aria-label={`Save “${chart.title}”`}>
      {KINDS.map((kind) => (
        <button key={kind} type="button" className="button quiet" onClick={() => void save(kind)}>
          {kind.toUpperCase()}
        </button>
      ))}
    </div>
  );
}
