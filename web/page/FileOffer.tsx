/** The dialog that plays a dropped file: how to read it, and which group sends it. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { ChooseColumns, type TableContent } from '../controls/ChooseColumns';
import { withKind } from '../controls/kinds';
import { kindsOf, kindOf, type Catalog, type Section } from '../engine/catalog';
import type { Content } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import type { Patch, Scenario } from '../scenario/types';
import { complaintOf, readFile } from '../sweep/read-file';
import { addGroup } from '../topology/additions';
import { CheckBox } from '../ui/CheckBox';
import { Select } from '../ui/Select';
import { measuredPart } from '../measured/lazyMeasured';
import { takeMeasured } from '../measured/offer';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { COMMON, FILE } from './lazyStrings';
import { offered, type Offer, type Readable } from './takeTrace';

/** Dialog that is open while there is a file to play. */
export function FileOffer() {
  const offer = useStore(offered, (s) => s.offer);
  const close = (): void => offered.setState({ offer: null });
  return (
    <Dialog
      title={offer ? FILE.title(offer.name) : FILE.untitled}
      open={offer !== null}
      onClose={close}
      width={480}
    >
      {offer?.readings.length === 0 && <Unnamed key={offer.sha256} offer={offer} />}
      {offer && offer.readings.length > 0 && <OfferBody key={offer.sha256} offer={offer} onClose={close} />}
    </Dialog>
  );
}

/** Asks for the columns of a table, and reads it. */
function Unnamed({ offer }: { offer: Offer }) {
  const [wrong, setWrong] = useState<string | null>(null);
  const { unnamed, name } = offer;
  if (!unnamed) return null;
  const read = async (content: TableContent, columns: string): Promise<void> => {
    const result = await readFile(unnamed.file, [content], columns);
    const reading = result.ok ? result.readings[0] : undefined;
    if (result.ok && reading?.ok) offered.setState({ offer: { ...offer, readings: [reading] } });
    else setWrong(result.ok ? complaintOf(name, result.readings) : FILE.unreadable(name, result.message));
  };
  return (
    <div className="file-offer column">
      <ChooseColumns
        heading={unnamed.heading}
        contents={['packets', 'rates']}
        onChoose={(content, columns) => void read(content, columns)}
      />
      {wrong !== null && (
        <p className="problem" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

function OfferBody({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { lab, readings } = offer;
  const { catalog, current } = useStore(lab.store);
  const [chosen, setChosen] = useState(readings[0]!);
  const [player, setPlayer] = useState('');
  const section = sectionFor(catalog, chosen.content);
  if (!current || !section) return null;
  const isTcp = chosen.content === 'vectors';
  const players = current.groups.filter(({ traffic }) => isOpenLoop(catalog, traffic.kind) !== isTcp);
  return (
    <form
      className="file-offer column"
      onSubmit={(event) => {
        event.preventDefault();
        play(lab, current, section, offer, chosen, player);
        onClose();
      }}
    >
      {readings.length > 1 ? (
        <fieldset>
          <legend>{FILE.readAs}</legend>
          {readings.map((reading) => (
            <CheckBox
              key={reading.content}
              label={about(reading)}
              group="content"
              checked={reading === chosen}
              onChoose={() => setChosen(reading)}
            />
          ))}
        </fieldset>
      ) : (
        <p>{about(chosen)}</p>
      )}
      <label className="file-player row spaced">
        {FILE.source}
        <Select
          value={player}
          onChoose={setPlayer}
          options={[
            ['', FILE.newGroup],
            ...players.map(({ id, label }) => [id, FILE.existing(label || id)] as const),
          ]}
        />
      </label>
      <p className="note">{FILE.local}</p>
      <div className="file-answer row spaced">
        <Button submit primary data-first-focus text={FILE.play} />
        {(chosen.content === 'rates' || chosen.content === 'packets') && (
          <Button
            onClick={() => {
              onClose();
              void measuredPart.load();
              void takeMeasured(offer.file);
            }}
            text={FILE.measured}
          />
        )}
        <Button onClick={onClose}>{COMMON.cancel}</Button>
      </div>
    </form>
  );
}

/** Describes a reading of the file: "Packets: 2,100 in 10 s, 1.02 Mb/s on average". */
function about({ content, steps, length_s, total }: Readable): string {
  return FILE.about[content](steps, figure(length_s, 's'), figure((8 * total) / length_s, 'b/s'));
}

/** Returns the kind of traffic, or of TCP workload, that plays files of this content. */
function sectionFor(catalog: Catalog | null, content: Content): Section | undefined {
  return kindsOf(catalog, content === 'vectors' ? 'workload' : 'traffic').find(({ params }) =>
    params.some(({ kind }) => kind.type === 'section' && kind.section === `trace.${content}`),
  );
}

function isOpenLoop(catalog: Catalog | null, kind: string): boolean {
  const section = kindsOf(catalog, 'traffic').find((one) => kindOf(one) === kind);
  return section?.class === 'udp';
}

function play(
  lab: Lab,
  current: Scenario,
  section: Section,
  { name, sha256 }: Offer,
  { data }: Readable,
  player: string,
): void {
  const { actions, store } = lab;
  actions.addFile(data);
  const { columns } = data;
  const trace = { name: name.slice(0, NAME_LENGTH), sha256, ...(columns !== '' && { columns }) };
  if (data.content === 'vectors') {
    replay(lab, current, { kind: kindOf(section), trace }, player);
    return;
  }
  if (player !== '') {
    const before = current.groups.find(({ id }) => id === player)?.traffic;
    const from = kindsOf(store.getState().catalog, 'traffic').find((one) => kindOf(one) === before?.kind);
    const value = { ...withKind(before, from ?? null, section, current), trace };
    actions.change([{ path: `groups.${player}.traffic`, value }]);
    actions.select({ kind: 'group', id: player });
    return;
  }
  const change = addGroup(current, section);
  actions.change(change.set.map((patch) => withTrace(patch, trace)));
  if (change.then) actions.select(change.then);
}

/** Replays connections over TCP, by a new group or by one that exists. */
function replay({ actions, store }: Lab, current: Scenario, workload: unknown, player: string): void {
  if (player !== '') {
    actions.change([{ path: `groups.${player}.traffic.workload`, value: workload }]);
    actions.select({ kind: 'group', id: player });
    return;
  }
  const tcp = kindsOf(store.getState().catalog, 'traffic').find(({ class: of }) => of === 'tcp');
  const change = tcp && addGroup(current, tcp);
  if (!change) return;
  const set = change.set.map(({ path, value }) => {
    const group = value as { traffic: Record<string, unknown> };
    return { path, value: { ...group, count: NEW_FLOWS, traffic: { ...group.traffic, workload } } };
  });
  actions.change(set);
  if (change.then) actions.select(change.then);
}

/** Flows of a new group, which limit the connections at one time; further connections wait. */
const NEW_FLOWS = 200;

/** Length of a file's name that the engine accepts, characters. */
const NAME_LENGTH = 200;

function withTrace({ path, value }: Patch, trace: unknown): Patch {
  const group = value as { traffic: Record<string, unknown> };
  return { path, value: { ...group, traffic: { ...group.traffic, trace } } };
}
