/** Paints one chart, back to front, with whichever pen. */
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
import type { Renderer } from './renderer';
import type { Picture } from './picture';
import { paintStateKeys } from './stateKeys';
import { paintStates } from './states';
import { paintDrops, paintFills, paintLines } from './traces';

export function paintChart(pen: Renderer, picture: Picture): void {
  paintGrid(pen, picture);
  pen.clipped(picture.geometry.plot, () => {
    paintBacklog(pen, picture);
    paintFills(pen, picture);
    picture.behind?.paint(pen, picture, picture.behind);
    paintLevels(pen, picture);
    paintLines(pen, picture);
  });
  paintBeyond(pen, picture);
  paintEmpty(pen, picture);
  paintLevelNames(pen, picture);
  paintDrops(pen, picture);
  paintStates(pen, picture);
  paintStateKeys(pen, picture);
  paintBeside(pen, picture);
  paintLabels(pen, picture);
  paintCursor(pen, picture);
}
