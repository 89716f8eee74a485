// A picture of the board as it is shown: the drawing with its colours written into it, framed, as PNG. Knows no game.

/** What a drawing's shapes get from style sheets. */
const PAINT = [
  'fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'text-anchor', 'font-size', 'font-weight',
];

/** A copy whose elements carry what the page's style sheets say of the original's. */
export function painted<E extends Element>(original: E): E {
  const copy = original.cloneNode(true) as E;
  const sources = [original, ...original.querySelectorAll('*')];
  for (const [i, target] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const source = sources[i];
    if (source === undefined) continue;
    const style = getComputedStyle(source);
    for (const name of PAINT) {
      const value = style.getPropertyValue(name);
      if (value !== '') target.setAttribute(name, value);
    }
    for (const name of ['class', 'style']) target.removeAttribute(name);
    for (const name of target.getAttributeNames()) if (name.startsWith('data-') || name.startsWith('aria-')) target.removeAttribute(name);
  }
  return copy;
}

export type Frame = {
  /** The drawing's own inside, and how wide it is. */
  inside: string;
  defs: string;
  size: number;
  /** Names along the left and the lower edge; empty where they stand in the squares. */
  ranks: readonly string[];
  files: readonly string[];
  /** Under the board: the players, then the move. */
  title: string;
  text: string;
  place: string;
  colours: { ground: string; ink: string; ink2: string; edge: string };
  /** The page's own type as a style sheet, since a picture reaches none of the page's; empty where it could not be had. */
  type: string;
};

const FAMILY = "'Instrument Sans','Segoe UI',system-ui,sans-serif";

const [EDGE, GUTTER, FOOT, BOARD] = [40, 36, 132, 1000];
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** The whole picture as SVG, and its measures. */
export function framed(frame: Frame): { svg: string; width: number; height: number } {
  const { colours, ranks, files } = frame;
  const gutter = ranks.length > 0 ? GUTTER : 0;
  const left = EDGE + gutter;
  const width = left + BOARD + EDGE;
  const below = EDGE + BOARD + gutter;
  const height = below + FOOT;
  const cell = BOARD / Math.max(1, ranks.length);
  const words = (x: number, y: number, size: number, fill: string, anchor: string, text: string, weight = 500): string =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escaped(text)}</text>`;
  const names = [
    ...ranks.map((rank, i) => words(EDGE + gutter / 2 - 4, EDGE + (i + 0.5) * cell + 8, 22, colours.ink2, 'middle', rank)),
    ...files.map((file, i) => words(left + (i + 0.5) * cell, below - 6, 22, colours.ink2, 'middle', file)),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FAMILY}"><style>${frame.type}</style><defs>${frame.defs}</defs>`
    + `<rect width="${width}" height="${height}" fill="${colours.ground}"/>`
    + `<svg x="${left}" y="${EDGE}" width="${BOARD}" height="${BOARD}" viewBox="0 0 ${frame.size} ${frame.size}">${frame.inside}</svg>`
    + `<rect x="${left}" y="${EDGE}" width="${BOARD}" height="${BOARD}" fill="none" stroke="${colours.edge}" stroke-width="2"/>${names}`
    + words(left, below + 52, 36, colours.ink, 'start', frame.title, 600)
    + words(left, below + 98, 28, colours.ink2, 'start', frame.text)
    + words(left + BOARD, below + 98, 24, colours.ink2, 'end', frame.place)
    + '</svg>';
  return { svg, width, height };
}

/** The page's type as a style sheet that needs no other file. */
async function typeOf(): Promise<string> {
  try {
    for (const sheet of document.styleSheets) {
      for (const rule of sheet.cssRules) {
        const file = rule instanceof CSSFontFaceRule ? /url\(["']?([^"')]+)/.exec(rule.style.getPropertyValue('src'))?.[1] : undefined;
        if (file === undefined) continue;
        const bytes = new Uint8Array(await (await fetch(new URL(file, sheet.href ?? location.href))).arrayBuffer());
        const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        return `@font-face{font-family:"Instrument Sans";font-weight:400 700;src:url(data:font/woff2;base64,${text}) format("woff2")}`;
      }
    }
  } catch {
    // the device's own type will do
  }
  return '';
}

/** The board that is on the page, framed. Null where there is none. */
export async function pictureOf(words: { title: string; text: string; place: string }): Promise<{ svg: string; width: number; height: number } | null> {
  const type = await typeOf();
  const board = document.querySelector('[data-testid="board"]');
  const paint = board?.querySelector<SVGSVGElement>('svg.paint');
  const defs = document.querySelector('svg.sprite defs');
  if (board == null || paint == null || defs === null) return null;
  const xml = new XMLSerializer();
  const inside = (element: Element): string => [...element.children].map((child) => xml.serializeToString(child)).join('');
  const listed = (of: string): string[] => [...board.querySelectorAll(of)].map((one) => one.textContent ?? '');
  const token = getComputedStyle(document.documentElement);
  const colour = (name: string): string => token.getPropertyValue(name).trim();
  return framed({
    ...words, type, inside: inside(painted(paint)), defs: inside(painted(defs)), size: paint.viewBox.baseVal.width,
    ranks: listed('.ranks span'), files: listed('.files span'),
    colours: { ground: colour('--bg'), ink: colour('--ink'), ink2: colour('--ink-2'), edge: colour('--edge') },
  });
}

/** The picture as a PNG file's content. */
export async function pngOf(picture: { svg: string; width: number; height: number }): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture.svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(image, 0, 0);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob === null ? fail(new Error('no picture')) : done(blob)), 'image/png'));
}
