import { type OpenRows, type Rows, StorageRefused } from '../vault/rows.ts';

const isOf = (key: string, one: string): boolean => one === key || one.startsWith(`${key}.`);

/** One device's storage in memory, for tests. Rows are copied in and out, as a database does. */
export function memoryDevice() {
  const tables = new Map<string, Map<string, unknown>>();
  let full = false;
  const tableOf = (name: string): Map<string, unknown> => {
    const table = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, table);
    return table;
  };
  const openRows: OpenRows = (name): Rows => ({
    get: async (key) => structuredClone(tableOf(name).get(key)),
    async change(key, decide) {
      const decision = decide(structuredClone(tableOf(name).get(key)));
      if (decision.kind === 'remove') tableOf(name).delete(key);
      if (decision.kind !== 'put') return;
      if (full) throw new StorageRefused(new Error('full'));
      tableOf(name).set(key, structuredClone(decision.row));
    },
    entries: async () => [...tableOf(name)].map(([key, row]) => [key, structuredClone(row)] as const),
    group: async (key) =>
      new Map([...tableOf(name)].filter(([one]) => isOf(key, one)).map(([one, row]) => [one, structuredClone(row)])),
    async replace(groups, rows) {
      if (full && rows.size > 0) throw new StorageRefused(new Error('full'));
      const table = tableOf(name);
      for (const one of table.keys()) if (groups.some((key) => isOf(key, one))) table.delete(one);
      for (const [key, row] of rows) table.set(key, structuredClone(row));
    },
    async destroy() {
      tables.delete(name);
    },
    close() {},
  });
  return {
    openRows,
    /** Every table as it stands, for looking at and for tampering with. */
    tables,
    fill(now: boolean) {
      full = now;
    },
  };
}
