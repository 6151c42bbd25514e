/**
 * Pictures for previews of links, 1200 × 630 pixels: kind and title above a chart or a text.
 *
 * They are drawn at half of this size, so that texts stay legible where a preview is small.
 */
import { roughWidth, TEXT_SIZE, type Renderer } from '../plot/renderer';
import { boxShape } from '../plot/shapes';
import { SvgRenderer } from '../plot/svg';
import { PAPER } from '../plot/theme';
import { SITE } from './strings';

/** Size of a picture in pixels, as previews of links expect it. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Font family of all texts in pictures. */
export const PICTURE_FONT = 'Inter';

/** A picture as SVG, with its text for readers who do not see it. */
export interface Picture {
  svg: string;
  alt: string;
}

/** Texts above the chart. */
export interface Head {
  kind: string;
  title: string;
}

/** Width of a drawing. */
export const WIDTH = PICTURE_SIZE.width / 2;
/** Height of a drawing. */
export const HEIGHT = PICTURE_SIZE.height / 2;
/** Space at the left and at the right. */
export const MARGIN = 12;

/** Size of a title, and the top of its first line. */
interface TitlePlace {
  size: number;
  top: number;
}

/** Place of a title above a chart, and in a picture that has only texts. */
const ABOVE: TitlePlace = { size: 20, top: 34 };
const ALONE: TitlePlace = { size: 36, top: 84 };

/** Height of a line of a title, as a multiple of its size. */
const LINE = 1.25;
/** Largest number of lines of a title. */
const TITLE_LINES = 2;

const { colors } = PAPER;

/** Draws a large title with a text below it. */
export function pictureOfText(head: Head, alt: string, text: string): Picture {
  const paint = (renderer: Renderer, top: number): void =>
    wrapped(text, 18, 5).forEach((line, i) => {
      renderer.text(MARGIN, top + 18 + i * 26, line, { color: colors['ink-2'], size: 18 });
    });
  return titledPicture(head, alt, paint, ALONE);
}

/** Draws the head, and below it what `paint` paints. */
export function titledPicture(
  { kind, title }: Head,
  alt: string,
  paint: (renderer: Renderer, top: number) => void,
  { size, top }: TitlePlace = ABOVE,
): Picture {
  const renderer = new SvgRenderer('picture');
  renderer.fill(boxShape({ x: 0, y: 0, width: WIDTH, height: HEIGHT }), { color: colors.surface });
  renderer.fill(boxShape({ x: 0, y: 0, width: WIDTH, height: 4 }), { color: colors.accent });
  renderer.text(MARGIN, 20, cut(kind, TEXT_SIZE, WIDTH - 110), { color: colors['ink-3'] });
  const brand = { color: colors.accent, bold: true, size: 13, align: 'right' } as const;
  renderer.text(WIDTH - MARGIN, 20, SITE.name, brand);
  const lines = wrapped(title, size, TITLE_LINES);
  lines.forEach((line, i) => {
    const y = top + (i + 0.5) * LINE * size;
    renderer.text(MARGIN, y, line, { color: colors.ink, bold: true, size });
  });
  paint(renderer, top + 6 + lines.length * LINE * size);
  const svg = renderer.finish({ width: WIDTH, height: HEIGHT }, PICTURE_FONT, title, alt);
  return { svg, alt };
}

/** Breaks a text into lines of the picture's width; what does not fit in `most` lines is cut. */
export function wrapped(text: string, size: number, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && widthOf(longer, size) <= WIDTH - 2 * MARGIN) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  if (lines.length <= most) return lines.map((line) => cut(line, size));
  return [...lines.slice(0, most - 1), cut(lines.slice(most - 1).join(' '), size)];
}

/** Cuts a text to a width, by default that of the picture. */
export function cut(text: string, size: number, room: number = WIDTH - 2 * MARGIN): string {
  if (widthOf(text, size) <= room) return text;
  const characters = Array.from(text);
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, size) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

function widthOf(text: string, size: number): number {
  return (roughWidth(text) * size) / TEXT_SIZE;
}
