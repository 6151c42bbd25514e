/** Buttons that save a chart as SVG, PNG or CSV; each file contains the link to the figure. */
import { Button } from '../ui/Button';
import { notify } from '../ui/notices';
import type { Figure, Chart, StoredResult } from '../types/papers';
import type { Curve } from './curves';
import { saveFigure, type FileKind } from './save';
import { CHART as STRINGS } from './strings';

interface Props {
  figure: Figure;
  result: StoredResult | null;
  chart: Chart;
  curves: readonly Curve[];
}

const KINDS: readonly FileKind[] = ['svg', 'png', 'csv'];

/** One button for each file type. */
export function SaveMenu({ figure, result, chart, curves }: Props) {
  const save = async (kind: FileKind): Promise<void> => {
    const isSaved = await saveFigure({ figure, result, chart, curves }, kind);
    if (!isSaved) notify(STRINGS.saveFailed, 'refused');
  };
  return (
    <div className="paper-save" role="group" aria-label={STRINGS.save(chart.title)}>
      {KINDS.map((kind) => (
        <Button key={kind} quiet onClick={() => void save(kind)} text={kind.toUpperCase()} />
      ))}
    </div>
  );
}
