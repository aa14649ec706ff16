import { useSyncExternalStore } from 'react';
import { currentProfile } from '../profile.ts';
import { currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { changeListeners, ears, type Message, openHere, tell } from './open.ts';
import { sweepNow } from './outbox.ts';
import { apart, draftPlace, draftPlaces, type KeptDraft, keptInPlace } from './record.ts';
import type { UnsentSheet } from './types.ts';

function asUnsent(record: KeptDraft): UnsentSheet {
  const mine = openHere.get(draftPlace(record.patientId, record.assignedQuestionnaireId));
  return {
    patientId: record.patientId,
    assignedQuestionnaireId: record.assignedQuestionnaireId,
    templateTitle: record.templateTitle,
    submission: mine?.sheet.state().submission === 'sending' ? 'sending' : record.submission,
    onServer: record.savedAt === record.serverSavedAt,
  };
}

/** Sheets of the person signed in that are begun and not sent: those in the vault, and those that only this page holds. */
export async function listUnsent(): Promise<readonly UnsentSheet[]> {
  const records = new Map<string, KeptDraft>();
  for (const { place, value } of (await currentVault()?.list(draftPlaces).catch(() => [])) ?? []) {
    const record = keptInPlace(value);
    if (record?.kind === 'draft') records.set(place, record);
  }
  for (const { place, sheet } of openHere.values()) {
    if (sheet.isClosed()) records.delete(place);
    else if (sheet.state().ownership === 'owner') records.set(place, apart(sheet.current()).draft);
  }
  return [...records.values()].filter((record) => record.answers.length > 0 || record.submission !== 'none').map(asUnsent);
}

/** How many sheets would be lost with this device: sent but not confirmed, or newer than what the server has. */
export const unsentCount = async (): Promise<number> =>
  (await listUnsent()).filter((sheet) => !sheet.onServer || sheet.submission !== 'none').length;

/** Tries once more to send everything, before a log-out; gives how many are still unsent. */
export async function sendAllNow(): Promise<number> {
  await Promise.allSettled([...openHere.values()].map(async ({ sheet }) => { await sheet.pump(); await sheet.settle(); }));
  await sweepNow();
  return unsentCount();
}

/** Null until it was looked for. */
let unsent: readonly UnsentSheet[] | null = null;
const unsentListeners = new Set<() => void>();
let looking = false;
let lookAgain = false;

async function look(): Promise<void> {
  if (looking) { lookAgain = true; return; }
  looking = true;
  do {
    lookAgain = false;
    const next = await listUnsent().catch(() => unsent ?? []);
    if (JSON.stringify(next) !== JSON.stringify(unsent)) {
      unsent = next;
      for (const listener of unsentListeners) listener();
    }
  } while (lookAgain);
  looking = false;
}

const lookNow = () => { void look(); };

function subscribeToUnsent(listener: () => void): () => void {
  unsentListeners.add(listener);
  if (unsentListeners.size === 1) {
    changeListeners.add(lookNow);
    ears.add(hearChanged);
    if (currentProfile()) tell({ kind: 'changed' });
    // A reload opens the vault only when something asks for it: the list does.
    void vaultWhenReady(30_000).then(lookNow);
  }
  const stopVault = onVaultChange(lookNow);
  lookNow();
  return () => {
    stopVault();
    unsentListeners.delete(listener);
    if (unsentListeners.size === 0) { changeListeners.delete(lookNow); ears.delete(hearChanged); }
  };
}

const hearChanged = (message: Message) => { if (message.kind === 'changed') lookNow(); };

/** The unsent sheets of the person signed in, for components; follows every change in every tab. Null until the device was looked through. */
export const useUnsentSheets = (): readonly UnsentSheet[] | null => useSyncExternalStore(subscribeToUnsent, () => unsent, () => unsent);
