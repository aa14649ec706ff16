import {
  type IdempotencyKey,
  MessageAttachment,
  MessageAttachmentId,
  type MessageDraft,
  type MessageDraftId,
  SecureMessageId,
  SecureThreadId,
  type WireErrorCode,
} from '@portal/api';
import * as v from 'valibot';
import type { MessageServer, SentMessage } from '../../../src/data/messages/messageParts.ts';
import { createMessageSession, type MessageSession } from '../../../src/data/messages/messageSession.ts';
import { messageVaultStore } from '../../../src/data/messages/open.ts';
import { blankMessage, type Text, textOf } from '../../../src/data/messages/record.ts';
import type { Bytes } from '../../../src/data/vault/crypto.ts';
import { StorageRefused } from '../../../src/data/vault/rows.ts';
import type { Vault, WriteLease } from '../../../src/data/vault/vault.ts';
import { patientId } from './draftWorld.ts';
import { type DrawnWorld, drawnNetwork, drawnProcess, type Fate } from './drawnWorld.ts';

export const threadId = v.parse(SecureThreadId, 7);

interface ModelDraft extends Text {
  savedAt: MessageDraft['savedAt'];
  isEnded: boolean;
}

/** A server that keeps the contract's promises about drafts, files and messages, behind an unreliable network. */
export function modelMessages(world: DrawnWorld, fate: () => Fate) {
  const drafts = new Map<MessageDraftId, ModelDraft>();
  const files = new Map<IdempotencyKey, { readonly draftId: MessageDraftId; readonly attachment: MessageAttachment }>();
  const messages: { readonly key: MessageDraftId; readonly text: Text; readonly files: number; answer: SentMessage }[] =
    [];
  const state = { drafts, files, messages, refuse: null as WireErrorCode | null };
  const network = drawnNetwork(world, fate);
  const { over } = network;
  const refuse = (status: number, error: WireErrorCode, more = {}) => network.refuse(status, { error, ...more });

  const filesOf = (draftId: MessageDraftId) =>
    [...files.values()].filter((file) => file.draftId === draftId).map(({ attachment }) => attachment);
  const asDraft = (draftId: MessageDraftId, draft: ModelDraft): MessageDraft => ({
    ...textOf(draft),
    threadId,
    draftId,
    savedAt: draft.savedAt,
    attachments: filesOf(draftId),
  });
  const end = (draftId: MessageDraftId) => {
    const draft = drafts.get(draftId);
    if (draft) draft.isEnded = true;
    for (const [key, file] of files) if (file.draftId === draftId) files.delete(key);
  };

  const server: MessageServer = {
    list: () =>
      over(() => [...drafts].filter(([, { isEnded }]) => !isEnded).map(([draftId, draft]) => asDraft(draftId, draft))),
    save: (draftId, text, savedAt) =>
      over(() => {
        const standing = drafts.get(draftId);
        if (standing?.isEnded || messages.some(({ key }) => key === draftId)) throw refuse(409, 'draft_sent');
        if (standing && Date.parse(standing.savedAt) > Date.parse(savedAt))
          throw refuse(409, 'draft_superseded', { draft: asDraft(draftId, standing) });
        drafts.set(draftId, { ...text, savedAt, isEnded: false });
        return null;
      }),
    discard: (draftId) => over(() => end(draftId)),
    addFile: (draftId, { key, fileName, bytes }) =>
      over(() => {
        if (drafts.get(draftId)?.isEnded) throw refuse(409, 'draft_sent');
        if (!drafts.has(draftId)) throw refuse(404, 'not_found');
        if (fileName.startsWith('bad')) throw refuse(422, 'file_infected');
        const standing = files.get(key)?.attachment;
        const attachment =
          standing ??
          v.parse(MessageAttachment, {
            attachmentId: 100 + files.size + messages.length * 10,
            fileName,
            fileType: 'pdf',
            bytes: bytes.length,
            pages: 1,
            hasThumbnail: false,
            locationRemoved: false,
            state: 'ready',
          });
        files.set(key, { draftId, attachment });
        return attachment;
      }),
    removeFile: (_, attachmentId) =>
      over(() => {
        for (const [key, { attachment }] of files) if (attachment.attachmentId === attachmentId) files.delete(key);
        return null;
      }),
    send: (draftId, text, attachmentIds) =>
      over(() => {
        const first = messages.find(({ key }) => key === draftId);
        if (first) return first.answer;
        if (state.refuse) throw refuse(409, state.refuse);
        if (drafts.get(draftId)?.isEnded) throw refuse(404, 'not_found');
        const there = new Set(filesOf(draftId).map(({ attachmentId }) => attachmentId));
        if (attachmentIds.some((id) => !there.has(id))) throw refuse(409, 'attachment_missing');
        const answer = { threadId, messageId: v.parse(SecureMessageId, 500 + messages.length) };
        messages.push({ key: draftId, text: textOf(text), files: attachmentIds.length, answer });
        end(draftId);
        return answer;
      }),
  };
  return { state, server };
}

