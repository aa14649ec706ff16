import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { StoreUnavailable } from '../db/objectStore.ts';
import { keyFor, sealBytes, unsealBytes } from '../http/serverKey.ts';

/** SQL: the bytes of a file of the table called `alias`, for a row with `fileEntries`. */
export const fileColumns = <const Alias extends string>(alias: Alias) =>
  `${alias}.content, ${alias}.object_id as "objectId"` as const;
/** SQL: how many bytes it has. */
export const fileSize = <const Alias extends string>(alias: Alias) =>
  `coalesce(octet_length(${alias}.content), (select o.byte_count from file_objects o where o.id = ${alias}.object_id))` as const;
export const fileEntries = {
  content: v.nullable(v.instance(Buffer)),
  objectId: v.nullable(v.pipe(v.string(), v.uuid())),
};
/** Where the bytes of a file are: in its row, or in the store. */
export interface StoredFile {
  readonly content: Buffer | null;
  readonly objectId: string | null;
}

/** A file is not in the store although the database says so, or not as it was put there. Its bytes are given to nobody. */
export class FileDamaged extends Error {
  override readonly name = 'FileDamaged';
}

const sizeOf = statement(
  'files.size',
  'select byte_count as bytes from file_objects where id = $objectId',
  v.object({ bytes: v.number() }),
);

/** The bytes of an object, as they were before it was sealed. Throws `StoreUnavailable` or `FileDamaged`. */
export async function readObject(db: Db, objectId: string): Promise<Buffer> {
  if (db.objects === null) throw new StoreUnavailable('FILES_URL is not set');
  const { bytes } = await db.one(sizeOf, { objectId });
  const sealed = await db.objects.get(objectId, bytes + sealBytes);
  if (sealed === null) throw new FileDamaged(`object ${objectId} is missing or has another length`);
  for (const serverKey of db.objects.serverKeys) {
    const opened = unsealBytes(await keyFor(db, serverKey, 'file'), objectId, sealed);
    if (opened !== null) return opened;
  }
  throw new FileDamaged(`object ${objectId} is altered, or sealed under another SERVER_KEY`);
}

/** A row with the bytes of its file. */
export type WithBytes<Row extends StoredFile> = Omit<Row, keyof StoredFile> & { readonly content: Buffer };

/** Gives a row the bytes of its file, wherever they are. Throws `StoreUnavailable` or `FileDamaged`. */
export async function withBytes<Row extends StoredFile>(
  db: Db,
  { content, objectId, ...row }: Row,
): Promise<WithBytes<Row>> {
  if (content !== null) return { ...row, content };
  if (objectId === null) throw new Error('a file has neither bytes nor an object');
  return { ...row, content: await readObject(db, objectId) };
}

/** The same for many rows, one after another. */
export async function allWithBytes<Row extends StoredFile>(db: Db, rows: readonly Row[]): Promise<WithBytes<Row>[]> {
  const read: WithBytes<Row>[] = [];
  for (const row of rows) read.push(await withBytes(db, row));
  return read;
}
