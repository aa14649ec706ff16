import * as v from 'valibot';
import type { ObjectStore } from '../db/objectStore.ts';
import { type Db, statement } from '../db/pool.ts';
import { type FileSettings, s3Store } from './s3Store.ts';

/** The store of the settings; null: files are in the database alone. */
export const objectsOf = (settings: {
  readonly files: FileSettings | null;
  readonly serverKey: string;
  readonly serverKeysBefore: readonly string[];
}): ObjectStore | null =>
  settings.files && s3Store(settings.files, [settings.serverKey, ...settings.serverKeysBefore, '']);

const any = statement(
  'files.any',
  'select exists (select from file_objects where delete_after is null) as "hasObjects"',
  v.object({ hasObjects: v.boolean() }),
);
/** Whether a file of this database is in a store. */
export const hasObjects = async (db: Db): Promise<boolean> => (await db.one(any)).hasObjects;

const stored = statement(
  'files.isStored',
  'select exists (select from file_objects where id = $objectId and delete_after is null) as "isStored"',
  v.object({ isStored: v.boolean() }),
);
/** Whether a row still has an object. */
export const isStored = async (db: Db, objectId: string): Promise<boolean> =>
  (await db.one(stored, { objectId })).isStored;
