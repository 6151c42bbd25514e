/** The dialog about a measured run: what was read, what was left out, and what each series is used for. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import type { GroupInfo } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import { isRecord } from '../scenario/path';
import type { AboutMeasured, MeasuredFile } from '../sweep/measuredFile';
import { Button } from '../ui/Button';
import { CheckBox } from '../ui/CheckBox';
import { Dialog } from '../ui/Dialog';
import { Select } from '../ui/Select';
import type { MeasuredChoice } from '../url/measuredChoice';
import { emulatedTexts, groupsWithoutWindows, partsNotIn } from './emulated';
import { controllerName } from './measuredRun';
import { measuredStore, takeMeasured } from './offer';
import { SeriesTable } from './SeriesTable';
import { DIALOG, EMULATED } from './strings';
import { choiceFrom, problemOf, rowOf, type Row } from './uses';

interface Props {
  lab: Lab;
  /** Makes a run the baseline, and opens its experiment if the user wants that. */
  use(file: MeasuredFile, choice: MeasuredChoice, simulate: boolean): void;
}

/** Dialog that is open while there is a measured run to use. */
export function MeasuredOffer({ lab, use }: Props) {
  const { offer, table, ready } = useStore(measuredStore);
  useEffect(() => {
    if (!ready) return;
    measuredStore.setState({ ready: null });
    use(ready.file, ready.choice, false);
  }, [ready, use]);
  const close = (): void => measuredStore.setState({ offer: null, table: null });
  const name = offer?.file.name ?? table?.file.name ?? '';
  const hasTable = offer === null || !isEmulated(offer.file.about);
  return (
    <Dialog
      title={DIALOG.title(name)}
      open={offer !== null || table !== null}
      onClose={close}
      width={hasTable ? 760 : 560}
    >
      {table && !offer && <TimeForm key={name} file={table.file} heading={table.heading} />}
      {offer && (
        <RunForm
          key={offer.file.sha256}
          lab={lab}
          file={offer.file}
          before={offer.choice}
          onUse={(choice, simulate) => {
            close();
            use(offer.file, choice, simulate);
          }}
          onClose={close}
        />
      )}
    </Dialog>
  );
}

type TimeUnit = 's' | 'ms' | 'µs' | 'ns';

const TIME_UNITS: Readonly<Record<TimeUnit, string>> = { s: 's', ms: 'ms', µs: 'µs', ns: 'ns' };

/** Asks for the column of the time. */
function TimeForm({ file, heading }: { file: File; heading: readonly string[] }) {
  const [column, setColumn] = useState('');
  const [unit, setUnit] = useState<TimeUnit>('s');
  return (
    <form
      className="measured column spaced"
      onSubmit={(event) => {
        event.preventDefault();
        if (column !== '') void takeMeasured(file, `${column},${unit}`);
      }}
    >
      <p>{DIALOG.noTime}</p>
      <label className="row spaced">
        {DIALOG.timeColumn}
        <Select
          value={column}
          data-first-focus
          onChoose={setColumn}
          options={[
            ['', DIALOG.choose],
            ...heading.map((name, i) => [String(i + 1), DIALOG.column(i + 1, name)] as const),
          ]}
        />
      </label>
      <label className="row spaced">
        {DIALOG.timeUnit}
        <Select<TimeUnit> value={unit} onChoose={setUnit} texts={TIME_UNITS} />
      </label>
      <div className="row spaced">
        <Button submit primary disabled={column === ''} text={DIALOG.read} />
      </div>
    </form>
  );
}

interface RunProps {
  lab: Lab;
  file: MeasuredFile;
  before: MeasuredChoice | null;
  onUse(choice: MeasuredChoice, simulate: boolean): void;
  onClose(): void;
}

/** Says what was read, and asks for the use of each series if the file does not say it. */
function RunForm({ lab, file, before, onUse, onClose }: RunProps) {
  const groups = useStore(lab.store, (s) => s.layout?.groups) ?? NO_GROUPS;
  const { about } = file;
  const scenario = about.run?.scenario;
  const emulated = isEmulated(about);
  const earlier = emulated ? null : before;
  const [rows, setRows] = useState<readonly Row[]>(() =>
    about.series.map((series) => rowOf(series, earlier, groups)),
  );
  const [simulate, setSimulate] = useState(isRecord(scenario) && before === null);
  const problem = problemOf(file, rows);
  return (
    <form
      className="measured column spaced"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onUse(choiceFrom(file, rows), simulate);
      }}
    >
      {emulated ? (
        <Emulated lab={lab} about={about} simulate={simulate} />
      ) : (
        <>
          <p data-testid="measured-about">{aboutText(about)}</p>
          <SeriesTable file={file} rows={rows} groups={groups} onChange={setRows} />
        </>
      )}
      {about.notes.length > 0 && (
        <section aria-label={emulated ? EMULATED.limits : DIALOG.notes}>
          <h3>{emulated ? EMULATED.limits : DIALOG.notes}</h3>
          <ul className="measured-notes">
            {about.notes.map(({ message, advice }, i) => (
              <li key={i}>{advice === '' ? message : DIALOG.note(message, advice)}</li>
            ))}
          </ul>
        </section>
      )}
      {isRecord(scenario) && <CheckBox label={DIALOG.simulate} checked={simulate} onChoose={setSimulate} />}
      <p className="note">{emulated ? EMULATED.local : DIALOG.local}</p>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="row spaced">
        <Button submit primary data-first-focus disabled={problem !== null} text={DIALOG.use} />
        <Button onClick={onClose}>{DIALOG.cancel}</Button>
      </div>
    </form>
  );
}

const NO_GROUPS: readonly GroupInfo[] = [];

/** Describes a run of `bufferlab emulate`, whose series need no choice, since they have the names of simulated ones. */
function Emulated({ lab, about, simulate }: { lab: Lab; about: AboutMeasured; simulate: boolean }) {
  const layout = useStore(lab.store, (s) => s.layout);
  const withoutWindows = groupsWithoutWindows(about);
  const notDrawn = layout && !simulate ? partsNotIn(layout, about) : [];
  return (
    <>
      <p data-testid="measured-about">{emulatedTexts(about).join(' ')}</p>
      <p>
        {EMULATED.drawn}
        {withoutWindows.length > 0 && ` ${EMULATED.noWindows(withoutWindows)}`}
      </p>
      <p role="status">{notDrawn.length > 0 && EMULATED.notDrawn(notDrawn)}</p>
    </>
  );
}

/** Returns whether a run is of `bufferlab emulate`. */
function isEmulated({ tool }: AboutMeasured): boolean {
  return tool === 'bufferlab emulate';
}

/** Describes the run: `iperf 3.12 TCP, Linux 6.18, CUBIC, 10 s`. */
function aboutText({ tool, title, kernel, controllers, length_s }: AboutMeasured): string {
  const parts = [
    DIALOG.tools[tool],
    title,
    kernel,
    ...controllers.map(controllerName),
    figure(length_s, 's', 4),
  ];
  return DIALOG.about(parts.filter((part) => part !== ''));
}
