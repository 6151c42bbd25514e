/**
 * Settings of the view of a study: axes, curves or map, and models. In a link they follow the study, outside of its
 * checksum: `&x=log&y=log&view=map&models=mm1b-bulk`.
 */
import type { ScaleKind } from '../plot/scale';
import { axesFromText, textFromAxes, WHOLE_AXES, type AxesSettings } from './axisSettings';

/** Settings of the view. */
export interface ViewSettings {
  x: ScaleKind;
  y: ScaleKind;
  view: 'curves' | 'map';
  /** Parts of the axes that are shown, and their titles. */
  axes: AxesSettings;
  /** The engine's names of the selected models. */
  models: readonly string[];
}

/** Linear axes over all values, curves, no models. */
export const DEFAULT_VIEW: ViewSettings = {
  x: 'linear',
  y: 'linear',
  view: 'curves',
  axes: WHOLE_AXES,
  models: [],
};

/** Writes settings as text of a link; empty for the defaults. */
export function textFromView({ x, y, view, axes, models }: ViewSettings): string {
  let text = '';
  if (x === 'log') text += '&x=log';
  if (y === 'log') text += '&y=log';
  if (view === 'map') text += '&view=map';
  const parts = textFromAxes(axes);
  if (parts !== '') text += `&axes=${parts}`;
  if (models.length > 0) text += `&models=${models.join(',')}`;
  return text;
}

/** Reads settings from text of a link; unknown parts are ignored. */
export function viewFromText(text: string): Partial<ViewSettings> {
  const settings: { -readonly [name in keyof ViewSettings]?: ViewSettings[name] } = {};
  for (const part of text.replaceAll('&amp;', '&').split('&')) {
    const [name, value = ''] = part.split('=');
    if (name === 'x' || name === 'y') settings[name] = value.startsWith('log') ? 'log' : 'linear';
    else if (name === 'view') settings.view = value.startsWith('map') ? 'map' : 'curves';
    else if (name === 'axes') settings.axes = axesFromText(value);
    else if (name === 'models')
      settings.models = value
        .split(',')
        .filter((id) => /^[a-z0-9-]{1,40}$/.test(id))
        .slice(0, 8);
  }
  return settings;
}
