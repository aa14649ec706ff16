import { type OpenRows, type Rows, StorageRefused } from '../../../src/data/vault/rows.ts';

const isOf = (key: string, one: string): boolean => one === key || one.startsWith(`${key}.`);

/** One device's storage in memory, for tests. Rows are copied in and out, as a database does. */
export function memoryDevice() {
  const tables = new Map<string, Map<string, unknown>>();
  let full = false;
  let changesLeft = Number.POSITIVE_INFINITY;
  let isLastOneKept = false;
  const tableOf = (name: string): Map<string, unknown> => {
    const table = tables.get(name) ?? new Map<string, unknown>();
    tables.set(name, table);
    return table;
  };
  const ended = () => new Error('the process has ended');
  const alive = () => {
    if (changesLeft < 0) throw ended();
  };
  /** Applies a change, or ends the process before it, or between the change and its confirmation. */
  const apply = (change: () => void) => {
    alive();
    if (changesLeft > 0 || isLastOneKept) change();
    changesLeft -= 1;
    alive();
  };
  /** What is open now. Deleting a table ends it for everyone who has it open, as in a browser. */
  const openNow = new Set<{ readonly name: string; end(): void }>();
  const openRows: OpenRows = (name, { comesBack } = { comesBack: false }): Rows => {
    let isOpen = true;
    const handle = { name, end: () => void (isOpen &&= comesBack) };
    openNow.add(handle);
    const sound = (): void => {
      alive();
      if (!isOpen) throw new StorageRefused(new Error('closed'));
    };
    return {
      async get(key) {
        sound();
        return structuredClone(tableOf(name).get(key));
      },
      async change(key, decide) {
        sound();
        const decision = decide(structuredClone(tableOf(name).get(key)));
        if (decision.kind === 'leave') return;
        if (decision.kind === 'put' && full) throw new StorageRefused(new Error('full'));
        apply(() => {
          if (decision.kind === 'remove') tableOf(name).delete(key);
          else tableOf(name).set(key, structuredClone(decision.row));
        });
      },
      async entries() {
        sound();
        return [...tableOf(name)].map(([key, row]) => [key, structuredClone(row)] as const);
      },
      async group(key) {
        sound();
        return new Map(
          [...tableOf(name)].filter(([one]) => isOf(key, one)).map(([one, row]) => [one, structuredClone(row)]),
        );
      },
      async replace(groups, rows) {
        sound();
        if (full && rows.size > 0) throw new StorageRefused(new Error('full'));
        apply(() => {
          const table = tableOf(name);
          for (const one of table.keys()) if (groups.some((key) => isOf(key, one))) table.delete(one);
          for (const [key, row] of rows) table.set(key, structuredClone(row));
        });
      },
      async destroy() {
        apply(() => void tables.delete(name));
        isOpen = false;
        for (const other of openNow) if (other.name === name) other.end();
      },
      close() {
        isOpen = false;
        openNow.delete(handle);
      },
    };
  };
  return {
    openRows,
    /** Every table as it is, for tests that inspect it or tamper with it. */
    tables,
    fill(now: boolean) {
      full = now;
    },
    /**
     * The process ends at the change after `changes` more; `isKept` says whether that change is stored. Until `restart` nothing is read or
     * written.
     */
    endAfter(changes: number, isKept: boolean) {
      changesLeft = changes;
      isLastOneKept = isKept;
    },
    restart() {
      changesLeft = Number.POSITIVE_INFINITY;
    },
    /** The contents of all tables as one text, with bytes as characters: everything that somebody with the device could search. */
    everything: (): string =>
      [...tables]
        .filter(([, table]) => table.size > 0)
        .flatMap(([name, table]) => [name, ...[...table].flatMap(([key, row]) => [key, textOfRow(row)])])
        .join('\n'),
  };
}

const characters = new TextDecoder('latin1');
/** A row with its bytes as characters. */
function textOfRow(row: unknown): string {
  if (row instanceof Uint8Array) return characters.decode(row);
  if (Array.isArray(row)) return row.map(textOfRow).join('|');
  if (typeof row === 'object' && row !== null)
    return Object.entries(row)
      .map(([key, value]) => `${key}=${textOfRow(value)}`)
      .join('|');
  return String(row);
}
