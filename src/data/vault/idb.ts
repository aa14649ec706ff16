import { clear, entries, get, promisifyRequest, type UseStore } from 'idb-keyval';
import { type Decision, type OpenRows, StorageRefused, WrittenByNewerVersion } from './rows.ts';

const table = 'rows';
const openBound = 8_000;

/** Opens a database with its one table, and forgets it when the browser ends the connection. `mayMake`: creates a missing one. */
function connect(name: string, mayMake: boolean, gone: (isDeleted: boolean) => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      if (mayMake) request.result.createObjectStore(table);
      else request.transaction?.abort();
    };
    // Some browsers never answer, and what is being typed must not wait for them.
    const timer = setTimeout(() => reject(new Error('no answer from the database')), openBound);
    request.onerror = () => {
      clearTimeout(timer);
      reject(request.error ?? new Error('no database'));
    };
    request.onsuccess = () => {
      clearTimeout(timer);
      const database = request.result;
      database.onclose = () => gone(false);
      // Another tab shreds or upgrades the database, which needs this connection closed.
      database.onversionchange = ({ newVersion }) => {
        gone(newVersion === null);
        database.close();
      };
      resolve(database);
    };
  });
}

const isFull = (error: unknown): boolean => error instanceof DOMException && error.name === 'QuotaExceededError';

/**
 * A table in IndexedDB through idb-keyval, with two additions: a dead connection is opened again at the next use, and every write is
 * durable when it resolves. A late write does not recreate a database that another tab has deleted.
 */
export const indexedDbRows: OpenRows = (name, { comesBack } = { comesBack: false }) => {
  let opened: Promise<IDBDatabase> | null = null;
  let isClosed = false;
  let isDeleted = false;
  const forget = () => {
    opened = null;
  };
  const gone = (deleted: boolean) => {
    forget();
    isDeleted ||= deleted;
  };
  const database = () => {
    if (isClosed) return Promise.reject(new Error('the table is closed'));
    return (opened ??= connect(name, comesBack || !isDeleted, gone).catch((error: unknown) => {
      forget();
      throw error;
    }));
  };

  const store: UseStore = async (mode, work) => {
    const begin = (connection: IDBDatabase) =>
      connection.transaction(table, mode, { durability: 'strict' }).objectStore(table);
    const connection = await database();
    let place: IDBObjectStore;
    try {
      place = begin(connection);
    } catch {
      // Tries once more with a new connection, because the old one may have died without an event.
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
      // A connection that dies during a transaction loses only that transaction, so the work is tried once more.
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
      // Cleared first, because the database itself is deleted only when the last tab has closed it.
      await refusing(() => clear(store)).catch(() => undefined);
      await opened?.then(
        (connection) => connection.close(),
        () => undefined,
      );
      forget();
      isClosed = true;
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
      isClosed = true;
    },
  };
};

/** All names have the same length, so a name of another group never begins with this one. */
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
