import { saveMessageDraft, sendMessage } from '@portal/api';
import { onConnectionReturn } from '../connection.ts';
import { pause } from '../pause.ts';
import { onSessionEnd } from '../session.ts';
import { announceAnswersStale } from '../staleAnswers.ts';
import { browserTabs } from '../tabs.ts';
import { browserClock } from '../unsent/clock.ts';
import {
  announceUnsentChanged,
  changedInSibling,
  draftLock,
  pageReleased,
  withSubmitLock,
} from '../unsent/siblingTabs.ts';
import { beforeLock, onVaultChange, vaultPatience, vaultWhenReady } from '../vault/keeper.ts';
import { WrittenByNewerVersion } from '../vault/rows.ts';
import { messagesHere } from './here.ts';
import type { MessageStore } from './messageParts.ts';
import { createMessageSession, type MessageSession } from './messageSession.ts';
import { messageVaultStore } from './messageVaultStore.ts';
import { blankMessage, messagePlace } from './record.ts';
import { messageServer } from './server.ts';
import type { MessageDraftHandle, MessagePlace } from './types.ts';

/** How long leaving waits for the server, where the device keeps nothing. */
const leavePatience = 8_000;

/** Makes the session of a place, for a page or for the outbox. */
export async function messageSession(
  { patientId, threadId }: MessagePlace,
  isUnattended: boolean,
): Promise<MessageSession> {
  const store: MessageStore = messageVaultStore(patientId, threadId);
  const stored = await store.read().catch((error: unknown) => {
    if (error instanceof WrittenByNewerVersion) throw error;
    // A device that refuses is no reason not to write: the page says that it is not kept here.
    return null;
  });
  return createMessageSession({
    first: stored ?? blankMessage(patientId, threadId, browserClock.wall()),
    isStored: stored !== null,
    store,
    server: messageServer({ patientId, threadId }),
    clock: browserClock,
    hasNetwork: () => navigator.onLine,
    alone: (work) => browserTabs.locks.hold(draftLock(messagePlace(patientId, threadId)), work),
    withSubmitLock,
    onServerChange: (what) => announceAnswersStale(what === 'sent' ? sendMessage : saveMessageDraft),
    onChange: announceUnsentChanged,
    isUnattended,
  });
}

interface OpenMessage {
  readonly session: MessageSession;
  users: number;
  end(): void;
}

const openMessages = new Map<string, Promise<OpenMessage>>();

async function openNow(place: MessagePlace, name: string): Promise<OpenMessage> {
  await vaultWhenReady(vaultPatience);
  const session = await messageSession(place, false);
  const seen = () => {
    if (document.visibilityState === 'hidden') void session.settle();
    else session.nudge();
  };
  const stops = [
    // Another page of the person has written, sent or deleted it.
    changedInSibling.on(() => void session.reread()),
    onConnectionReturn(() => session.nudge()),
    onVaultChange(() => void session.settle()),
  ];
  document.addEventListener('visibilitychange', seen);
  // From now on this tab hears the others.
  announceUnsentChanged();
  messagesHere.set(name, session);
  return {
    session,
    users: 0,
    end() {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', seen);
      session.stop();
      messagesHere.delete(name);
      openMessages.delete(name);
    },
  };
}

function handleOf(open: OpenMessage): MessageDraftHandle {
  const { session } = open;
  let isClosed = false;
  return {
    state: () => session.state(),
    subscribe: (listener) => session.subscribe(listener),
    write: (patch) => session.write(patch),
    addFile: (file) => session.addFile(file),
    removeFile: (key) => session.removeFile(key),
    send: () => session.send(),
    takeBack: () => session.takeBack(),
    discard: () => session.discard(),
    takeOther: () => session.takeOther(),
    dismissOther: () => session.dismissOther(),
    async close() {
      if (isClosed) return;
      isClosed = true;
      open.users -= 1;
      if (open.users > 0) return;
      await Promise.race([session.leave(), pause(leavePatience)]);
      // Opened again meanwhile: a page that is left and one that comes may show the same message.
      if (open.users > 0) return;
      open.end();
      pageReleased.emit();
    },
  };
}

/**
 * Opens the message that is being written in a place; several parts of a page may have it open together. Rejects with
 * `WrittenByNewerVersion` when a newer app has written it.
 */
export async function openMessageDraft(place: MessagePlace): Promise<MessageDraftHandle> {
  const name = messagePlace(place.patientId, place.threadId);
  const opening = openMessages.get(name) ?? openNow(place, name);
  openMessages.set(name, opening);
  try {
    const open = await opening;
    open.users += 1;
    return handleOf(open);
  } catch (error) {
    if (openMessages.get(name) === opening) openMessages.delete(name);
    throw error;
  }
}

beforeLock(async () => {
  await Promise.allSettled([...messagesHere.values()].map((session) => session.settle()));
});

onSessionEnd(() => {
  for (const opening of openMessages.values())
    void opening.then(
      (open) => open.end(),
      () => undefined,
    );
  openMessages.clear();
});
