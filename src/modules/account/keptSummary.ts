import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import type { CountedCall } from '../../data/keptRecords/keeps.ts';
import type { MessageKey } from '../../words/index.ts';
import { bytesOfEntries, type KeptEntry, recordsLife } from '../../data/keptRecords/ledger.ts';

/** A module's row: how many entries are stored, and the day of the newest. Null: the module is stored as a whole. */
export interface KeptRow {
  readonly title: MessageKey;
  readonly count: number | null;
  readonly newest: CalendarDate | null;
}

/** What the ledger says of one patient, and of the space on the device. */
interface KeptSummary {
  readonly rows: readonly KeptRow[];
  /** The stored files and all files; null when there are none. */
  readonly files: { readonly kept: number; readonly all: number } | null;
  /** Bytes of everything that this device stores for the account. */
  readonly bytes: number;
  /** When the newest answer came, in milliseconds; null when nothing is stored. */
  readonly copiedAt: number | null;
  /** When it is deleted if nobody signs in, in milliseconds. */
  readonly deletedAt: number;
}

export interface CountedKeeps {
  readonly title: MessageKey;
  readonly counts: readonly CountedCall[];
}

/** Identifies the clinical record to which a stored answer or file belongs, by its parameters. */
function recordOf(place: string, record: string | undefined): string {
  if (record === undefined) return place;
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), v.looseTuple([v.string(), v.looseObject({})])), place);
  return parsed.success ? `${record} ${String(parsed.output[1][record])}` : place;
}

/** Summarises the ledger for the settings. What could not be stored is not counted, except files. */
export function summaryOfKept(
  entries: readonly KeptEntry[],
  keeps: readonly CountedKeeps[],
  patientId: number,
  signedInAt: number,
): KeptSummary {
  // What belongs to no patient, such as forms, is in every list.
  const theirs = entries.filter((entry) => entry.patientId === patientId || entry.patientId === null);
  const kept = theirs.filter(({ missing }) => missing === null);
  const files = theirs.filter(({ kind }) => kind === 'file');
  return {
    rows: keeps.flatMap(({ title, counts }): KeptRow[] => {
      if (kept.length === 0) return [];
      if (counts.length === 0) return [{ title, count: null, newest: null }];
      const named = new Map<string, CountedCall>(counts.map((one) => [one.name, one]));
      const records = kept.filter(({ call }) => named.has(call));
      const days = records.flatMap(({ day }) => {
        const parsed = v.safeParse(CalendarDate, day);
        return parsed.success ? [parsed.output] : [];
      });
      const newest = days.reduce<CalendarDate | null>(
        (latest, day) => (latest === null || day > latest ? day : latest),
        null,
      );
      const count = new Set(records.map(({ call, place }) => recordOf(place, named.get(call)?.record))).size;
      return [{ title, count, newest }];
    }),
    files:
      files.length === 0 ? null : { kept: files.filter(({ missing }) => missing === null).length, all: files.length },
    bytes: bytesOfEntries(entries),
    copiedAt: kept.length === 0 ? null : Math.max(...kept.map(({ at }) => at)),
    deletedAt: signedInAt + recordsLife,
  };
}
