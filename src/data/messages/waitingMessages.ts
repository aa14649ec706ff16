import { currentVault } from '../vault/keeper.ts';
import type { UnsentKind } from '../unsent/kind.ts';
import { openMessages } from './here.ts';
import { isOnServer, isWorthKeeping, isBlank, messageInPlace, type MessageRecord } from './record.ts';
import { messagePlaces } from './place.ts';
import type { UnsentMessage } from './types.ts';

/** True when the outbox has something to tell the server. */
const hasWork = (record: MessageRecord): boolean =>
  record.submission === 'waiting' ||
  record.discards.length > 0 ||
  record.files.some((file) => file.isRemoved) ||
  (record.refusal === null && !isOnServer(record));

/** The messages on this device, by place. A message that is open in this page is given as the page has it. */
async function keptMessages(): Promise<ReadonlyMap<string, MessageRecord>> {
  const records = new Map<string, MessageRecord>();
  for (const { place, value } of (await currentVault()?.list(messagePlaces)) ?? []) {
    const record = messageInPlace(value);
    if (record) records.set(place, record);
  }
  for (const [place, { session }] of openMessages.here()) {
    const record = session.record();
    if (isWorthKeeping(record)) records.set(place, record);
    else records.delete(place);
  }
  return records;
}

const asUnsent = (place: string, record: MessageRecord): UnsentMessage => {
  const { patientId, threadId, request, careProviderId, subject, content, savedAt, submission, refusal } = record;
  const isSending = openMessages.at(place)?.session.state().phase.kind === 'sending';
  return {
    patientId,
    threadId,
    request,
    careProviderId,
    subject,
    content,
    savedAt,
    submission: isSending ? 'sending' : refusal === null ? submission : 'refused',
    onServer: isOnServer(record),
  };
};

/** Messages of the person signed in that are begun and not sent. Rejects where the vault cannot be read. */
export const listUnsentMessages = async (): Promise<readonly UnsentMessage[]> =>
  [...(await keptMessages())]
    .filter(([, record]) => !isBlank(record))
    .map(([place, record]) => asUnsent(place, record));

async function sendWaiting(): Promise<boolean> {
  let isDone = true;
  for (const [place, record] of await keptMessages()) {
    if (!hasWork(record)) continue;
    // The code for sending is loaded only when there is something to send.
    const { sendKept } = await import('./sendKept.ts');
    if (!(await sendKept(place, record))) isDone = false;
  }
  return isDone;
}

export const unsentMessages: UnsentKind = {
  send: sendWaiting,
  here: () => openMessages.here().map(([, { session }]) => session),
  count: async () =>
    (await listUnsentMessages()).filter(({ onServer, submission }) => !onServer || submission !== 'none').length,
};
