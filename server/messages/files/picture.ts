import type { Sharp } from 'sharp';
import { attachmentLimits } from '@portal/api';
import { namesPlace } from './location.ts';

/** A picture as it is kept: upright, in plain colours, with nothing in it but its pixels. */
export interface KeptPicture {
  readonly type: 'jpg' | 'png';
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly locationRemoved: boolean;
}

const mostPixels = 12_000_000;
/** What is looked at at all: the largest that telephones make. */
const mostPixelsIn = 50_000_000;
/** Bytes of the pixels of one that must be in memory as a whole: progressive, interlaced, or of a kind that is always read so. */
const mostBytesWhole = 75_000_000;
const thumbnailSide = 480;
const seconds = 15;
/** Smaller and smaller until it is no more than a file may be. */
const tries = [
  { scale: 1, quality: 85 },
  { scale: 1, quality: 75 },
  { scale: 0.7, quality: 75 },
  { scale: 0.5, quality: 75 },
  { scale: 0.35, quality: 75 },
] as const;

let last: Promise<void> = Promise.resolve();
/** One picture at a time, whoever asks: each takes up to a second of one processor and much memory. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.then(
    () => undefined,
    () => undefined,
  );
  return mine;
}

/** The library, loaded with the first picture. Of its readers only those of what we take can be reached, and it keeps nothing. */
async function load() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((reader) => `VipsForeignLoad${reader}Buffer`),
  });
  return sharp;
}
let loading: ReturnType<typeof load> | null = null;

/** Makes a picture what is kept of it; `broken` where it cannot be read to its end. */
export async function keptPicture(bytes: Buffer): Promise<KeptPicture | 'broken' | 'too large'> {
  const sharp = await (loading ??= load());
  const open = (from: Buffer): Sharp =>
    sharp(from, { limitInputPixels: mostPixelsIn, failOn: 'error', sequentialRead: true }).timeout({ seconds });
  const work = async (): Promise<KeptPicture | 'broken' | 'too large'> => {
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    const pixels = facts.width * facts.height;
    const isWhole = facts.isProgressive || facts.format === 'webp' || facts.format === 'gif';
    const wholeBytes = pixels * facts.channels * (facts.depth === 'uchar' ? 1 : 2);
    if (pixels > mostPixelsIn || (isWhole && wholeBytes > mostBytesWhole)) return 'too large';
    const fits = Math.min(1, Math.sqrt(mostPixels / pixels));
    const side = (length: number, scale: number) => Math.max(1, Math.floor(length * fits * scale));
    for (const { scale, quality } of tries) {
      const upright = open(bytes)
        .autoOrient()
        .resize(side(facts.autoOrient.width, scale), side(facts.autoOrient.height, scale), { fit: 'fill' });
      const content = await (facts.hasAlpha ? upright.png() : upright.jpeg({ quality })).toBuffer();
      if (content.length > attachmentLimits.fileBytes) continue;
      const thumbnail = await open(content)
        .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality: 70 })
        .toBuffer();
      const locationRemoved = namesPlace(facts.exif, facts.xmp);
      return { type: facts.hasAlpha ? 'png' : 'jpg', content, thumbnail, locationRemoved };
    }
    return 'too large';
  };
  return oneByOne(() =>
    work().catch((error: unknown) =>
      error instanceof Error && error.message.startsWith('timeout') ? 'too large' : 'broken',
    ),
  );
}
