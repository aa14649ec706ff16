import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertPicture } from './picture.ts';

type Made = Exclude<Awaited<ReturnType<typeof convertPicture>>, string>;
async function made(bytes: Buffer): Promise<Made> {
  const kept = await convertPicture(bytes);
  if (typeof kept === 'string') throw new Error(`it is ${kept}`);
  return kept;
}
const corners = ['#e02020', '#20a020', '#2040e0', '#e0e020'] as const;
/** Red, green, blue and yellow quarters: top left, top right, bottom left, bottom right. */
const quarters = (): Sharp =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .composite(
      corners.map((background, index) => ({
        input: { create: { width: 30, height: 20, channels: 3, background } },
        left: (index % 2) * 30,
        top: Math.floor(index / 2) * 20,
      })),
    )
    .removeAlpha();
/** Which of the colours are in the four corners. */
async function cornersOf(bytes: Buffer): Promise<{ size: string; corners: string }> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const from = (y * info.width + x) * info.channels;
    const [r = 0, g = 0, b = 0] = data.subarray(from, from + 3);
    return r > 128 ? (g > 128 ? 'y' : 'r') : g > 128 ? 'g' : b > 128 ? 'b' : '?';
  };
  const [right, bottom] = [info.width - 5, info.height - 5];
  return { size: `${info.width}x${info.height}`, corners: at(5, 5) + at(right, 5) + at(5, bottom) + at(right, bottom) };
}

