import { useSyncExternalStore } from 'react';
import { smallStore } from '../../browser/smallStore.ts';
import { currentProfile } from '../profile.ts';
import { currentVault, onVaultChange, vaultWhenReady } from '../vault/keeper.ts';
import { draftsChanged, postToTabs, tabMessages } from './draftTabs.ts';
import { openHere } from './open.ts';
import { sweepNow } from './outbox.ts';
import { splitRecord, draftPlace, draftPlaces, type KeptDraft, keptInPlace } from './record.ts';
import type { UnsentDraft } from './types.ts';

function asUnsent(record: KeptDraft): UnsentDraft {
  const mine = openHere.get(draftPlace(record.patientId, record.assignedQuestionnaireId));
  return {
    patientId: record.patientId,
    assignedQuestionnaireId: record.assignedQuestionnaireId,
    templateTitle: record.templateTitle,
    submission: mine?.draftSession.state().submission === 'sending' ? 'sending' : record.submission,
    onServer: record.savedAt === record.serverSavedAt,
  };
}

/** Drafts of the person signed in that are begun and not sent: those in the vault, and those that only this page holds. */
export async function listUnsent(): Promise<readonly UnsentDraft[]> {
  const records = new Map<string, KeptDraft>();
  for (const { place, value } of (await currentVault()
    ?.list(draftPlaces)
    .catch(() => [])) ?? []) {
    const record = keptInPlace(value);
    if (record?.kind === 'draft') records.set(place, record);
  }
  for (const { place, draftSession } of openHere.values()) {
    if (draftSession.isClosed()) records.delete(place);
    else if (draftSession.state().ownership === 'owner') records.set(place, splitRecord(draftSession.current()).draft);
  }
  return [...records.values()]
    .filter((record) => record.answers.length > 0 || record.submission !== 'none')
    .map(asUnsent);
}

/** How many drafts would be lost with this device: sent but not confirmed, or newer than what the server has. */
export const unsentCount = async (): Promise<number> =>
  (await listUnsent()).filter((draft) => !draft.onServer || draft.submission !== 'none').length;

/** Tries once more to send everything, before a log-out; gives how many are still unsent. */
export async function sendAllNow(): Promise<number> {
  await Promise.allSettled(
    [...openHere.values()].map(async ({ draftSession }) => {
      await draftSession.pump();
      await draftSession.settle();
    }),
  );
  await sweepNow();
  return unsentCount();
}

/** Null until it was looked for. */
const unsent = smallStore<readonly UnsentDraft[] | null>(null);
let looking = false;
let lookAgain = false;

async function look(): Promise<void> {
  if (looking) {
    lookAgain = true;
    return;
  }
  looking = true;
  do {
    lookAgain = false;
    const next = await listUnsent().catch(() => unsent.get() ?? []);
    if (JSON.stringify(next) !== JSON.stringify(unsent.get())) unsent.set(next);
  } while (lookAgain);
  looking = false;
}

const lookNow = () => {
  void look();
};

/** Follows the drafts of every tab and the vault, from the first component that shows them to the last. */
function follow(): () => void {
  const stops = [
    draftsChanged.on(lookNow),
    tabMessages.on((message) => {
      if (message.kind === 'changed') lookNow();
    }),
    onVaultChange(lookNow),
  ];
  if (currentProfile()) postToTabs({ kind: 'changed' });
  // A reload opens the vault only when something asks for it: the list does.
  void vaultWhenReady(30_000).then(lookNow);
  return () => {
    for (const stop of stops) stop();
  };
}

let followers = 0;
let stopFollowing = () => undefined as void;

function subscribeToUnsent(listener: () => void): () => void {
  const stop = unsent.subscribe(listener);
  followers += 1;
  if (followers === 1) stopFollowing = follow();
  lookNow();
  return () => {
    stop();
    followers -= 1;
    if (followers === 0) stopFollowing();
  };
}

/** The unsent drafts of the person signed in, for components; follows every change in every tab. Null until the device was looked through. */
export const useUnsentDrafts = (): readonly UnsentDraft[] | null =>
  useSyncExternalStore(subscribeToUnsent, unsent.get, unsent.get);
