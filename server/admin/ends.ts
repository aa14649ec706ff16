import { AccessReason, type PatientId, mostYearsOfAccess } from '@portal/api';
import * as v from 'valibot';
import { type RepresentationEnd, requirePossibleEnd } from '../contacts/representationEnds.ts';
import type { Db } from '../db/pool.ts';
import { NotUnderstood } from './failure.ts';
import { option } from './parameters.ts';
import { dateOrNone } from './readers.ts';

/** Until when somebody may act for a patient, and why; both left out: as it is. */
export const endOptions = {
  until: option('DATE', 'the last day on which they may act for the patient, or "none"', dateOrNone),
  reason: option('TEXT', 'why, as the patient and they read it', (text, name) => {
    const parsed = v.safeParse(AccessReason, text);
    if (!parsed.success) throw new NotUnderstood(`${name} needs a text of at most 200 characters.`);
    return parsed.output;
  }),
} as const;

/** The end that the options ask for; undefined: none is named. A reason alone keeps what there is for its day. */
export async function endFromOptions(
  tx: Db,
  patientId: PatientId,
  { until, reason }: { readonly until: RepresentationEnd['lastDay'] | 'none' | null; readonly reason: string | null },
  before: RepresentationEnd,
): Promise<RepresentationEnd | undefined> {
  if (until === null && reason === null) return undefined;
  const lastDay = until === 'none' ? null : (until ?? before.lastDay);
  if (until !== null)
    await requirePossibleEnd(
      tx,
      patientId,
      lastDay,
      (code) =>
        new NotUnderstood(
          code === 'last_day_over'
            ? `--until is a day that is over: "${String(lastDay)}".`
            : `--until is more than ${String(mostYearsOfAccess)} years away: "${String(lastDay)}".`,
        ),
    );
  return { lastDay, reason: reason ?? (lastDay === null ? null : before.reason) };
}

/** ` until 2027-03-03 (My surgery)`, or nothing. */
export const endWords = ({ lastDay, reason }: RepresentationEnd): string =>
  `${lastDay === null ? '' : ` until ${lastDay}`}${reason === null ? '' : ` (${reason})`}`;
