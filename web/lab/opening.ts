/**
 * Opens experiments.
 *
 * A new page opens the experiment in the address, or the first preset, and runs it. Earlier work in this browser is only
 * offered. Each experiment opened later gets an undo step and its own slot of saved work, so that nothing is
 * overwritten.
 */
import type { StoreApi } from 'zustand/vanilla';
import type { Checked, Speed } from '../engine/protocol';
import { editsOf } from '../scenario/edits';
import type { Scenario } from '../scenario/types';
import type { AddressBar } from '../url/address';
import type { Decoded, LinkedBaseline } from '../url/codec';
import type { JsonObject } from '../url/json';
import type { Moment } from '../url/moment';
import type { Editor } from './editor';
import type { Keeping } from './keeping';
import type { LabState, OpenOptions } from './state';
import { MESSAGE } from './strings';

/** Preset that a page without an experiment in its address opens. */
export const FIRST_PRESET = 'one-flow';

/** Opens a scenario at a time and a speed. */
export type Open = (scenario: unknown, options: OpenOptions & Moment) => Promise<Checked>;

/** Objects and functions that opening uses. */
export interface OpeningTools {
  store: StoreApi<LabState>;
  editor: Editor;
  address: AddressBar;
  keeping: Keeping;
  fragment: () => Promise<string | null>;
  setSpeed: (speed: Speed) => void;
  /** Returns a scenario with all defaults filled in; null if it is invalid or there is no engine. */
  completed: (scenario: unknown) => Promise<Scenario | null>;
  /** Whether the run can be seen; the first preset of a page plays only then. */
  isSeen: () => boolean;
  /** Opens the baseline of a link. */
  openBaseline: (baseline: LinkedBaseline) => void;
  /** Opens a study in its view. */
  openStudy: (study: JsonObject, look: string) => void;
  /** Resolves when the engine is ready, after a restart if it had failed; false if it cannot be started. */
  engine: () => Promise<boolean>;
}

/** Opens experiments from the address, links, files and presets. */
export class Opening {
  private readonly tools: OpeningTools;

  constructor(tools: OpeningTools) {
    this.tools = tools;
  }

  /** Opens the first experiment of the page. */
  async arrive(): Promise<void> {
    const decoded = await this.tools.address.read();
    if ('study' in decoded) this.tools.openStudy(decoded.study, decoded.look);
    const opened = 'scenario' in decoded && (await this.showLinked(decoded, false)).ok;
    const { problems } = this.tools.store.getState();
    if (!opened) await this.showPreset(FIRST_PRESET, false, this.tools.isSeen);
    if (!decoded.ok && decoded.reason !== 'empty') this.complain(decoded.message);
    else if ('scenario' in decoded && !opened) this.tools.store.setState({ problems, isBadLink: true });
    await this.tools.keeping.offer();
  }

  /** Opens the experiment of another address: after back or forward, or a pasted link. */
  async visit(decoded: Decoded): Promise<void> {
    if ('study' in decoded) this.tools.openStudy(decoded.study, decoded.look);
    else if (decoded.ok) {
      const { ok } = await this.showLinked(decoded, true);
      if (!ok) this.tools.store.setState({ isBadLink: true });
    } else if (decoded.reason === 'empty') await this.showPreset(FIRST_PRESET, true);
    else this.complain(decoded.message);
  }

  /** Opens a preset by id. */
  async preset(id: string): Promise<void> {
    const { ok } = await this.showPreset(id, true);
    if (ok) this.tools.address.show(this.tools.fragment, 'push');
  }

  /** Opens the first experiment of a Lab without an address. */
  first(scenario: unknown, options: OpenOptions & Moment): Promise<Checked> {
    return this.show(scenario, options, false);
  }

  /** Opens a scenario with an undo step and an entry in the history. */
  async scenario(scenario: unknown, options: OpenOptions & Moment): Promise<Checked> {
    const result = await this.show(scenario, options, true);
    if (result.ok) this.tools.address.show(this.tools.fragment, 'push');
    return result;
  }

  private async showLinked(
    { scenario, moment, baseline }: Extract<Decoded, { scenario: unknown }>,
    step: boolean,
  ): Promise<Checked> {
    const result = await this.show(scenario, moment, step);
    if (result.ok) this.tools.store.setState({ linkedEdits: editsOf(result.scenario) });
    if (result.ok && baseline) this.tools.openBaseline(baseline);
    return result;
  }

  private async showPreset(id: string, step: boolean, plays: () => boolean = () => true): Promise<Checked> {
    if (!(await this.tools.engine())) return NO_ENGINE;
    const { presets } = this.tools.store.getState();
    const preset = presets.find((one) => one.id === id) ?? presets[0];
    if (!preset) return this.complain(MESSAGE.noPresets);
    const how = { presetId: preset.id, speed: preset.speed, play: plays() };
    return this.show(preset.scenario, how, step);
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
      await this.recognize(result.scenario);
    } else if (speed !== undefined) this.tools.setSpeed(before);
    return result;
  }

  /** Finds the preset that equals the document, whose notice is then shown, as after opening a link to a preset. */
  private async recognize(document: Scenario): Promise<void> {
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
    this.tools.store.setState({ problems, isBadLink: true });
    return { ok: false, problems };
  }
}

const NO_ENGINE: Checked = {
  ok: false,
  problems: [{ path: '', message: MESSAGE.noEngine }],
};
