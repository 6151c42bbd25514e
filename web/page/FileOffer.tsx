/** A file that was dropped may be played: as what, and by whom. */
import { useState } from 'react';
import { useStore } from 'zustand';
import { figure } from '../controls/quantity';
import { withKind } from '../controls/kinds';
import { kindsOf, kindOf, type Catalog, type Section } from '../engine/catalog';
import type { Content } from '../engine/protocol';
import type { Lab } from '../lab/lab';
import type { Patch, Scenario } from '../scenario/types';
import { add } from '../topology/additions';
import { Dialog } from '../ui/Dialog';
import { offered, type Offer, type Readable } from './takeTrace';

export function FileOffer() {
  const offer = useStore(offered, (s) => s.offer);
  const close = (): void => offered.setState({ offer: null });
  return (
    <Dialog
      title={offer ? `Play ${offer.name}` : 'Play a file'}
      open={offer !== null}
      onClose={close}
      width={480}
    >
      {offer && <OfferBody key={offer.sha256} offer={offer} onClose={close} />}
    </Dialog>
  );
}

function OfferBody({ offer, onClose }: { offer: Offer; onClose(): void }) {
  const { lab, readings } = offer;
  const { catalog, current } = useStore(lab.store);
  const [chosen, setChosen] = useState(readings[0]!);
  const [player, setPlayer] = useState('');
  const section = playing(catalog, chosen.content);
  if (!current || !section) return null;
  const isTcp = chosen.content === 'vectors';
  const players = current.groups.filter(({ traffic }) => isOpenLoop(catalog, traffic.kind) !== isTcp);
  return (
    <form
      className="file-offer"
      onSubmit={(event) => {
        event.preventDefault();
        play(lab, current, section, offer, chosen, player);
        onClose();
      }}
    >
      {readings.length > 1 ? (
        <fieldset>
          <legend>It can be read as</legend>
          {readings.map((reading) => (
            <label key={reading.content} className="box">
              <input
                type="radio"
                name="content"
                checked={reading === chosen}
                onChange={() => setChosen(reading)}
              />
              {about(reading)}
            </label>
          ))}
        </fieldset>
      ) : (
        <p>{about(chosen)}</p>
      )}
      <label className="file-player">
        Played by
        <select className="input" value={player} onChange={(event) => setPlayer(event.currentTarget.value)}>
          <option value="">a new group</option>
          {players.map(({ id, label }) => (
            <option key={id} value={id}>
              {label || id}, in place of what it sends
            </option>
          ))}
        </select>
      </label>
      <p className="note">
        The file stays on this computer. A link to the experiment carries its name and hash, and asks for it.
      </p>
      <div className="file-answer">
        <button type="submit" className="button primary" data-first-focus>
          Play it
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** `Packets: 2,100 in 10 s, 1.02 Mb/s on average` */
function about({ content, steps, length_s, total }: Readable): string {
  const many = `${steps.toLocaleString('en')} in ${figure(length_s, 's')}`;
  const mean = figure((8 * total) / length_s, 'b/s');
  if (content === 'vectors') return `Connections: ${many}, ${mean} on average`;
  if (content === 'rates') return `Rates over time: ${many}`;
  return `${content === 'frames' ? 'Frames of a video' : 'Packets'}: ${many}, ${mean} on average`;
}

/** The kind of traffic, or of what TCP sends, that plays such a file. */
function playing(catalog: Catalog | null, content: Content): Section | undefined {
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
  actions.giveFile(data);
  const trace = { name: name.slice(0, NAME_LENGTH), sha256 };
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
  const change = add(current, section, null);
  if (!change) return;
  actions.change(change.set.map((patch) => withTrace(patch, trace)));
  if (change.then) actions.select(change.then);
}

/** Connections are replayed over TCP, by a new group with places for many or by one that is there. */
function replay({ actions, store }: Lab, current: Scenario, workload: unknown, player: string): void {
  if (player !== '') {
    actions.change([{ path: `groups.${player}.traffic.workload`, value: workload }]);
    actions.select({ kind: 'group', id: player });
    return;
  }
  const tcp = kindsOf(store.getState().catalog, 'traffic').find(({ class: of }) => of === 'tcp');
  const change = tcp && add(current, tcp, null);
  if (!change) return;
  const set = change.set.map(({ path, value }) => {
    const group = value as { traffic: Record<string, unknown> };
    return { path, value: { ...group, count: PLACES, traffic: { ...group.traffic, workload } } };
  });
  actions.change(set);
  if (change.then) actions.select(change.then);
}

/** Connections that a new group has under way at most: further ones wait. */
const PLACES = 200;

/** The longest name that the engine takes. */
const NAME_LENGTH = 200;

function withTrace({ path, value }: Patch, trace: unknown): Patch {
  const group = value as { traffic: Record<string, unknown> };
  return { path, value: { ...group, traffic: { ...group.traffic, trace } } };
}
