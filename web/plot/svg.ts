/**
 * Renderer for SVG: draws charts as SVG text, with real text elements.
 *
 * Numbers are rounded to a hundredth of a pixel. Colors are written as values, so that the file looks the same
 * everywhere.
 */
import { symbol } from 'd3-shape';
import {
  TEXT_SIZE,
  type Fill,
  type Renderer,
  type Shape,
  type Stroke,
  type TextStyle,
  type Box,
  type Hatch,
  type Marker,
} from './renderer';
import { SYMBOLS } from './shapes';

/** Renderer that collects SVG elements. */
export class SvgRenderer implements Renderer {
  private readonly body: string[] = [];
  private readonly definitions = new Map<string, string>();

  /** `prefix` keeps ids unique if a page has several drawings. */
  constructor(private readonly prefix: string) {}

  stroke(shape: Shape, { color, width, dash = [], alpha = 1 }: Stroke): void {
    const path = shape(null);
    if (!path) return;
    const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
    this.body.push(
      `<path d="${path}" fill="none" stroke="${escaped(color)}" stroke-width="${width}" stroke-linejoin="bevel"${dashes}${faded(alpha)}/>`,
    );
  }

  fill(shape: Shape, { color, hatch = 'plain', alpha = 1 }: Fill): void {
    const path = shape(null);
    if (!path) return;
    const paint = hatch === 'plain' ? escaped(color) : `url(#${this.pattern(color, hatch)})`;
    this.body.push(`<path d="${path}" fill="${paint}"${faded(alpha)}/>`);
  }

  symbols(marker: Marker, places: readonly number[], size: number, color: string, rim: string): void {
    const outline = symbol(SYMBOLS[marker], size * size)() ?? '';
    for (let i = 0; i + 1 < places.length; i += 2) {
      this.body.push(
        `<path d="${outline}" transform="translate(${short(places[i])} ${short(places[i + 1])})" fill="${escaped(color)}" stroke="${escaped(rim)}"/>`,
      );
    }
  }

  text(x: number, y: number, text: string, style: TextStyle): void {
    const anchor = { left: 'start', center: 'middle', right: 'end' }[style.align ?? 'left'];
    const size = style.size ?? TEXT_SIZE;
    const down = { top: 0.8 * size, middle: 0.35 * size, bottom: -0.2 * size }[style.baseline ?? 'middle'];
    const halo = style.halo
      ? ` stroke="${escaped(style.halo)}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`
      : '';
    this.body.push(
      `<text x="${short(x)}" y="${short(y + down)}" text-anchor="${anchor}" font-size="${size}"${style.bold ? ' font-weight="600"' : ''} fill="${escaped(style.color)}"${halo}>${escaped(text)}</text>`,
    );
  }

  clipped({ x, y, width, height }: Box, draw: () => void): void {
    const id = `${this.prefix}-clip-${this.definitions.size}`;
    this.definitions.set(
      id,
      `<clipPath id="${id}"><rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/></clipPath>`,
    );
    this.body.push(`<g clip-path="url(#${id})">`);
    draw();
    this.body.push('</g>');
  }

  /** Returns the drawing as one SVG element. `title` and `description` are for screen readers. */
  finish(size: { width: number; height: number }, font: string, title: string, description: string): string {
    const { width, height } = size;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${short(width)} ${short(height)}" width="${short(width)}" height="${short(height)}" role="img" font-family="${escaped(font)}">`,
      `<title>${escaped(title)}</title><desc>${escaped(description)}</desc>`,
      this.definitions.size > 0 ? `<defs>${[...this.definitions.values()].join('')}</defs>` : '',
      ...this.body,
      '</svg>',
    ].join('\n');
  }

  private pattern(color: string, hatch: Hatch): string {
    const id = `${this.prefix}-${hatch}-${color.replace(/[^\w]/g, '')}`;
    const style = escaped(color);
    const marks =
      hatch === 'diagonal'
        ? `<path d="M-6 6L0 0M0 6L6 0M6 6L12 0" stroke="${style}" stroke-width="1.5"/>`
        : `<path d="M1 1h1.5v1.5h-1.5zM4 4h1.5v1.5h-1.5z" fill="${style}"/>`;
    this.definitions.set(
      id,
      `<pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse"><rect width="6" height="6" fill="${style}" opacity="0.45"/>${marks}</pattern>`,
    );
    return id;
  }
}

/** Escapes a text for an attribute or between tags. Characters that XML cannot contain at all become U+FFFD. */
export function escaped(text: string): string {
  return text.replace(NO_XML, '\ufffd').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

/** Characters that are not `Char` of XML 1.0, section 2.2: control characters, lone surrogates, noncharacters. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function short(value: number | undefined): string {
  return String(Math.round((value ?? 0) * 100) / 100);
}

function faded(alpha: number): string {
  return alpha === 1 ? '' : ` opacity="${alpha}"`;
}
