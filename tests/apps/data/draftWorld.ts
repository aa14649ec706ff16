import { Answer, type AssignedQuestionnaire, type Draft, type IdempotencyKey, Instant, PatientId } from '@portal/api';
import * as v from 'valibot';
import { mergeDrafts, type StoredDraft } from '../../../src/data/drafts/record.ts';
import type { DraftServer, DraftSession, DraftStore } from '../../../src/data/drafts/draftParts.ts';
import { openAnswerFiles } from '../../../src/data/drafts/answerFiles.ts';
import { createDraftSession } from '../../../src/data/drafts/draftSession.ts';
import type { AnswerFileServer, AnswerFileStore } from '../../../src/data/drafts/fileParts.ts';
import { createDraftFiles } from '../../../src/data/drafts/pendingFiles.ts';
import { StorageRefused } from '../../../src/data/vault/rows.ts';
import { questionnaireOf } from './questionnaire.ts';
import { type DrawnWorld, drawnNetwork, drawnProcess, type Fate } from './drawnWorld.ts';

export const patientId = v.parse(PatientId, 11);

const textItem = (id: number, more: object = {}): object => ({
  questionnaireItemId: id,
  questionnaireItemType: 'TextQuestion',
  sortOrder: id,
  questionMatrixGuid: null,
  formattedText: `Question ${id}`,
  isRequired: false,
  isMultiline: false,
  maxLength: 100,
  ...more,
});
/** Ids: a question that is asked once the first is answered, a repeating group, and the question in it. */
const branches = { asked: 91, group: 92, inRow: 93, row: 2 } as const;
const branchItems = [
  textItem(branches.asked, {
    enableWhen: {
      behavior: 'all',
      conditions: [{ questionnaireItemId: 1, operator: 'exists', is: { kind: 'boolean', value: true } }],
    },
  }),
  {
    ...textItem(branches.group),
    questionnaireItemType: 'QuestionGroup',
    occurs: { least: 0, most: null },
    layout: 'list',
  },
  textItem(branches.inRow, { parentItemId: branches.group }),
];

/** A questionnaire of one or more text questions with ids from 1, followed by a conditional question and a repeating group. */
export const questionnaire = (
  fields: { readonly revision?: number; readonly items?: readonly number[]; readonly draft?: Draft | null } = {},
): AssignedQuestionnaire =>
  questionnaireOf([...(fields.items ?? [1]).map((id) => textItem(id)), ...branchItems], {
    assignedQuestionnaireId: 5,
    templateRevision: fields.revision ?? 1,
    draft: fields.draft ?? null,
  });

/** The text `n` as the answer to an item. For the first item the conditional question and one row of the group are answered too. */
export function said(n: number | string, item = 1): Answer[] {
  const { asked, group, inRow, row } = branches;
  const text = (questionnaireItemId: number, more: object = {}) => ({
    questionnaireItemId,
    ...more,
    textAnswer: String(n),
  });
  return v.parse(
    v.array(Answer),
    item === 1
      ? [text(1), text(asked), { questionnaireItemId: group, rows: [row] }, text(inRow, { rowPath: [row] })]
      : [text(item)],
  );
}
/** The text of these answers. Throws where the conditional answer or the row does not match the first answer. */
export function textOf(answers: readonly Answer[]): string {
  const whole = answers.flatMap((answer) => (answer.questionnaireItemId === 1 ? said(answer.textAnswer ?? '') : []));
  const others = answers.filter(({ questionnaireItemId: id }) => id !== 1 && id < branches.asked);
  const same = (all: readonly Answer[]) =>
    all.map((answer) => JSON.stringify(answer, Object.keys(answer).sort())).sort();
  const [is, ought] = [same(answers), same([...whole, ...others])];
  if (is.join() !== ought.join()) throw new Error(`answers were torn apart: ${is.join()} in place of ${ought.join()}`);
  return answers
    .flatMap(({ questionnaireItemId: id, textAnswer = '' }) => (id < branches.asked ? textAnswer : []))
    .join('|');
}
export const at = (milliseconds: number): Instant => v.parse(Instant, new Date(milliseconds).toISOString());

/** A server that keeps the contract's promises about drafts and completions, behind an unreliable network. */
export function modelServer(world: DrawnWorld, fate: () => Fate) {
  const isWrong: (answers: readonly Answer[]) => boolean = () => false;
  const state = {
    questionnaire: questionnaire(),
    draft: null as Draft | null,
    discardedAt: null as Instant | null,
    completed: null as { key: IdempotencyKey; questionnaire: AssignedQuestionnaire } | null,
    completions: 0,
    /** True for answers that the server refuses. */
    isWrong,
  };
  const { over, refuse } = drawnNetwork(world, fate);

  const server: DraftServer = {
    load: () =>
      over(() => (state.completed ? state.completed.questionnaire : { ...state.questionnaire, draft: state.draft })),
    putDraft: (draft) =>
      over(() => {
        if (state.completed)
          throw refuse(409, { error: 'already_completed', completed: state.completed.questionnaire });
        const discarded = state.discardedAt !== null && Date.parse(draft.savedAt) <= Date.parse(state.discardedAt);
        const older = state.draft !== null && Date.parse(draft.savedAt) < Date.parse(state.draft.savedAt);
        if (discarded || older)
          throw refuse(409, {
            error: 'draft_superseded',
            draft: state.draft ?? { answers: [], templateRevision: 1, savedAt: state.discardedAt },
          });
        state.draft = structuredClone(draft);
        return 'kept';
      }),
    deleteDraft: (discardedAt) =>
      over(() => {
        if (state.discardedAt === null || Date.parse(discardedAt) > Date.parse(state.discardedAt))
          state.discardedAt = discardedAt;
        if (state.draft && Date.parse(state.draft.savedAt) <= Date.parse(discardedAt)) state.draft = null;
        return 'gone';
      }),
    submit: (key, templateRevision, answers) =>
      over(() => {
        if (state.completed) {
          if (state.completed.key === key) return state.completed.questionnaire;
          throw refuse(409, { error: 'already_completed', completed: state.completed.questionnaire });
        }
        if (templateRevision !== state.questionnaire.templateRevision)
          throw refuse(409, {
            error: 'template_revised',
            questionnaire: { ...state.questionnaire, draft: state.draft },
          });
        if (state.isWrong(answers)) throw refuse(422, { error: 'answers_invalid', faults: [] });
        state.completions += 1;
        state.completed = {
          key,
          questionnaire: {
            ...state.questionnaire,
            statusDescription: 'Completed',
            patientQuestionAnswerList: structuredClone(answers),
            draft: null,
          },
        };
        state.draft = null;
        return state.completed.questionnaire;
      }),
  };
  return { state, server, over, refuse };
}

