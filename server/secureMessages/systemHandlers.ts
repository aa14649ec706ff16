import {
  type RequestOutcome,
  SecureMessageId,
  SecureThreadId,
  type SystemCommunication,
  longestAnswer,
} from '@portal/api';
import * as v from 'valibot';
import type { Handlers } from '../http/handler.ts';
import type { Scanner } from '../files/scanner.ts';
import { type Db, statement } from '../db/pool.ts';
import { addAnswer, markOpenedAt } from './addAnswer.ts';
import { answerFiles } from './delivery/answerFiles.ts';
import { identifierSystem, messageName, numberIn, threadName } from './delivery/names.ts';
import { nameParts } from './senderName.ts';

const systemOf = statement(
  'messageSystems.find',
  'select display_name as name from external_systems where id = $ifSystemId',
  v.object({ name: v.string() }),
);
/** Finds only threads whose messages go to that system. */
const threadOf = statement(
  'messageSystems.thread',
  `select t.id as "threadId" from secure_threads t where t.external_system_id = $ifSystemId
     and (t.id = $threadId or t.id = (select thread_id from secure_messages where id = $messageId))`,
  v.object({ threadId: SecureThreadId }),
);

/** When somebody opened the patient's messages; never later than now. */
const openedAt = (received: string): Date => new Date(Math.min(Date.parse(received), Date.now()));

function outcomeIn({ category }: Pick<SystemCommunication, 'category'>): RequestOutcome | null {
  const codes = category.flatMap(({ coding }) =>
    coding.flatMap(({ system, code }) => (system === identifierSystem ? (code ?? []) : [])),
  );
  return codes.includes('request-declined') ? 'declined' : codes.includes('request-done') ? 'done' : null;
}

async function threadNamed(
  db: Db,
  ifSystemId: number,
  body: Pick<SystemCommunication, 'partOf' | 'inResponseTo'>,
): Promise<{ readonly threadId: SecureThreadId; readonly messageId: SecureMessageId | null } | null> {
  const names = [...body.partOf, ...body.inResponseTo].map(({ identifier }) => identifier?.value);
  const threadId = numberIn(names, threadName, SecureThreadId);
  const messageId = numberIn(names, messageName, SecureMessageId);
  const found = await db.maybe(threadOf, { ifSystemId, threadId, messageId });
  return found && { threadId: found.threadId, messageId };
}

/** Answers that come from the systems in which providers work. */
export const messageSystemHandlers = ({
  scanner,
}: {
  readonly scanner: Scanner;
}): Pick<Handlers, 'receiveCommunication'> => ({
  async receiveCommunication({ db, tx, params: { ifSystemId }, body, refuse }) {
    const system = await db.maybe(systemOf, { ifSystemId });
    if (system === null) throw refuse('not_found');
    const named = await threadNamed(db, ifSystemId, body);
    if (named === null) throw refuse('not_found');
    const { threadId, messageId } = named;
    const texts = body.payload.flatMap(({ contentString }) => (contentString === undefined ? [] : [contentString]));
    const files = body.payload.flatMap(({ contentAttachment }) => contentAttachment ?? []);
    if (texts.length === 0 && files.length === 0) {
      if (body.received === undefined) throw refuse('communication_incomplete');
      await markOpenedAt(db, threadId, { at: openedAt(body.received), messageId });
      return { messageId: null };
    }
    const [own] = body.identifier;
    const sender = body.sender?.display?.trim() ?? '';
    if (own === undefined || sender === '') throw refuse('communication_incomplete');
    const sent = files.map(({ title, data }) => ({ fileName: title ?? '', bytes: Buffer.from(data, 'base64') }));
    const content = texts.join('\n\n');
    if (content.length > longestAnswer) throw refuse('communication_incomplete');
    const kept = await answerFiles(sent, scanner);
    if (typeof kept === 'string') throw refuse(kept);
    const made = await tx((inTx) =>
      addAnswer(inTx, {
        threadId,
        from: nameParts(sender),
        content,
        language: body.language ?? null,
        key: `${own.system ?? ''}|${own.value}`,
        source: `system-${String(ifSystemId)}`,
        attachments: kept,
        outcome: outcomeIn(body),
        actor: { userId: null, role: null, name: system.name, sessionId: null },
      }),
    );
    if (made === null) throw refuse('not_found');
    return { messageId: made.messageId };
  },
});