export const attachmentId = (id: number) => v.parse(MessageAttachmentId, id);

/** One device's vault. A write lands when it is drawn, even after the page that began it has ended. */
export function modelVault(world: DrawnWorld) {
  const rows = new Map<string, { lease: string | null; value: unknown }>();
  const bytes = new Map<string, Bytes>();
  const state = { rows, bytes, isFull: false };
  let leases = 0;
  const lease = v.custom<WriteLease>((value) => typeof value === 'string');
  const room = () => {
    if (state.isFull) throw new StorageRefused(new Error('full'));
  };
  type Used = Pick<Vault, 'id' | 'read' | 'acquireLease' | 'write' | 'remove' | 'keepBytes' | 'bytesAt'>;
  const vault: Used = {
    id: 'vault',
    async read(place) {
      await world.gate();
      return structuredClone(rows.get(place)?.value);
    },
    async acquireLease(place) {
      await world.gate();
      room();
      leases += 1;
      const taken = v.parse(lease, `lease ${leases}`);
      const value = rows.get(place)?.value;
      rows.set(place, { lease: taken, value });
      return { lease: taken, value: structuredClone(value) };
    },
    async write(place, held, value) {
      const copy = structuredClone(value);
      await world.gate();
      room();
      const row = rows.get(place);
      if (row?.lease !== held) return row ? 'lost' : 'gone';
      rows.set(place, { lease: held, value: copy });
      await world.gate();
      return 'written';
    },
    async remove(place, held) {
      await world.gate();
      if (bytes.has(place)) return bytes.delete(place);
      return rows.get(place)?.lease === held && rows.delete(place);
    },
    async keepBytes(place, kept) {
      await world.gate();
      room();
      bytes.set(place, kept);
    },
    async bytesAt(place) {
      await world.gate();
      return bytes.get(place) ?? null;
    },
  };
  return { state, vault };
}

/** A lock that is released when the page that holds it ends. */
export function modelLock() {
  const waiting: { readonly page: object; readonly go: () => void }[] = [];
  let holder: object | null = null;
  const next = () => {
    const first = waiting.shift();
    holder = first?.page ?? null;
    first?.go();
  };
  return {
    async hold<T>(page: object, work: () => Promise<T>): Promise<T> {
      if (holder === null) holder = page;
      else await new Promise<void>((go) => void waiting.push({ page, go }));
      try {
        return await work();
      } finally {
        if (holder === page) next();
      }
    },
    end(page: object) {
      waiting.splice(0, waiting.length, ...waiting.filter((one) => one.page !== page));
      if (holder === page) next();
    },
  };
}

export interface MessagePage {
  readonly session: MessageSession;
  /** The process ends now. Only what it had already handed to the device or the network goes on. */
  kill(): void;
}

/** Opens the message in a page of this device, as the portal does. */
export async function openMessagePage(parts: {
  readonly world: DrawnWorld;
  readonly server: MessageServer;
  readonly vault: ReturnType<typeof modelVault>['vault'];
  readonly lock: ReturnType<typeof modelLock>;
  readonly wall: () => number;
  readonly isUnattended?: boolean;
  readonly onChange?: () => void;
}): Promise<MessagePage> {
  const page = {};
  const { living, clock, end } = drawnProcess(parts.world, parts.wall);
  const { vault, server } = parts;
  const own: typeof vault = {
    id: vault.id,
    read: (place) => living(() => vault.read(place)),
    acquireLease: (place) => living(() => vault.acquireLease(place)),
    write: (place, lease, value) => living(() => vault.write(place, lease, value)),
    remove: (place, lease) => living(() => vault.remove(place, lease)),
    keepBytes: (place, bytes) => living(() => vault.keepBytes(place, bytes)),
    bytesAt: (place) => living(() => vault.bytesAt(place)),
  };
  const store = messageVaultStore(
    { patientId, threadId },
    {
      current: () => Promise.resolve(own),
      sound: () => Promise.resolve(own),
    },
  );
  const stored = await store.read();
  const session = createMessageSession({
    first: stored ?? blankMessage({ patientId, threadId }, parts.wall()),
    isStored: stored !== null,
    store,
    server: {
      list: () => living(() => server.list()),
      save: (...given) => living(() => server.save(...given)),
      discard: (...given) => living(() => server.discard(...given)),
      addFile: (...given) => living(() => server.addFile(...given)),
      removeFile: (...given) => living(() => server.removeFile(...given)),
      send: (...given) => living(() => server.send(...given)),
    },
    clock,
    hasNetwork: () => true,
    alone: (work) => parts.lock.hold(page, work),
    withSubmitLock: (work) => work(),
    onServerChange: () => undefined,
    onChange: parts.onChange ?? (() => undefined),
    isUnattended: parts.isUnattended ?? false,
  });
  return {
    session,
    kill() {
      end();
      session.stop();
      parts.lock.end(page);
    },
  };
}

/** A file that a person chooses. */
export const chosen = (name: string, size = 3) => ({
  name,
  size,
  arrayBuffer: () => Promise.resolve(new ArrayBuffer(size)),
});
