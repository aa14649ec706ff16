import { type CallShape, PatientId, readCounts } from '@portal/api';
import * as v from 'valibot';
import { failureOf } from '../errors.ts';
import { send } from '../http.ts';
import { isOffered } from '../version.ts';
import type { AnyInput } from '../wire.ts';

interface AskedCount {
  readonly name: string;
  readonly alone: () => Promise<unknown>;
  readonly answer: (count: Promise<unknown>) => void;
}

/** The counts of a patient that were asked for in this turn. */
const asked = new Map<PatientId, AskedCount[]>();

function sendAsked(patientId: PatientId): void {
  const counts = asked.get(patientId) ?? [];
  asked.delete(patientId);
  if (counts.length === 1) {
    for (const { alone, answer } of counts) answer(alone());
    return;
  }
  const together = send(readCounts, { params: { patientId } });
  for (const { name, alone, answer } of counts)
    answer(
      together.then(
        (known) => known[name] ?? alone(),
        (error: unknown) => {
          // A server that does not have the call; without a connection the single calls would fail as well.
          if (failureOf(error)?.kind !== 'offline') return alone();
          throw error;
        },
      ),
    );
}

/** Sends a call; several numbers of tabs (`isBadge`) that are asked for in the same turn go as one request where the server can answer that. */
export function sendMaybeTogether(
  call: CallShape,
  { params }: AnyInput,
  alone: () => Promise<unknown>,
): Promise<unknown> {
  const patientId =
    call.isBadge === true && isOffered(readCounts) ? v.safeParse(PatientId, params?.['patientId']) : null;
  if (patientId?.success !== true) return alone();
  return new Promise((resolve) => {
    const counts = asked.get(patientId.output) ?? [];
    if (counts.length === 0) {
      asked.set(patientId.output, counts);
      queueMicrotask(() => sendAsked(patientId.output));
    }
    counts.push({ name: call.name, alone, answer: resolve });
  });
}
