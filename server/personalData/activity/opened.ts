import type { ActivityLine, PatientId } from '@portal/api';
import type { Db } from '../../db/pool.ts';
import type { Subject } from '../../subject/subject.ts';
import * as rooms from '../../subjects.ts';

export type Opened = ActivityLine['opened'][number];
/** One thing of the record, by its kind and its number: `note 12`. */
export type OpenedKey = `${string} ${string}`;

const kinds = Object.values<Subject>(rooms).flatMap(({ opened }) => opened ?? []);

/** The one thing of the record that a row of the audit says was opened. */
export function openedIn(detail: Readonly<Record<string, unknown>>): OpenedKey | null {
  for (const { kind, ids } of kinds)
    for (const name of ids) {
      const id = detail[name];
      if (typeof id === 'number' || typeof id === 'string') return `${kind} ${id}`;
    }
  return null;
}

/** What somebody named in a row may be no number at all: pages tell of some things themselves. */
const numbersIn = (keys: readonly OpenedKey[], kind: string): number[] =>
  keys.flatMap((key) => {
    const [of, number = ''] = key.split(' ');
    return of === kind && /^\d{1,15}$/.test(number) ? [Number(number)] : [];
  });

/** What was opened, as the record names it now; what is gone from it, or held back, has no name. */
export async function readOpened(
  db: Db,
  patientId: PatientId,
  keys: readonly OpenedKey[],
): Promise<ReadonlyMap<OpenedKey, Opened>> {
  const known = new Map<OpenedKey, Opened>();
  for (const { kind, read } of kinds) {
    const ids = numbersIn(keys, kind);
    if (ids.length > 0)
      for (const { id, name, date } of await read(db, patientId, ids)) known.set(`${kind} ${id}`, { kind, name, date });
  }
  return known;
}
