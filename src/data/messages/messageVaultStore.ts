import type { PatientId, SecureThreadId } from '@portal/api';
import { sessionVault, vaultRow } from '../unsent/files/vaultRow.ts';
import type { MessageStore } from './messageParts.ts';
import { filePlace, messageInPlace, messagePlace } from './record.ts';

export const messageVaultStore = (
  patientId: PatientId,
  threadId: SecureThreadId | null,
  source = sessionVault,
): MessageStore =>
  vaultRow(messagePlace(patientId, threadId), { parse: messageInPlace, placeOfBytes: filePlace }, source);
