import { sessionVault, vaultRow } from '../unsent/files/vaultRow.ts';
import type { MessageStore } from './messageParts.ts';
import { type MessagePlace, messagePlace } from './place.ts';
import { filePlace, messageInPlace } from './record.ts';

export const messageVaultStore = (place: MessagePlace, source = sessionVault): MessageStore =>
  vaultRow(messagePlace(place), { parse: messageInPlace, placeOfBytes: filePlace }, source);
