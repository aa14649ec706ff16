import type { PatientId } from '@portal/api';
import { failureOf, messageFor } from '../../data/errors.ts';
import { preparePatientChange, type PreparedPatientChange } from '../../data/profile.ts';
import { showMessage } from '../../words/index.ts';

/** Loads what opening another record needs; null where it cannot be opened now, which the message bar says. */
export async function prepareRecord(patientId: PatientId): Promise<PreparedPatientChange | null> {
  try {
    return await preparePatientChange(patientId);
  } catch (error) {
    const failure = failureOf(error);
    const message = failure === null ? null : messageFor(failure);
    if (message !== null) showMessage(message.code, message.values);
    return null;
  }
}
