import { sessionVault, vaultRow } from '../unsent/files/vaultRow.ts';
import type { MessageStore } from './messageParts.ts';
import type { MessagePlace } from './types.ts';
import { filePlace, messageInPlace, messagePlace } from './record.ts';

export const messageVaultStore = (place: MessagePlace, source = sessionVault): MessageStore =>
  vaultRow(messagePlace(place), { parse: messageInPlace, placeOfBytes: filePlace }, source);
