/**
 * Which experiment is shown, and what becomes of the one before.
 *
 * On arrival: the one in the address, or the first preset, running already. Earlier local work is
 * never put in front of either; it is offered. Whatever is opened later gets an undo step and a slot of
 * its own, so that nothing is overwritten.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Checked, Speed } from '../engine/protocol';
import type { Scenario } from '../scenario/types';
import type { AddressBar } from '../url/address';
import type { Decoded, LinkedBaseline } from '../url/codec';
import type { JsonObject } from '../url/json';
import type { Moment } from '../url/moment';
import type { Editor } from './editor';
import type { Keeping } from './keeping';
import type { LabState, OpenOptions } from './state';

/** The preset that the page opens with. */
export const FIRST_PRESET = 'one-flow';

/** Opens a scenario, at a moment and a speed. */
export type Open = (scenario: unknown, options: OpenOptions & Moment) => Promise<Checked>;

export interface OpeningTools {
  store: StoreApi<LabState>;
  editor: Editor;
  address: AddressBar;
  keeping: Keeping;
  fragment: () => Promise<string | null>;
  setSpeed: (speed: Speed) => void;
  /** A scenario with every default filled in; null if it is not valid or the engine is gone. */
  completed: (scenario: unknown) => Promise<Scenario | null>;
  /** Puts another run baseline the one that is opened. */
  openBaseline: (kept: LinkedBaseline) => void;
  /** Opens a study in its own room. */
  openStudy: (study: JsonObject, look: string) => void;
  /** Resolves when the engine is there, starting it anew if it had failed; false if it cannot be had. */
  engine: () => Promise<boolean>;
}

export class Opening {
  private readonly tools: OpeningTools;

  constructor(tools: OpeningTools) {
    this.tools = tools;
  }

  /** The page was entered. */
  async arrive(): Promise<void> {
    const decoded = await this.tools.address.read();
    if ('study' in decoded) this.tools.openStudy(decoded.study, decoded.look);
    const opened = 'scenario' in decoded && (await this.showLinked(decoded, false)).ok;
    const { problems } = this.tools.store.getState();
    if (!opened) await this.showPreset(FIRST_PRESET, false);
    if (!decoded.ok && decoded.reason !== 'empty') this.complain(decoded.message);
    else if ('scenario' in decoded && !opened) this.tools.store.setState({ problems });
    await this.tools.keeping.offer();
  }

  /** The person went back, forward, or put another link into the address. */
  async visit(decoded: Decoded): Promise<void> {
    if ('study' in decoded) this.tools.openStudy(decoded.study, decoded.look);
    else if (decoded.ok) await this.showLinked(decoded, true);
    else if (decoded.reason === 'empty') await this.showPreset(FIRST_PRESET, true);
    else this.complain(decoded.message);
  }

  async preset(id: string): Promise<void> {
    const { ok } = await this.showPreset(id, true);
    if (ok) this.tools.address.show(this.tools.fragment, 'push');
  }

  /** Opens what a laboratory that is not about the address begins with. */
  first(scenario: unknown, options: OpenOptions & Moment): Promise<Checked> {
    return this.show(scenario, options, false);
  }

  /** Opens anything as something new. */
  async scenario(scenario: unknown, options: OpenOptions & Moment): Promise<Checked> {
    const result = await this.show(scenario, options, true);
    if (result.ok) this.tools.address.show(this.tools.fragment, 'push');
    return result;
  }

  private async showLinked(
    { scenario, moment, kept }: Extract<Decoded, { scenario: unknown }>,
    step: boolean,
  ): Promise<Checked> {
    const result = await this.show(scenario, moment, step);
    if (result.ok) this.tools.store.setState({ linkedEdits: result.scenario.edits });
    if (result.ok && kept) this.tools.openBaseline(kept);
    return result;
  }

  private async showPreset(id: string, step: boolean): Promise<Checked> {
    if (!(await this.tools.engine())) return NO_ENGINE;
    const { presets } = this.tools.store.getState();
    const preset = presets.find((one) => one.id === id) ?? presets[0];
    if (!preset) return this.complain('The simulator knows no presets.');
    return this.show(preset.scenario, { presetId: preset.id, speed: preset.speed }, step);
  }

  private async show(scenario: unknown, options: OpenOptions & Moment, step: boolean): Promise<Checked> {
    if (!(await this.tools.engine())) return NO_ENGINE;
    const { t_s, speed, ...open } = options;
    const until_s = open.until_s ?? t_s ?? 0;
    const before = this.tools.store.getState().run.targetSpeed;
    if (speed !== undefined) this.tools.setSpeed(speed);
    const result = await this.tools.editor.open(scenario, { ...open, until_s }, step);
    if (result.ok) {
      this.tools.store.setState({ lost: [], linkedEdits: [] });
      this.tools.keeping.begin();
      if (options.presetId) this.remember(options.presetId, result.scenario);
      await this.recognise(result.scenario);
    } else if (speed !== undefined) this.tools.setSpeed(before);
    return result;
  }

  /** A link may carry a preset as it is; then what to notice is shown as well. */
  private async recognise(document: Scenario): Promise<void> {
    const { presets, presetId } = this.tools.store.getState();
    if (presetId !== null) return;
    const text = JSON.stringify(document);
    for (const { id, scenario } of presets) {
      const completed = await this.tools.completed(scenario);
      if (completed) this.remember(id, completed);
      if (JSON.stringify(completed) !== text) continue;
      const { document: shown } = this.tools.store.getState();
      if (JSON.stringify(shown) === text) this.tools.store.setState({ presetId: id });
      return;
    }
  }

  private remember(presetId: string, scenario: Scenario): void {
    this.tools.store.setState(({ completed }) => ({ completed: { ...completed, [presetId]: scenario } }));
  }

  private complain(message: string): Checked {
    const problems = [{ path: '', message }];
    this.tools.store.setState({ problems });
    return { ok: false, problems };
  }
}

const NO_ENGINE: Checked = {
  ok: false,
  problems: [{ path: '', message: 'The simulator is not running. Start it again first.' }],
};
