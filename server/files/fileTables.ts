import * as v from 'valibot';
import { type Statement, statement } from '../db/statement.ts';

/** A file to be moved: the key of its row, and how many bytes it has. */
const Waiting = v.object({ id: v.number(), bytes: v.number() });
type Waiting = v.InferOutput<typeof Waiting>;
const InDatabase = v.object({ content: v.instance(Buffer), hash: v.instance(Buffer) });
const InStore = v.object({ objectId: v.string() });

/** A table with the columns `content` and `object_id`, and the statements that move its files. */
export interface FileTable {
  readonly table: string;
  readonly inDatabase: {
    readonly next: Statement<Waiting, 'after'>;
    readonly read: Statement<v.InferOutput<typeof InDatabase>, 'id'>;
    /** Changes nothing where the bytes are no longer those that were read. */
    readonly replace: Statement<unknown, 'id' | 'objectId' | 'hash'>;
  };
  readonly inStore: {
    readonly next: Statement<Waiting, 'after'>;
    readonly read: Statement<v.InferOutput<typeof InStore>, 'id'>;
    readonly replace: Statement<unknown, 'id' | 'objectId' | 'content'>;
  };
}
const declared: FileTable[] = [];
/** Every table of files that the modules loaded so far declare. */
export const fileTables = (): readonly FileTable[] => declared;

/**
 * Declares a table whose files may be moved to the store. `where`: which of them (SQL). It has the indexes TABLE_in_database with the same
 * condition, and TABLE_in_store.
 */
export function fileTable(
  table: string,
  { key = 'id', where = 'true' }: { readonly key?: string; readonly where?: string } = {},
): void {
  declared.push({
    table,
    inDatabase: {
      next: statement(
        `files.toStore.${table}`,
        `select ${key} as id, octet_length(content) as bytes from ${table} where object_id is null and ${where} and ${key} > $after
         order by ${key} limit 50`,
        Waiting,
      ),
      read: statement(
        `files.inDatabase.${table}`,
        `select content, sha256(content) as hash from ${table} where ${key} = $id and object_id is null`,
        InDatabase,
      ),
      replace: statement(
        `files.intoStore.${table}`,
        `update ${table} set content = null, object_id = $objectId where ${key} = $id and object_id is null and sha256(content) = $hash`,
      ),
    },
    inStore: {
      next: statement(
        `files.toDatabase.${table}`,
        `select t.${key} as id, o.byte_count as bytes from ${table} t join file_objects o on o.id = t.object_id
         where t.object_id is not null and t.${key} > $after order by t.${key} limit 50`,
        Waiting,
      ),
      read: statement(
        `files.inStore.${table}`,
        `select object_id as "objectId" from ${table} where ${key} = $id and object_id is not null`,
        InStore,
      ),
      replace: statement(
        `files.intoDatabase.${table}`,
        `update ${table} set content = $content, object_id = null where ${key} = $id and object_id = $objectId`,
      ),
    },
  });
}
