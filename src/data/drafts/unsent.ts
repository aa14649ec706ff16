import { useSyncExternalStore } from 'react';
import { smallStore } from '../../browser/smallStore.ts';
import { messagesHere } from '../messages/here.ts';
import { unsentMessageCount } from '../messages/waitingMessages.ts';
import { currentVault } from '../vault/keeper.ts';
import { followUnsent } from '../unsent/following.ts';
import { openHere } from './open.ts';
import { sweepNow } from './outbox.ts';
import { answerFilesPlaces, draftPlaceOfFiles, hasUnsentFile } from './pendingFiles.ts';
import { splitRecord, draftPlace, draftPlaces, type KeptDraft, keptInPlace } from './record.ts';
import type { UnsentDraft } from './types.ts';

/** `hasFile`: this device has a file of it that the server has not. */
function asUnsent(record: KeptDraft, hasFile: boolean): UnsentDraft {
  const mine = openHere.get(draftPlace(record.patientId, record.assignedQuestionnaireId));
  return {
    patientId: record.patientId,
    assignedQuestionnaireId: record.assignedQuestionnaireId,
    templateTitle: record.templateTitle,
    submission: mine?.draftSession.state().submission === 'sending' ? 'sending' : record.submission,
    onServer: record.savedAt === record.serverSavedAt && !hasFile,
  };
}

/** Drafts of the person signed in that are begun and not sent: those in the vault, and those that only this page holds. */
export async function listUnsent(): Promise<readonly UnsentDraft[]> {
  const records = new Map<string, KeptDraft>();
  const withFiles = new Set<string>();
  for (const { place, value } of (await currentVault()
    ?.list('')
    .catch(() => [])) ?? []) {
    if (place.startsWith(answerFilesPlaces) && hasUnsentFile(value))
      withFiles.add(draftPlaceOfFiles(place, draftPlaces));
    const record = place.startsWith(draftPlaces) ? keptInPlace(value) : null;
    if (record?.kind === 'draft') records.set(place, record);
  }
  for (const { place, draftSession } of openHere.values()) {
    if (draftSession.isClosed()) records.delete(place);
    else if (draftSession.state().ownership === 'owner') {
      records.set(place, splitRecord(draftSession.current()).draft);
      if (draftSession.files()?.summary(draftSession.current()).isUnsent) withFiles.add(place);
    }
  }
  return [...records]
    .filter(([, record]) => record.answers.length > 0 || record.submission !== 'none')
    .map(([place, record]) => asUnsent(record, withFiles.has(place)));
}

/** What would be lost with this device: sent but not confirmed, or newer than what the server has. */
export interface UnsentCounts {
  readonly questionnaires: number;
  readonly messages: number;
}

export const unsentCounts = async (): Promise<UnsentCounts> => ({
  questionnaires: (await listUnsent()).filter((draft) => !draft.onServer || draft.submission !== 'none').length,
  messages: await unsentMessageCount(),
});

/** Tries once more to send everything, before a log-out; gives how many are still unsent. */
export async function sendAllNow(): Promise<UnsentCounts> {
  const open = [...[...openHere.values()].map(({ draftSession }) => draftSession), ...messagesHere.values()];
  await Promise.allSettled(
    open.map(async (session) => {
      await session.pump();
      await session.settle();
    }),
  );
  await sweepNow();
  return unsentCounts();
}

/** Null until it was looked for. */
const unsent = smallStore<readonly UnsentDraft[] | null>(null);
const follow = followUnsent(unsent, listUnsent);

/** The unsent drafts of the person signed in, for components; follows every change in every tab. Null until the device was looked through. */
export const useUnsentDrafts = (): readonly UnsentDraft[] | null =>
  useSyncExternalStore(follow, unsent.get, unsent.get);
