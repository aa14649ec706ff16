import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg, initWasm } from '@resvg/resvg-wasm';
import { svgRatio } from './svg.ts';

/** What an icon is made from. It differs between facilities, and whenever a facility changes something that its icons show. */
export interface IconSource {
  readonly surface: 'portal' | 'kiosk';
  readonly logo: string;
  readonly logoOnDark: string | null;
  /** The facility's colour from its theme. */
  readonly brand: string | null;
}

const names = ['any-192', 'any-512', 'maskable-192', 'maskable-512', 'touch-180'] as const;
export type IconName = (typeof names)[number];

const paper = '#fbfaf6';
const deep = '#143f36';
const isHex = /^#[0-9a-f]{3,8}$/i;

/** The hash in an icon's path, so that the icon may be cached for ever. The leading number is the version of the drawing code. */
export const iconHash = (source: IconSource): string =>
  createHash('sha256')
    .update(`1 ${JSON.stringify(source)}`)
    .digest('hex')
    .slice(0, 10);

/** The path of an icon. The files of one facility are in one folder. */
export const iconPath = (facilityId: number, source: IconSource, name: IconName): string =>
  `/facility-logos/${facilityId}/${source.surface}-${name}-${iconHash(source)}.png`;

/** Which icon a file name asks for; null if it is not an icon. */
export function iconOfFile(file: string): { readonly surface: 'portal' | 'kiosk'; readonly name: IconName } | null {
  const [, surface, name] = /^(portal|kiosk)-([a-z]+-\d+)-[0-9a-f]{10}\.png$/.exec(file) ?? [];
  const known = names.find((one) => one === name);
  if (known === undefined || (surface !== 'portal' && surface !== 'kiosk')) return null;
  return { surface, name: known };
}

/**
 * Draws the logo on a square of 100 x 100. The kiosk's square has the facility's colour if there is a logo for dark surfaces, so that staff
 * can tell the two apps apart. A maskable icon may be cropped to a circle with a diameter of 80.
 */
export function iconSvg({ surface, logo, logoOnDark, brand }: IconSource, name: IconName): string {
  const colour = brand !== null && isHex.test(brand) ? brand : deep;
  const isDark = surface === 'kiosk' && logoOnDark !== null;
  const drawn = isDark ? logoOnDark : logo;
  const isWhole = name.startsWith('any');
  // 56 is the side of the square within that circle, so that the corners of the logo are not cropped.
  const most = isWhole ? 76 : 56;
  const ratio = svgRatio(drawn);
  const width = ratio >= 1 ? most : most * ratio;
  const height = ratio >= 1 ? most / ratio : most;
  const edge = surface === 'kiosk' && !isDark ? ` stroke="${colour}" stroke-width="6"` : '';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${isWhole ? 22 : 0}" fill="${isDark ? colour : paper}"${edge}/>` +
    `<image x="${50 - width / 2}" y="${50 - height / 2}" width="${width}" height="${height}" href="data:image/svg+xml;base64,${Buffer.from(drawn).toString('base64')}"/></svg>`
  );
}

let renderer: Promise<void> | null = null;
/** Loads the 2.5 MB renderer when it is first needed. A server whose facilities have no logo never loads it. */
const started = (): Promise<void> =>
  (renderer ??= readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')).then(initWasm));

const drawings = new Map<string, Promise<Uint8Array>>();
const mostDrawings = 100;

/** A drawing as a PNG with this width in pixels. */
async function svgPng(svg: string, width: number): Promise<Uint8Array> {
  await started();
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  try {
    return image.render().asPng();
  } finally {
    image.free();
  }
}

const draw = (source: IconSource, name: IconName): Promise<Uint8Array> =>
  svgPng(iconSvg(source, name), Number(name.split('-')[1]));

/** The icon as PNG. Each process draws it once. */
export function iconPng(source: IconSource, name: IconName): Promise<Uint8Array> {
  const key = `${name} ${iconHash(source)}`;
  const known = drawings.get(key);
  if (known !== undefined) return known;
  const [oldest] = drawings.keys();
  if (drawings.size >= mostDrawings && oldest !== undefined) drawings.delete(oldest);
  const drawing = draw(source, name);
  drawings.set(key, drawing);
  drawing.catch(() => drawings.delete(key));
  return drawing;
}
