import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { attachmentLimits } from '@portal/api';
import * as v from 'valibot';
import { hasLocation } from './location.ts';
import program from './pictureProgram.cjs?raw';

/** A picture as it is stored: upright, in standard colours, with its pixels and no metadata. */
export interface ConvertedPicture {
  readonly type: 'jpg' | 'png';
  readonly content: Buffer;
  readonly thumbnail: Buffer;
  readonly locationRemoved: boolean;
}

const limits = {
  pixels: 12_000_000,
  /** The most pixels that are accepted: the largest pictures that telephones take. */
  pixelsIn: 50_000_000,
  /** The most bytes of pixels for a picture that must be decoded whole: progressive, interlaced, or of a format that always is. */
  bytesWhole: 75_000_000,
  bytes: attachmentLimits.fileBytes,
  thumbnailSide: 480,
  /** Tried in order until the result is small enough to be stored. */
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

/** The decoder's process gets none of the server's settings, because they contain secrets. Fewer malloc arenas return more memory. */
const environment = { MALLOC_ARENA_MAX: '2', SystemRoot: process.env['SystemRoot'] };

/** Runs the program in a process of its own. If it exits without an answer, the picture is the cause. */
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
    // The error of sending to a process that has ended is ignored: its `exit` event has been handled above.
    child.send({ library, content, limits }, () => undefined);
  });
}

/** Whether a JPEG is complete. A decoder shows the beginning of an incomplete one and fills up the rest with grey. */
function hasJpegEnd(content: Buffer): boolean {
  let at = 2;
  // Skips the segments before the picture's own pixels, because a thumbnail among them has an end mark of its own.
  while (at + 4 <= content.length && content[at] === 0xff && content[at + 1] !== 0xda)
    at += content[at + 1] === 0xff ? 1 : 2 + content.readUInt16BE(at + 2);
  return content.includes(Buffer.from([0xff, 0xd9]), at);
}

let last: Promise<void> = Promise.resolve();
/** Runs one task at a time in this process: each takes up to a second of a processor and much memory. */
function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work);
  last = mine.then(
    () => undefined,
    () => undefined,
  );
  return mine;
}

/** Converts a picture to what is stored of it; `broken` if it cannot be decoded to its end. */
export async function convertPicture(content: Buffer): Promise<ConvertedPicture | 'broken' | 'too large'> {
  if (content[0] === 0xff && content[1] === 0xd8 && !hasJpegEnd(content)) return 'broken';
  const made = await oneByOne(() => inProcess(content));
  if (made === 'no library') throw new Error('sharp cannot be loaded on this machine');
  if (typeof made === 'string') return made;
  const { exif, xmp, ...kept } = made;
  return { ...kept, locationRemoved: hasLocation(exif, xmp) };
}
