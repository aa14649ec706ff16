import type { PatientId } from '@portal/api';
import { useRouter } from '@tanstack/react-router';
import { actingFor, changePatient, type PreparedPatientChange, preparePatientChange } from '../../data/profile.ts';
import { type PatientEntry, useEntriesOfPatients } from './PatientChoice.tsx';
import { failureOf } from '../../data/errors.ts';
import { showFailure } from '../../data/showFailure.ts';

/** Loads what opening another record needs; null where it cannot be opened now, which the message bar says. */
async function prepareRecord(patientId: PatientId): Promise<PreparedPatientChange | null> {
  try {
    return await preparePatientChange(patientId);
  } catch (error) {
    showFailure(failureOf(error));
    return null;
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of the change of patient, in the history state of the navigation. */
    patientChange?: number;
  }
}

let prepared: { readonly number: number; readonly next: PreparedPatientChange } | null = null;
let number = 0;

/** Opens the other record after every question about open work has passed; not if it was cancelled, or is repeated by Back. */
export function followChange(state: { readonly patientChange?: number }): void {
  if (prepared === null || state.patientChange !== prepared.number) return;
  const { next } = prepared;
  prepared = null;
  changePatient(next);
}

/** Goes to the first page of another patient's record: it asks about open work, as any navigation does. */
async function openRecord(router: ReturnType<typeof useRouter>, patientId: PatientId): Promise<void> {
  const next = await prepareRecord(patientId);
  if (next === null) return;
  prepared = { number: (number += 1), next };
  await router.navigate({ to: '/', search: {}, state: { patientChange: prepared.number } });
  // The path may be the same, so the router moves no focus, and the pressed button is gone with the other record.
  if (actingFor() === patientId) document.getElementById('main')?.focus({ preventScroll: true });
}

/** Everyone whose record the person can open; none where there is no choice. */
export function usePatientEntries(): readonly PatientEntry[] {
  const router = useRouter();
  return useEntriesOfPatients((patientId) => void openRecord(router, patientId));
}
