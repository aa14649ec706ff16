import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { DirectoryEntry, directoryTypes } from './fhir/directory.ts';
import { isStorable } from '../db/storable.ts';
import { rowsJson } from '../db/rowsJson.ts';

const keep = statement(
  'record.keepDirectory',
  `insert into record_directory (source, reference_key, entry)
   select $source, n.reference_key, n.entry from jsonb_populate_recordset(null::record_directory, $rows::jsonb) n order by n.reference_key
   on conflict (source, reference_key) do update set entry = excluded.entry where record_directory.entry <> excluded.entry`,
);
const look = statement(
  'record.directory',
  `select reference_key as "referenceKey", entry from record_directory where source = $source and reference_key = any($referenceKeys::text[])`,
  v.object({ referenceKey: v.string(), entry: DirectoryEntry }),
);

const mostKept = 50_000;
const isDirectoryKey = (key: string): boolean => directoryTypes.has(/^[A-Za-z]+/.exec(key)?.[0] ?? '');

/** The people, places and orders of a source to which its resources refer. */
export class Directory {
  readonly #db: Db;
  readonly #source: string;
  readonly #known = new Map<string, DirectoryEntry | null>();

  constructor(db: Db, source: string) {
    this.#db = db;
    this.#source = source;
  }

  /** Stores entries by their keys. Of several with the same key, the last counts. */
  async keep(entries: ReadonlyMap<string, DirectoryEntry>): Promise<void> {
    const rows = [...entries].flatMap(([referenceKey, entry]) =>
      isStorable(JSON.stringify([referenceKey, entry])) ? [{ referenceKey, entry }] : [],
    );
    if (rows.length === 0) return;
    await this.#db.run(keep, { source: this.#source, rows: rowsJson(rows) });
    if (this.#known.size + rows.length > mostKept) this.#known.clear();
    else for (const { referenceKey, entry } of rows) this.#known.set(referenceKey, entry);
  }

  /** Reads the entries of these keys and of those that they name in turn. */
  async prefetch(keys: Iterable<string>): Promise<void> {
    if (this.#known.size > mostKept) this.#known.clear();
    let wanted = [...new Set(keys)];
    // An order names a role and a role names a person, so three rounds are enough.
    for (let round = 0; round < 3 && wanted.length > 0; round += 1) {
      const unknown = wanted.filter((key) => isDirectoryKey(key) && !this.#known.has(key) && !key.includes('\u0000'));
      const found =
        unknown.length === 0 ? [] : await this.#db.many(look, { source: this.#source, referenceKeys: unknown });
      for (const key of unknown) this.#known.set(key, null);
      for (const { referenceKey, entry } of found) this.#known.set(referenceKey, entry);
      wanted = wanted.flatMap((key) => {
        const entry = this.#known.get(key);
        return entry
          ? [entry.practitioner, entry.organization, entry.requester].flatMap((linked) => linked?.key ?? [])
          : [];
      });
    }
  }

  entry = (key: string): DirectoryEntry | null => this.#known.get(key) ?? null;
}
