/** List of measured runs, with the choice of the baseline, and a button that opens another. */
import { useStore } from 'zustand';
import { useLab } from '../lab/context';
import { measuredPart } from '../measured/lazyMeasured';
import { nameOf } from '../measured/measuredRun';
import { measuredStore, takeMeasured } from '../measured/offer';
import { Button } from '../ui/Button';
import { FilePicker } from '../ui/FilePicker';
import type { CompareController } from './controller';
import { MEASURED_RUNS, SAVED_RUNS } from './strings';

/** Shows the list and the button. */
export function MeasuredRuns({ controller }: { controller: CompareController }) {
  const runs = useStore(controller.store, (s) => s.measured);
  const shown = useLab((s) => s.baseline?.measured?.choice ?? null);
  return (
    <section className="column tight" aria-label={MEASURED_RUNS.name}>
      {runs.length > 0 && (
        <>
          <h3>{MEASURED_RUNS.name}</h3>
          <ul className="saved-runs">
            {runs.map((run) => {
              const { file, choice } = run;
              return (
                <li key={file.sha256}>
                  <div className="saved-run column">
                    <span>{file.name}</span>
                    <span className="note">{nameOf(file)}</span>
                  </div>
                  <Button
                    quiet
                    label={MEASURED_RUNS.detailsOf(file.name)}
                    onClick={() => measuredStore.setState({ offer: { file, choice } })}
                    text={MEASURED_RUNS.details}
                  />
                  <Button
                    quiet
                    label={SAVED_RUNS.showBaseline(file.name)}
                    aria-pressed={shown === choice}
                    onClick={() =>
                      shown === choice
                        ? controller.hideBaseline()
                        : void controller.showMeasured(file, choice)
                    }
                    text={SAVED_RUNS.baseline}
                  />
                  <Button
                    quiet
                    icon="remove"
                    label={SAVED_RUNS.remove(file.name)}
                    title={SAVED_RUNS.removeHelp}
                    onClick={() => controller.removeMeasured(run)}
                  />
                </li>
              );
            })}
          </ul>
        </>
      )}
      <p>
        <FilePicker
          text={MEASURED_RUNS.open}
          title={MEASURED_RUNS.help}
          field={MEASURED_RUNS.field}
          onFile={(file) => {
            void measuredPart.load();
            void takeMeasured(file);
          }}
        />
      </p>
    </section>
  );
}