/** One device's storage for one draft. A write lands when it is drawn, even after the page that began it has ended. */
export function modelDevice(world: DrawnWorld) {
  const state = { row: null as { lease: number; record: StoredDraft | null } | null, full: false };
  let leases = 0;
  const store: DraftStore<number> = {
    async acquireLease(isWanted = () => Promise.resolve(true)) {
      await world.gate();
      if (!(await isWanted())) throw new StorageRefused(new Error('no longer wanted'));
      leases += 1;
      const record = state.row?.record ?? null;
      state.row = { lease: leases, record };
      return { lease: leases, stored: structuredClone(record) };
    },
    async write(lease, record) {
      const copy = structuredClone(record);
      await world.gate();
      if (state.full) throw new StorageRefused(new Error('full'));
      if (!state.row) return 'gone';
      if (state.row.lease !== lease) return 'lost';
      state.row = { lease, record: copy };
      await world.gate();
      return 'written';
    },
    async remove(lease) {
      await world.gate();
      if (state.row?.lease === lease) state.row = null;
    },
  };
  return { state, store };
}

export interface DraftPage {
  readonly draftSession: DraftSession<number>;
  readonly sawServer: boolean;
  /** Another page takes the draft by force. This page is not told; it finds out when it next asks. */
  loseLease(): void;
  /** The process ends now. Only what it had already handed to the device or the network goes on. */
  kill(): void;
}

/** Opens the draft in a page of this device, as the portal does. Null when there is neither a stored draft nor a network. */
export async function openPage(parts: {
  readonly world: DrawnWorld;
  readonly server: ReturnType<typeof modelServer>['server'];
  readonly store: DraftStore<number>;
  readonly wall: () => number;
  readonly unattended?: boolean;
  /** The device's storage is empty and still opening when the page appears. */
  readonly isDeviceToCome?: boolean;
  /** The device's storage and the server for files that answer questions. */
  readonly files?: { readonly store: AnswerFileStore; readonly server: AnswerFileServer };
}): Promise<DraftPage | null> {
  const { living, clock, end } = drawnProcess(parts.world, parts.wall);
  let isTakenOver = false;
  const store: DraftStore<number> = {
    acquireLease: (isWanted) => living(() => parts.store.acquireLease(isWanted)),
    write: (lease, record) => living(() => parts.store.write(lease, record)),
    remove: (lease) => living(() => parts.store.remove(lease)),
  };
  const server: DraftServer = {
    load: () => living(() => parts.server.load()),
    putDraft: (draft) => living(() => parts.server.putDraft(draft)),
    deleteDraft: (instant) => living(() => parts.server.deleteDraft(instant)),
    submit: (...sent) => living(() => parts.server.submit(...sent)),
  };
  const isDeviceToCome = parts.isDeviceToCome ?? false;
  const { lease, stored } = isDeviceToCome ? { lease: null, stored: null } : await parts.store.acquireLease();
  const loaded = await parts.server.load().catch(() => null);
  const local = stored?.kind === 'draft' ? stored : null;
  const draft = loaded ? mergeDrafts(stored, loaded, patientId, parts.wall()) : local;
  if (!draft) return null;
  const { files: itsFiles } = parts;
  const files =
    itsFiles &&
    createDraftFiles((onChange) =>
      openAnswerFiles({
        store: {
          read: () => living(() => itsFiles.store.read()),
          change: (decide) => living(() => itsFiles.store.change(decide)),
          keepBytes: (key, bytes) => living(() => itsFiles.store.keepBytes(key, bytes)),
          bytesOf: (key) => living(() => itsFiles.store.bytesOf(key)),
          dropBytes: (key) => living(() => itsFiles.store.dropBytes(key)),
        },
        server: {
          add: (id, file) => living(() => itsFiles.server.add(id, file)),
          remove: (id) => living(() => itsFiles.server.remove(id)),
        },
        clock,
        isUnattended: parts.unattended ?? false,
        isDeviceToCome,
        onChange,
      }),
    );
  await files?.readyFor(draft.questionnaire);
  const draftSession = createDraftSession<number>({
    draft,
    ...(files ? { files } : {}),
    store,
    lease,
    isDeviceToCome,
    stored,
    server,
    seenServer: loaded !== null,
    clock,
    ownership: 'owner',
    ownershipNews: async () => {
      await parts.world.gate();
      if (isTakenOver) draftSession.yieldOwnership();
    },
    withSubmitLock: (work) => work(),
    onSent: () => undefined,
    onChange: () => undefined,
    unattended: parts.unattended ?? false,
  });
  return {
    draftSession,
    sawServer: loaded !== null,
    loseLease() {
      isTakenOver = true;
    },
    kill() {
      end();
      draftSession.close();
    },
  };
}
