import { saveMessageDraft, sendMessage } from '@portal/api';
import { pause } from '../pause.ts';
import { announceAnswersStale } from '../staleAnswers.ts';
import { browserTabs } from '../tabs.ts';
import { browserClock } from '../unsent/clock.ts';
import { followPage } from '../unsent/openings.ts';
import { announceUnsentChanged, changedInSibling, draftLock, withSubmitLock } from '../unsent/siblingTabs.ts';
import { onVaultChange, vaultPatience, vaultWhenReady } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import { type OpenMessage, openMessages } from './here.ts';
import type { MessageStore } from './messageParts.ts';
import { createMessageSession, type MessageSession } from './messageSession.ts';
import { type MessagePlace, messagePlace } from './place.ts';
import { blankMessage, filePlace, messageInPlace } from './record.ts';
import { messageServer } from './server.ts';
import type { MessageDraftHandle } from './types.ts';
import { sessionVault, vaultRow } from '../unsent/files/vaultRow.ts';

export const messageVaultStore = (place: MessagePlace, source = sessionVault): MessageStore =>
  vaultRow(messagePlace(place), { parse: messageInPlace, placeOfBytes: filePlace }, source);

/** Milliseconds that leaving waits for the server when the device keeps nothing. */
const leavePatience = 8_000;

/** Makes the session of a message for a page or the outbox. */
export async function messageSession(place: MessagePlace, isUnattended: boolean): Promise<MessageSession> {
  const store: MessageStore = messageVaultStore(place);
  const stored = await store.read().catch((error: unknown) => {
    if (error instanceof WrittenByNewerVersion) throw error;
    // A device that refuses storage does not prevent writing. The page says that the message is not kept here.
    return null;
  });
  return createMessageSession({
    first: stored ?? blankMessage(place, browserClock.wall()),
    isStored: stored !== null,
    store,
    server: messageServer(place),
    clock: browserClock,
    hasNetwork: () => navigator.onLine,
    alone: (work) => browserTabs.locks.hold(draftLock(messagePlace(place)), work),
    withSubmitLock,
    onServerChange: (what) => announceAnswersStale(what === 'sent' ? sendMessage : saveMessageDraft),
    onChange: announceUnsentChanged,
    isUnattended,
  });
}

async function openNow(place: MessagePlace): Promise<OpenMessage> {
  await vaultWhenReady(vaultPatience);
  const session = await messageSession(place, false);
  const stops = [
    // Another page of the person has written, sent or deleted the message.
    changedInSibling.on(() => void session.reread()),
    onVaultChange(() => void session.settle()),
    followPage(
      () => session.nudge(),
      () => void session.settle(),
    ),
  ];
  // This also opens the channel on which this tab receives messages of the other tabs.
  announceUnsentChanged();
  const stop = () => {
    for (const end of stops) end();
    session.stop();
  };
  return {
    session,
    isClosed: () => false,
    settle: () => session.settle(),
    flush: () => Promise.race([session.finish(), pause(leavePatience)]),
    leave: async () => stop(),
    stop,
  };
}

function handleOf(open: OpenMessage): MessageDraftHandle {
  let isClosed = false;
  return {
    ...open.session,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await openMessages.release(open);
    },
  };
}

/** Opens the message of a place, for several parts of a page at once. Rejects with `WrittenByNewerVersion` when a newer app wrote it. */
export const openMessageDraft = async (place: MessagePlace): Promise<MessageDraftHandle> =>
  handleOf(await openMessages.open(messagePlace(place), () => openNow(place)));
