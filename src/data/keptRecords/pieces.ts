import * as v from 'valibot';
import { randomId } from '../randomId.ts';
import { type Bytes, seal, SealedSchema, unseal } from '../vault/crypto.ts';

/** Most bytes of plain text in one row, so that a large file is not one value in memory or in a transaction. */
const pieceSize = 256 * 1024;
/** Shorter texts are not worth compressing. */
const worthPacking = 1_024;

const Piece = v.object({ stamp: v.string(), of: v.number(), sealed: SealedSchema });
type Piece = v.InferOutput<typeof Piece>;

const isPackable = (): boolean => typeof CompressionStream !== 'undefined';

/** Runs bytes through a stream of the platform. */
const through = async (bytes: Bytes, stream: CompressionStream | DecompressionStream): Promise<Bytes> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

/** Puts the byte `flag` before the bytes. */
function flagged(flag: number, bytes: Bytes): Bytes {
  const all = new Uint8Array(bytes.length + 1);
  all[0] = flag;
  all.set(bytes, 1);
  return all;
}

async function packed(bytes: Bytes): Promise<Bytes> {
  if (bytes.length < worthPacking || !isPackable()) return flagged(0, bytes);
  const small = await through(bytes, new CompressionStream('deflate'));
  return small.length < bytes.length ? flagged(1, small) : flagged(0, bytes);
}

async function unpacked(all: Bytes): Promise<Bytes | null> {
  const bytes = all.subarray(1);
  if (all[0] === 0) return bytes;
  if (all[0] !== 1 || !isPackable()) return null;
  return through(bytes, new DecompressionStream('deflate')).catch(() => null);
}

const rowName = (name: string, at: number): string => (at === 0 ? name : `${name}.${at}`);
const additional = (place: string, { stamp, of }: Pick<Piece, 'stamp' | 'of'>, at: number): string =>
  `${place}|${stamp}|${at}/${of}`;

/**
 * Encrypts bytes in pieces, each a row: `name`, `name.1`, `name.2` and so on. `place` and a stamp are authenticated with each piece. The
 * stamp is the same for all pieces of one write and for no others, so that pieces of two writes never make one answer. Returns the rows and
 * their bytes.
 */
export async function sealPieces(
  key: CryptoKey,
  place: string,
  name: string,
  bytes: Bytes,
): Promise<{ readonly rows: ReadonlyMap<string, Piece>; readonly size: number }> {
  const all = await packed(bytes);
  const of = Math.max(1, Math.ceil(all.length / pieceSize));
  const stamp = randomId(9);
  const rows = new Map<string, Piece>();
  let size = 0;
  for (let at = 0; at < of; at += 1) {
    const part = all.slice(at * pieceSize, (at + 1) * pieceSize);
    const sealed = await seal(key, additional(place, { stamp, of }, at), part);
    part.fill(0);
    rows.set(rowName(name, at), { stamp, of, sealed });
    size += sealed.data.length + sealed.iv.length;
  }
  all.fill(0);
  return { rows, size };
}

/** Decrypts what `sealPieces` encrypted; null when a piece is missing, damaged, from another write or from another place. */
export async function unsealPieces(
  key: CryptoKey,
  place: string,
  name: string,
  rows: ReadonlyMap<string, unknown>,
): Promise<Bytes | null> {
  const head = v.safeParse(Piece, rows.get(name));
  if (!head.success) return null;
  const { stamp, of } = head.output;
  const parts: Bytes[] = [];
  for (let at = 0; at < of; at += 1) {
    const piece = v.safeParse(Piece, rows.get(rowName(name, at)));
    if (!piece.success) return null;
    const part = await unseal(key, additional(place, { stamp, of }, at), piece.output.sealed);
    if (part === null) return null;
    parts.push(part);
  }
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
    part.fill(0);
  }
  return unpacked(all);
}
