import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { attachmentLimits } from '@portal/api';
import * as v from 'valibot';
import { namesPlace } from './location.ts';
import program from './pictureProgram.cjs?raw';

/** A picture as it is kept: upright, in plain colours, with nothing in it but its pixels. */
export interface KeptPicture {
  readonly type: 'jpg' | 'png';
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly locationRemoved: boolean;
}

const limits = {
  pixels: 12_000_000,
  /** What is looked at at all: the largest that telephones make. */
  pixelsIn: 50_000_000,
  /** Bytes of the pixels of one that must be in memory as a whole: progressive, interlaced, or of a kind that is always read so. */
  bytesWhole: 75_000_000,
  bytes: attachmentLimits.fileBytes,
  thumbnailSide: 480,
  /** Smaller and smaller until it is no more than a file may be. */
  tries: [
    { scale: 1, quality: 85 },
    { scale: 1, quality: 75 },
    { scale: 0.7, quality: 75 },
    { scale: 0.5, quality: 75 },
    { scale: 0.35, quality: 75 },
  ],
} as const;
const longestMs = 30_000;
const library = createRequire(import.meta.url).resolve('sharp');

const bytes = v.pipe(
  v.instance(Uint8Array),
  v.transform((given) => Buffer.from(given.buffer, given.byteOffset, given.byteLength)),
);
const Answer = v.union([
  v.picklist(['broken', 'too large', 'no library']),
  v.object({
    type: v.picklist(['jpg', 'png']),
    content: bytes,
    thumbnail: bytes,
    exif: v.nullable(bytes),
    xmp: v.nullable(bytes),
  }),
]);

/** Nothing of the server's settings: its secrets are none of a decoder's business. Fewer arenas give more memory back. */
const environment = { MALLOC_ARENA_MAX: '2', SystemRoot: process.env['SystemRoot'] };

/** What the program answers in a process of its own; one that ends without an answer did so because of the picture. */
function inProcess(content: Buffer): Promise<v.InferOutput<typeof Answer>> {
  return new Promise((settle, fail) => {
    const child = spawn(process.execPath, ['--max-old-space-size=128', '-e', program], {
      env: environment,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    const timer = setTimeout(() => end(() => settle('too large')), longestMs);
    const end = (how: () => void): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      how();
    };
    child.once('message', (answer) => {
      const parsed = v.safeParse(Answer, answer);
      end(() => settle(parsed.success ? parsed.output : 'broken'));
    });
    child.once('exit', () => end(() => settle('broken')));
    child.on('error', (error) => end(() => fail(error)));
    // Where it has ended already, that is told above.
    child.send({ library, content, limits }, () => undefined);
  });
}

/** Whether a JPEG has its end. A reader that finds none shows what is there and fills up the rest with grey. */
function hasJpegEnd(content: Buffer): boolean {
  let at = 2;
  // Segments with their lengths, up to where the pixels of the picture itself begin: a thumbnail before has an end of its own.
  while (at + 4 <= content.length && content[at] === 0xff && content[at + 1] !== 0xda)
    at += content[at + 1] === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  return content.includes(Buffer.from([0xff, 0xd9]), at);
}

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

/** Makes a picture what is kept of it; `broken` where it cannot be read to its end. */
export async function keptPicture(content: Buffer): Promise<KeptPicture | 'broken' | 'too large'> {
  if (content[0] === 0xff && content[1] === 0xd8 && !hasJpegEnd(content)) return 'broken';
  const made = await oneByOne(() => inProcess(content));
  if (made === 'no library') throw new Error('sharp cannot be loaded on this machine');
  if (typeof made === 'string') return made;
  const { exif, xmp, ...kept } = made;
  return { ...kept, locationRemoved: namesPlace(exif, xmp) };
}
