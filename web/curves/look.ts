/**
 * How the reader looks at a study: axes, curves or map, which models. It stands behind a study's link, outside of
 * its checksum, as a moment does behind an experiment's: `&x=log&y=log&view=map&models=mm1b-bulk`.
 */
import type { ScaleKind } from './scale';

export interface Look {
  x: ScaleKind;
  y: ScaleKind;
  view: 'curves' | 'map';
  /** The engine's names. */
  models: readonly string[];
}

export const PLAIN: Look = { x: 'linear', y: 'linear', view: 'curves', models: [] };

export function textFromLook({ x, y, view, models }: Look): string {
  let text = '';
  if (x === 'log') text += '&x=log';
  if (y === 'log') text += '&y=log';
  if (view === 'map') text += '&view=map';
  if (models.length > 0) text += `&models=${models.join(',')}`;
  return text;
}

/** What makes no sense is left out. */
export function lookFromText(text: string): Partial<Look> {
  const look: { -readonly [name in keyof Look]?: Look[name] } = {};
  for (const part of text.replaceAll('&amp;', '&').split('&')) {
    const [name, value = ''] = part.split('=');
    if (name === 'x' || name === 'y') look[name] = value.startsWith('log') ? 'log' : 'linear';
    else if (name === 'view') look.view = value.startsWith('map') ? 'map' : 'curves';
    else if (name === 'models')
      look.models = value
        .split(',')
        .filter((id) => /^[a-z0-9-]{1,40}$/.test(id))
        .slice(0, 8);
  }
  return look;
}
