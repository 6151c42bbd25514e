/** Painting of one chart, back to front, with any renderer. */
import { paintBacklog } from './backlog';
import { paintBeside } from './beside';
import {
  paintBeyond,
  paintCursor,
  paintEmpty,
  paintGrid,
  paintLabels,
  paintLevelNames,
  paintLevels,
} from './axisDrawing';
import type { Renderer } from '../plot/renderer';
import type { Picture } from './picture';
import { paintStateKeys } from './stateKeys';
import { paintStates } from './states';
import { paintDrops, paintFills, paintLines } from './traces';

/** Paints all parts of a chart. */
export function paintChart(renderer: Renderer, picture: Picture): void {
  paintGrid(renderer, picture);
  renderer.clipped(picture.geometry.plot, () => {
    paintBacklog(renderer, picture);
    paintFills(renderer, picture);
    picture.baseline?.paint(renderer, picture, picture.baseline);
    paintLevels(renderer, picture);
    paintLines(renderer, picture);
  });
  paintBeyond(renderer, picture);
  paintEmpty(renderer, picture);
  paintLevelNames(renderer, picture);
  paintDrops(renderer, picture);
  paintStates(renderer, picture);
  paintStateKeys(renderer, picture);
  paintBeside(renderer, picture);
  paintLabels(renderer, picture);
  paintCursor(renderer, picture);
}
