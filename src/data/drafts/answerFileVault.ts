import { awaitedVault, vaultRow } from '../unsent/files/vaultRow.ts';
import type { AnswerFileStore } from './fileParts.ts';
import { answerFilePlace, keptFilesIn } from './pendingFiles.ts';

/** The files of the draft at `place`, in the vault of the person signed in. */
export const answerFileVault = (place: string, source = awaitedVault): AnswerFileStore =>
  vaultRow(place, { parse: keptFilesIn, placeOfBytes: answerFilePlace }, source);
