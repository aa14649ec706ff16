import { getCapabilities, type PatientId } from '@portal/api';
import { useRouter } from '@tanstack/react-router';
import { failureOf, messageFor } from '../data/errors.ts';
import { actingFor, change, choicesOf, prepareChange, type PreparedChange, useIdentity } from '../data/profile.ts';
import type { PatientEntry } from '../shell/PatientChoice.tsx';
import { formatPersonName, showMessage, useWords } from '../words/index.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of the change of patient that this step brings with it. */
    patientChange?: number;
  }
}

let prepared: { readonly number: number; readonly next: PreparedChange } | null = null;
let number = 0;

/**
 * A step has passed every question about open work: now the other record is opened. A step that was held up, or comes again by Back,
 * opens none.
 */
export function followChange(state: { readonly patientChange?: number }): void {
  if (prepared === null || state.patientChange !== prepared.number) return;
  const { next } = prepared;
  prepared = null;
  change(next);
}

type Router = ReturnType<typeof useRouter>;

/** Goes to the first page of another patient's record: the step asks about open work, as any other does. */
async function openRecord(router: Router, patientId: PatientId): Promise<void> {
  try {
    const next = await prepareChange(patientId);
    if (next === null) return;
    prepared = { number: (number += 1), next };
    await router.navigate({ to: '/', search: {}, state: { patientChange: prepared.number } });
    // From the dashboard to the dashboard the path is the same, and what was pressed is gone with the other record.
    if (actingFor() === patientId) document.getElementById('main')?.focus({ preventScroll: true });
  } catch (error) {
    const failure = failureOf(error);
    const message = failure === null ? null : messageFor(getCapabilities, failure);
    if (message !== null) showMessage(message.code, message.values);
  }
}

/** Everyone whose record the person can open; none where there is no choice. */
export function usePatientEntries(): readonly PatientEntry[] {
  const { t, locale } = useWords();
  const identity = useIdentity();
  const router = useRouter();
  if (identity === null) return [];
  const choices = choicesOf(identity);
  if (choices.length < 2) return [];
  return choices.map(({ patientId, isOwn, ...person }) => {
    const current = patientId === identity.patientId;
    return {
      key: patientId,
      label: isOwn ? t('shell.actForSelf') : t('shell.actFor', { name: formatPersonName(locale, person) }),
      current,
      onChoose: () => {
        if (!current) void openRecord(router, patientId);
      },
    };
  });
}
