import type { Page } from 'playwright';

/** The wrapped keys of every vault of the page's browser, in hexadecimal. Together with the key that wrapped it, each opens a vault. */
export const wrapsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    if (!(await indexedDB.databases()).some(({ name }) => name === 'vestibule')) return [];
    const database = await done(indexedDB.open('vestibule'));
    const entries: unknown[] = await done(database.transaction('rows').objectStore('rows').getAll());
    database.close();
    const found: string[] = [];
    const look = (value: unknown): void => {
      if (value instanceof Uint8Array) {
        // Salts and IVs are shorter, and open nothing.
        if (value.length >= 48) found.push(Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join(''));
      } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
    };
    look(entries);
    return found;
  });

/** The vaults of which the page's browser has rows, by the names of their databases. */
export const vaultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () =>
    (await indexedDB.databases()).flatMap(({ name }) => (name === undefined || name === 'vestibule' ? [] : [name])),
  );
