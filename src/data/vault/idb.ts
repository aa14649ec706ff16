import { clear, entries, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { type Decision, type Rows, StorageRefused, WrittenByNewerVersion } from './rows.ts';

const table = 'rows';
const openBound = 8_000;

/** Opens a database with its one table, and forgets it when the browser ends the connection. */
function connect(name: string, gone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(table);
    };
    // Some browsers never answer; what is being typed must not wait for them.
    const timer = setTimeout(() => reject(new Error('no answer from the database')), openBound);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('no database'));
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      database.onclose = gone;
      // Another tab shreds or upgrades: this one must not stand in its way.
      database.onversionchange = () => {
        gone();
        database.close();
      };
      resolve(database);
    };
  });
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * A table in IndexedDB through idb-keyval, with what its own store lacks: a connection that died is opened again at the
 * next use, and every write is durable when it resolves.
 */
export function indexedDbRows(name: string): Rows {
  let opened: Promise<IDBDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  const database = () =>
    (opened ??= connect(name, forget).catch((error: unknown) => {
      forget();
      throw error;
    }));

  const store: UseStore = async (mode, work) => {
    const begin = (connection: IDBDatabase) =>
      connection.transaction(table, mode, { durability: 'strict' }).objectStore(table);
    const connection = await database();
    let place: IDBObjectStore;
    try {
      place = begin(connection);
    } catch {
      // Once more with a new connection: the old one may have been dead without telling.
      forget();
      place = begin(await database());
    }
    return work(place);
  };

  async function refusing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (first) {
      if (first instanceof WrittenByNewerVersion) throw first;
      if (isFull(first)) throw new StorageRefused(first);
      // A connection that dies in the middle of a transaction takes only that transaction with it.
      forget();
      try {
        return await work();
      } catch (second) {
        throw new StorageRefused(second);
      }
    }
  }

  return {
    get: (key) => refusing(() => get<unknown>(key, store)),
    change: (key, decide) => refusing(() => store('readwrite', (place) => changed(place, key, decide))),
    entries: () =>
      refusing(async () => (await entries<string, unknown>(store)).map(([key, row]) => [key, row] as const)),
    group: (key) =>
      refusing(() =>
        store('readonly', async (place) => {
          const range = groupOf(key);
          const [keys, rows] = await Promise.all([
            promisifyRequest(place.getAllKeys(range)),
            promisifyRequest<unknown[]>(place.getAll(range)),
          ]);
          return new Map(keys.flatMap((one, at) => (typeof one === 'string' ? [[one, rows[at]] as const] : [])));
        }),
      ),
    replace: (groups, rows) =>
      refusing(() =>
        store('readwrite', async (place) => {
          for (const key of groups) place.delete(groupOf(key));
          for (const [key, row] of rows) place.put(row, key);
          await promisifyRequest(place.transaction);
        }),
      ),
    async destroy() {
      // Emptied first: the database itself goes only when the last tab has let go of it.
      await refusing(() => clear(store)).catch(() => undefined);
      await opened?.then(
        (connection) => connection.close(),
        () => undefined,
      );
      forget();
      await new Promise<void>((resolve) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = request.onerror = request.onblocked = () => resolve();
      });
    },
    close() {
      opened?.then(
        (connection) => connection.close(),
        () => undefined,
      );
      forget();
    },
  };
}

/** All names are of one length, so that none of another group begins with this one. */
const groupOf = (key: string): IDBKeyRange => IDBKeyRange.bound(key, `${key}.\uffff`);

function changed(place: IDBObjectStore, key: string, decide: (standing: unknown) => Decision): Promise<void> {
  return new Promise((resolve, reject) => {
    const reading: IDBRequest<unknown> = place.get(key);
    reading.onsuccess = () => {
      try {
        const decision = decide(reading.result);
        if (decision.kind === 'put') place.put(decision.row, key);
        if (decision.kind === 'remove') place.delete(key);
      } catch (error) {
        place.transaction.abort();
        reject(error instanceof Error ? error : new Error('refused'));
      }
    };
    promisifyRequest(place.transaction).then(() => resolve(), reject);
  });
}
