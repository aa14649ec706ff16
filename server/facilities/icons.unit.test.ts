import { expect, test } from 'vitest';
import { type IconSource, iconHash, iconOfFile, iconPath, iconPng, iconSvg } from './icons.ts';

const wide =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 50"><rect width="200" height="50" fill="#ff0000"/></svg>';
const light =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#ffffff"/></svg>';
const source: IconSource = { surface: 'portal', logo: wide, logoOnDark: null, brand: '#1f5d50' };

const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test.each([
  ['any-192', 192],
  ['any-512', 512],
  ['maskable-192', 192],
  ['maskable-512', 512],
  ['touch-180', 180],
] as const)('%s is a PNG of its size, and not empty', async (name, size) => {
  const png = await iconPng(source, name);
  expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  expect(sizeOf(png)).toEqual([size, size]);
  const other = await iconPng({ ...source, logo: light }, name);
  expect(Buffer.from(png).equals(Buffer.from(other)), 'the logo is in it').toBe(false);
});

test('a maskable icon keeps the whole logo within the circle that every device shows', () => {
  const [, x, y, width, height] =
    /<image x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/.exec(iconSvg(source, 'maskable-512')) ?? [];
  expect(Number(width) / Number(height)).toBeCloseTo(4);
  expect(Math.hypot(50 - Number(x), 50 - Number(y))).toBeLessThanOrEqual(40);
});

test('the kiosk’s icon differs from the portal’s', () => {
  const kiosk: IconSource = { ...source, surface: 'kiosk' };
  expect(iconSvg(kiosk, 'any-192')).not.toBe(iconSvg(source, 'any-192'));
  expect(iconSvg({ ...kiosk, logoOnDark: light }, 'any-192')).toContain('fill="#1f5d50"');
});

test('an address tells which icon it is, and is new when logo or colour are', () => {
  const path = iconPath(7, source, 'maskable-192');
  expect(path).toMatch(/^\/facility-logos\/7\/portal-maskable-192-[0-9a-f]{10}\.png$/);
  expect(iconOfFile(path.split('/').at(-1) ?? '')).toEqual({ surface: 'portal', name: 'maskable-192' });
  expect(iconOfFile('portal-maskable-64-0123456789.png')).toBeNull();
  expect(new Set([source, { ...source, brand: '#000' }, { ...source, logo: light }].map(iconHash)).size).toBe(3);
});

test('a colour that is no plain one, and nothing else of a theme, gets into the drawing', () => {
  expect(iconSvg({ ...source, surface: 'kiosk', brand: '"/><script/>' }, 'any-192')).not.toContain('script');
});
