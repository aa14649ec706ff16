import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import { browserTabs } from '../tabs.ts';
import type { Vault } from '../vault/vault.ts';
import { browserClock } from '../unsent/clock.ts';
import { draftLock } from '../unsent/siblingTabs.ts';
import { takeLock } from '../unsent/locks.ts';
import { answerFilesPlace, createDraftFiles, type DraftFiles } from './pendingFiles.ts';

/** The files of one draft of the portal: in the vault until the server has them, or in memory when there is no vault. */
export const portalFiles = (
  patientId: PatientId,
  id: AssignedQuestionnaireId,
  {
    isKeptHere,
    ...how
  }: { readonly isUnattended: boolean; readonly isDeviceToCome: boolean; readonly isKeptHere: boolean },
): DraftFiles =>
  createDraftFiles(async (onChange) => {
    const [{ openAnswerFiles }, { answerFileVault }, { answerFileServer }] = await Promise.all([
      import('./answerFiles.ts'),
      import('./answerFileVault.ts'),
      import('./answerFileServer.ts'),
    ]);
    return openAnswerFiles({
      ...how,
      store: isKeptHere ? answerFileVault(answerFilesPlace(patientId, id)) : null,
      server: answerFileServer(patientId, id),
      clock: browserClock,
      onChange,
    });
  });

/** Drops a deleted draft's files, for when the page closed between the two steps. Does nothing while the draft is open somewhere. */
export async function dropFilesWithoutDraft(vault: Vault, place: string, draft: string): Promise<void> {
  const lock = await takeLock(browserTabs.locks, draftLock(draft), { ifAvailable: true });
  if (!lock) return;
  try {
    if ((await vault.read(draft)) !== undefined) return;
    const { answerFileVault } = await import('./answerFileVault.ts');
    const store = answerFileVault(place, { current: async () => vault, sound: async () => vault });
    for (const { key } of (await store.read()) ?? []) await store.dropBytes(key);
    await store.change(() => null);
  } finally {
    lock.release();
  }
}
