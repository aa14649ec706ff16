import {
  type Answer,
  AnswerAttachment,
  AssignedQuestionnaire,
  type AssignedQuestionnaire as Assigned,
  type IdempotencyKey,
  type QuestionnaireItemId,
} from '@portal/api';
import * as v from 'valibot';
import type {
  AnswerFileServer,
  AnswerFileStore,
  ChosenFile,
  KeptAnswerFile,
} from '../../../src/data/drafts/fileParts.ts';
import type { Bytes } from '../../../src/data/vault/crypto.ts';
import { StorageRefused } from '../../../src/data/vault/rows.ts';
import { type modelServer, questionnaire } from './draftWorld.ts';
import { type DrawnWorld } from './drawnWorld.ts';

/** A questionnaire with a text question and questions that ask for files. */
export const withFiles = (): Assigned =>
  v.parse(AssignedQuestionnaire, {
    ...questionnaire(),
    questionnaireItems: [
      ...questionnaire().questionnaireItems.slice(0, 1),
      {
        questionnaireItemId: 7,
        questionnaireItemType: 'AttachmentQuestion',
        sortOrder: 2,
        questionMatrixGuid: null,
        formattedText: 'A photo of it',
        isRequired: false,
        contentTypes: ['image/*'],
        maxSize: 5_000_000,
        occurs: { least: 0, most: null },
      },
    ],
  });

/** The first question of the questionnaire that asks for a file. */
export function fileQuestion({ questionnaireItems }: Pick<Assigned, 'questionnaireItems'>): QuestionnaireItemId {
  const item = questionnaireItems.find((one) => one.questionnaireItemType === 'AttachmentQuestion');
  if (!item) throw new Error('no question takes files');
  return item.questionnaireItemId;
}

export const photo = (name: string): ChosenFile => {
  const bytes = new TextEncoder().encode(name);
  return { name, size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) };
};

/** The server's files of one questionnaire, reached through the network of `server`. */
export function modelFiles({ over, refuse, state: drafts }: ReturnType<typeof modelServer>) {
  const state = {
    files: new Map<IdempotencyKey, AnswerAttachment>(),
    made: [] as string[],
    /** The facility's virus scanner does not answer. */
    isUnsure: false,
  };
  drafts.isWrong = (answers) =>
    answers.some(
      ({ attachment }) =>
        attachment && ![...state.files.values()].some((file) => file.attachmentId === attachment.attachmentId),
    );
  const server: AnswerFileServer = {
    add: (_, { key, fileName, bytes }) =>
      over(() => {
        if (drafts.completed) throw refuse(409, { error: 'no_longer_open' });
        const standing = state.files.get(key);
        if (standing) return standing;
        if (state.isUnsure) throw refuse(503, { error: 'file_unchecked' });
        if (fileName.startsWith('bad')) throw refuse(422, { error: 'file_infected' });
        if (new TextDecoder().decode(bytes) !== fileName) throw new Error(`${fileName} has the bytes of another`);
        state.made.push(fileName);
        const attachment = v.parse(AnswerAttachment, {
          attachmentId: 100 + state.made.length,
          fileName,
          contentType: 'image/jpeg',
          size: bytes.length,
        });
        state.files.set(key, attachment);
        return attachment;
      }),
    remove: (attachmentId) =>
      over(() => {
        if (drafts.completed) throw refuse(404, { error: 'not_found' });
        for (const [key, file] of state.files) if (file.attachmentId === attachmentId) state.files.delete(key);
        return 'gone';
      }),
  };
  return { state, server };
}

/**
 * A device's storage for the files of one draft. With `isFull` it refuses new files. Like IndexedDB, it drops writes that an `ended` page
 * had begun and not committed.
 */
export function modelFileStore(world: DrawnWorld, isFull: () => boolean) {
  const state = { list: [] as readonly KeptAnswerFile[], bytes: new Map<IdempotencyKey, Bytes>() };
  let page = 0;
  const never = new Promise<never>(() => undefined);
  async function commit(work: () => void): Promise<void> {
    const mine = page;
    await world.gate();
    if (mine !== page) return never;
    work();
    await world.gate();
  }
  const refuseWhenFull = (): void => {
    if (isFull()) throw new StorageRefused(new Error('full'));
  };
  const store: AnswerFileStore = {
    async read() {
      await world.gate();
      return structuredClone(state.list);
    },
    async change(decide) {
      await commit(() => {
        const next = decide(state.list, false) ?? [];
        if (next.length > 0) refuseWhenFull();
        state.list = structuredClone(next);
      });
      return state.list;
    },
    keepBytes(key, bytes) {
      const copy = new Uint8Array(bytes);
      return commit(() => {
        refuseWhenFull();
        state.bytes.set(key, copy);
      });
    },
    async bytesOf(key) {
      await world.gate();
      return state.bytes.get(key) ?? null;
    },
    dropBytes: (key) => commit(() => void state.bytes.delete(key)),
  };
  return {
    state,
    store,
    ended() {
      page += 1;
    },
  };
}

/** The files in these answers: names of files that the server has, and of files that are still to be sent. */
export const filesIn = (answers: readonly Answer[]): { readonly sent: string[]; readonly pending: string[] } => ({
  sent: answers.flatMap(({ attachment }) => attachment?.fileName ?? []),
  pending: answers.flatMap(({ attachment, textAnswer = '' }) =>
    attachment === undefined && textAnswer.includes('/') ? textAnswer.slice(textAnswer.indexOf('/') + 1) : [],
  ),
});