describe('a picture', () => {
  // EXIF orientation: where the first row and the first column of the stored pixels belong.
  test.each([
    [1, '60x40', 'rgby'],
    [2, '60x40', 'gryb'],
    [3, '60x40', 'ybgr'],
    [4, '60x40', 'byrg'],
    [5, '40x60', 'rbgy'],
    [6, '40x60', 'bryg'],
    [7, '40x60', 'ygbr'],
    [8, '40x60', 'gyrb'],
  ])('whose camera was held as EXIF says with %i is turned upright', async (orientation, size, expected) => {
    const { content } = await made(await quarters().withMetadata({ orientation }).jpeg().toBuffer());
    expect(await cornersOf(content)).toEqual({ size, corners: expected.replace(' ', '') });
    expect((await sharp(content).metadata()).orientation).toBeUndefined();
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'as %s says nowhere where it was taken, and that it did is told',
    async (format) => {
      const IFD3 = {
        GPSLatitudeRef: 'N',
        GPSLatitude: '51/1 30/1 3230/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '0/1 7/1 4366/100',
      };
      const withPlace = await quarters()
        .withExif({ IFD0: { Copyright: 'Somebody Known', Make: 'Cameramaker' }, IFD3 })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><note>Somebody Known</note></x:xmpmeta>')
        .withIccProfile('p3')
        .toFormat(format)
        .toBuffer();
      const before = await sharp(withPlace).metadata();
      expect(before.exif?.includes('Somebody Known')).toBe(true);
      const { content, thumbnail, locationRemoved } = await made(withPlace);
      expect(locationRemoved).toBe(true);
      for (const bytes of [content, thumbnail]) {
        expect(bytes.toString('latin1')).not.toMatch(
          /Exif|eXIf|Somebody|Cameramaker|xmpmeta|ICC_PROFILE|iCCP|tEXt|iTXt/,
        );
        expect(await sharp(bytes).metadata()).toMatchObject({ hasProfile: false });
      }
    },
  );

  test('that names its place in XMP alone had one as well; one without, or with broken EXIF, had none', async () => {
    const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><a exif:GPSLatitude="51,30.5N"/></x:xmpmeta>';
    expect((await made(await quarters().withXmp(xmp).jpeg().toBuffer())).locationRemoved).toBe(true);
    const camera = await quarters()
      .withExif({ IFD0: { Make: 'Cameramaker' } })
      .jpeg()
      .toBuffer();
    expect((await made(camera)).locationRemoved).toBe(false);
    const at = camera.indexOf('Exif\0\0') + 6;
    for (const offset of [0, 4, 8, 12]) {
      const broken = Buffer.from(camera);
      broken.writeUInt32BE(0xff_ff_ff_ff, at + offset);
      expect((await made(broken)).locationRemoved).toBe(false);
    }
  });

  test('is a JPEG, or a PNG where something shines through; an animation is its first picture', async () => {
    const clear = { create: { width: 30, height: 20, channels: 4, background: '#ff000080' } } as const;
    expect((await made(await quarters().png().toBuffer())).type).toBe('jpg');
    expect((await made(await quarters().webp().toBuffer())).type).toBe('jpg');
    expect((await made(await sharp(clear).webp().toBuffer())).type).toBe('png');
    const frame = (background: string) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    const [first, second] = [await frame('#e02020'), await frame('#20a020')];
    const frames = await sharp([first, second], { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    expect(await cornersOf((await made(frames)).content)).toEqual({ size: '20x20', corners: 'rrrr' });
  });

  test('has its own colours without the profile that it had', async () => {
    const red = { create: { width: 20, height: 20, channels: 3, background: '#c03030' } } as const;
    const wide = await sharp(red).withIccProfile('p3').jpeg({ quality: 100 }).toBuffer();
    const [r = 0, g = 0, b = 0] = await sharp((await made(wide)).content)
      .raw()
      .toBuffer();
    for (const [found, meant] of [
      [r, 0xc0],
      [g, 0x30],
      [b, 0x30],
    ] as const)
      expect(Math.abs(found - meant)).toBeLessThan(5);
  });

  test('of a telephone is made 12 megapixels, and its small picture a few kilobytes', async () => {
    const large = await sharp({ create: { width: 5000, height: 4000, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const { content, thumbnail } = await made(large);
    const { width, height } = await sharp(content).metadata();
    expect([width, height]).toEqual([3872, 3098]);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'jpeg', width: 480, height: 384 });
    expect(thumbnail.length).toBeLessThan(40_000);
  });

  test('that was cut off, or is none after its first bytes, is broken', async () => {
    const whole = await quarters().jpeg().toBuffer();
    expect(await convertPicture(whole.subarray(0, whole.length - 20))).toBe('broken');
    expect(await convertPicture(Buffer.from('\xff\xd8\xff\xe0 nothing more', 'latin1'))).toBe('broken');
    expect(await convertPicture(Buffer.from('GIF89a=1;alert(1);/*', 'latin1'))).toBe('broken');
    // From a large one a decoder would make the beginning and fill up the rest with grey.
    const large = await sharp({
      create: {
        width: 1200,
        height: 900,
        channels: 3,
        background: 'red',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer();
    for (const part of [0.5, 0.999])
      expect(await convertPicture(large.subarray(0, Math.floor(large.length * part)))).toBe('broken');
    const png = await quarters().png().toBuffer();
    expect(await convertPicture(png.subarray(0, png.length - 30))).toBe('broken');
  });

  test('keeps nothing of what was hidden behind it', async () => {
    const behind = Buffer.concat([await quarters().jpeg().toBuffer(), Buffer.from('PK\x03\x04 a program')]);
    expect((await made(behind)).content.includes('PK\x03\x04')).toBe(false);
    const script = Buffer.concat([await quarters().gif().toBuffer(), Buffer.from('*/=1;alert(1)')]);
    expect((await made(script)).content.includes('alert')).toBe(false);
  });

  test('that would unpack to gigabytes is not unpacked', async () => {
    const part = (type: string, data: Buffer): Buffer => {
      const named = Buffer.concat([Buffer.from(type), data]);
      const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      sum.writeUInt32BE(crc32(named));
      return Buffer.concat([length, named, sum]);
    };
    /** A PNG that claims to have this many pixels. */
    const png = (side: number, isInterlaced: boolean, more: Buffer): Buffer => {
      const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, isInterlaced ? 1 : 0]);
      head.writeUInt32BE(side, 0);
      head.writeUInt32BE(side, 4);
      const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
      return Buffer.concat([start, part('IHDR', head), more, part('IEND', Buffer.alloc(0))]);
    };
    const pixels = part('IDAT', deflateSync(Buffer.alloc(40_000_000), { level: 1 }));
    expect(await convertPicture(png(50_000, false, pixels))).toBe('too large');
    expect(await convertPicture(png(6000, true, pixels))).toBe('too large');
    // More pixel data than it has room for, and a comment that is a million times larger when it is unpacked.
    const note = part('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))]));
    expect((await made(png(2, false, Buffer.concat([note, pixels])))).content.length).toBeLessThan(1000);
  });
});
