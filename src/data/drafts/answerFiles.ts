import { type Answer, attachmentLimits, type QuestionnaireItemId } from '@portal/api';
import { smallStore } from '../../browser/smallStore.ts';
import { type Failure, failureOf } from '../errors.ts';
import { newIdempotencyKey } from '../idempotencyKey.ts';
import type { DeviceClock } from '../unsent/clock.ts';
import { nameToSend } from '../unsent/files/fileName.ts';
import { createRetryTimer } from '../unsent/retryTimer.ts';
import { answerFileCopies, type HeldFile } from './answerFileCopies.ts';
import { isClosedBy, isUncheckedBy, refusalBy } from './answerFileRefusals.ts';
import { formLogicReady } from './formLogicReady.ts';
import type {
  AnswerFileServer,
  AnswerFiles,
  AnswerFileState,
  AnswerFileStore,
  ChosenFile,
  FileRefusal,
  KeptAnswerFile,
} from './fileParts.ts';
import { askedPendingFiles, pendingFiles, pendingOf, pendingText } from './pendingFiles.ts';

const backoff = { first: 5_000, longest: 60_000 };

interface AnswerFileParts {
  /** Null for an app that keeps nothing on the device. */
  readonly store: AnswerFileStore | null;
  readonly server: AnswerFileServer;
  readonly clock: DeviceClock;
  /** The opener of the draft tries again, so this has no timer of its own. */
  readonly isUnattended: boolean;
  /** The device is still creating its vault and has nothing yet. */
  readonly isDeviceToCome: boolean;
  readonly onChange: () => void;
}

const lost = smallStore<AnswerFileState>({ kind: 'lost' });

/** Opens the files of a draft, beginning with those that the device has. */
export async function openAnswerFiles({
  store,
  server,
  clock,
  isUnattended,
  isDeviceToCome,
  onChange,
}: AnswerFileParts): Promise<AnswerFiles> {
  const files = new Map<string, HeldFile>();
  const copies = answerFileCopies(store);
  let isClosed = false;
  /** Resolves when the device has forgotten every file that was removed. */
  let removals: Promise<unknown> = Promise.resolve();
  const retry = createRetryTimer(
    clock,
    () => {
      for (const held of files.values()) if (held.state.get().kind === 'waiting') void upload(held);
    },
    backoff,
  );
  const retriesItself = () => !isUnattended && !isClosed;

  const holds = (record: KeptAnswerFile, state: AnswerFileState): HeldFile => {
    const held: HeldFile = {
      record,
      bytes: null,
      isKept: false,
      isGone: false,
      beginning: null,
      keeping: null,
      uploading: null,
      failure: null,
      state: smallStore(state),
    };
    files.set(record.key, held);
    return held;
  };
  const show = (held: HeldFile, state: AnswerFileState): void => {
    held.state.set(state);
    onChange();
  };
  const heldBy = ({ textAnswer, attachment }: Answer): HeldFile | undefined =>
    textAnswer === undefined || attachment !== undefined ? undefined : files.get(pendingOf(textAnswer).key);

  async function begin(held: HeldFile, file: ChosenFile): Promise<void> {
    const buffer = await file.arrayBuffer().catch(() => null);
    if (buffer === null) return refuse(held, 'damaged');
    held.bytes = new Uint8Array(buffer);
    await copies.keep(held);
    onChange();
  }

  async function refuse(held: HeldFile, refusal: FileRefusal): Promise<void> {
    held.record = { ...held.record, refusal };
    held.bytes = null;
    show(held, { kind: 'refused', why: refusal });
    if (held.isGone) return;
    if (await copies.enter(held)) await copies.drop(held);
  }

  function wait(held: HeldFile, failure: Failure | null): void {
    held.failure = failure;
    show(held, { kind: 'waiting', why: isUncheckedBy(failure) ? 'unchecked' : 'later', isKept: held.isKept });
  }

  async function put(held: HeldFile): Promise<void> {
    await held.beginning;
    if (held.record.attachment !== null || held.record.refusal !== null || held.isGone) return;
    const { key, questionnaireItemId, fileName } = held.record;
    if (!held.isKept) await copies.keep(held);
    const bytes = held.bytes ?? (await store?.bytesOf(key).catch(() => null)) ?? null;
    if (isClosed) return;
    if (bytes === null) return show(held, { kind: 'lost' });
    if (held.state.get().kind !== 'waiting' || held.failure === null) show(held, { kind: 'uploading' });
    try {
      const attachment = await server.add(questionnaireItemId, { key, fileName, bytes });
      held.record = { ...held.record, attachment };
      retry.failed = 0;
      if (held.isGone) {
        await server.remove(attachment.attachmentId).catch(() => undefined);
        return;
      }
      // The draft may name the file by its key for a while, so the entry with the attachment is stored before the bytes are dropped.
      const isEntered = await copies.enter(held);
      held.bytes = null;
      show(held, { kind: 'there', attachment });
      if (isEntered) await copies.drop(held);
    } catch (error) {
      const failure = failureOf(error);
      const refusal = refusalBy(failure);
      if (refusal !== null) return refuse(held, refusal);
      retry.failed += 1;
      wait(held, failure);
      if (retriesItself() && !isClosedBy(failure)) retry.planNext();
    }
  }
  function upload(held: HeldFile): Promise<void> {
    held.uploading ??= put(held).finally(() => {
      held.uploading = null;
    });
    return held.uploading;
  }

  async function forget(held: HeldFile): Promise<void> {
    if (held.isGone) return;
    held.isGone = true;
    held.bytes = null;
    files.delete(held.record.key);
    // Bytes that are being written can only be removed after the write has ended.
    await held.keeping;
    await copies.drop(held);
  }

  async function reread(): Promise<void> {
    for (const record of (await store?.read().catch(() => null)) ?? []) {
      const { key, attachment, refusal } = record;
      const known = files.get(key);
      if (known && (known.record.attachment !== null || attachment === null)) continue;
      if (attachment !== null) {
        const held = known ?? holds(record, { kind: 'there', attachment });
        held.record = record;
        show(held, { kind: 'there', attachment });
        continue;
      }
      const held = holds(
        record,
        refusal === null ? { kind: 'waiting', why: 'later', isKept: true } : { kind: 'refused', why: refusal },
      );
      if (refusal !== null) continue;
      // A page that was closed while it wrote may have left an entry without bytes.
      held.isKept = await (store?.bytesOf(key) ?? Promise.resolve(null)).then(
        (bytes) => bytes !== null,
        () => true,
      );
      if (!held.isKept) show(held, { kind: 'lost' });
    }
  }
  if (!isDeviceToCome) await reread();

  return {
    choose(questionnaireItemId, file) {
      const key = newIdempotencyKey();
      const fileName = nameToSend(file.name);
      const held = holds(
        { key, questionnaireItemId, fileName, attachment: null, refusal: null },
        { kind: 'uploading' },
      );
      if (file.size > attachmentLimits.fileBytes) held.beginning = refuse(held, 'tooLarge');
      else held.beginning = begin(held, file);
      const { beginning } = held;
      void beginning.then(() => {
        held.beginning = null;
        return upload(held);
      });
      return { questionnaireItemId, textAnswer: pendingText(key, fileName) };
    },
    stateOf: (key) => files.get(key)?.state ?? lost,
    remove(entry) {
      const { attachment } = entry;
      const isOf = ({ record }: HeldFile): boolean =>
        attachment !== undefined && record.attachment?.attachmentId === attachment.attachmentId;
      const held = heldBy(entry) ?? [...files.values()].find(isOf);
      // If the server cannot remove it now, it is deleted with the draft.
      if (attachment) void server.remove(attachment.attachmentId).catch(() => undefined);
      if (held) removals = Promise.all([removals, forget(held)]);
    },
    resolved(answers) {
      let isNew = false;
      const next = answers.map((entry): Answer => {
        const attachment = heldBy(entry)?.record.attachment ?? null;
        if (attachment === null) return entry;
        isNew = true;
        const { questionnaireItemId, rowPath } = entry;
        return { questionnaireItemId, ...(rowPath === undefined ? {} : { rowPath }), attachment };
      });
      return isNew ? next : answers;
    },
    isOnItsWay(entry) {
      const held = heldBy(entry);
      const state = held?.state.get();
      switch (state?.kind) {
        case 'uploading':
        case 'there':
          return true;
        case 'waiting':
          // If nothing is kept on the device, the person is not made to wait for the facility's virus scanner.
          return state.why === 'later' || held?.isKept === true;
        case 'refused':
        case 'lost':
        case undefined:
          return false;
      }
    },
    async send({ questionnaire, answers }) {
      await formLogicReady(questionnaire);
      const broken = new Set<QuestionnaireItemId>();
      let passing: Failure | null = null;
      for (const entry of askedPendingFiles(questionnaire, answers)) {
        const { questionnaireItemId } = entry;
        const held = heldBy(entry);
        if (held && passing?.kind !== 'offline') await upload(held);
        const kind = held?.state.get().kind ?? 'lost';
        if (kind === 'refused' || kind === 'lost') broken.add(questionnaireItemId);
        else if (kind !== 'there' && !isClosedBy(held?.failure ?? null))
          passing = held?.failure ?? passing ?? { kind: 'offline' };
      }
      if (broken.size > 0) return { kind: 'broken', questionnaireItemIds: [...broken] };
      return passing === null ? { kind: 'all' } : { kind: 'passing', failure: passing };
    },
    summary({ questionnaire, answers }) {
      let [isKeeping, isInPage, isUnsent, isUnchecked] = [false, false, false, false];
      for (const entry of pendingFiles(questionnaire, answers)) {
        const held = heldBy(entry);
        const state = held?.state.get();
        if (held === undefined || (state?.kind !== 'uploading' && state?.kind !== 'waiting')) continue;
        isUnsent = true;
        if (state.kind === 'waiting' && state.why === 'unchecked') isUnchecked = true;
        if (held.beginning !== null) isKeeping = true;
        else if (!held.isKept) isInPage = true;
      }
      return { isKeeping, isInPage, isUnsent, isUnchecked };
    },
    nudge() {
      retry.failed = 0;
      const waits = [...files.values()].some(({ state }) => state.get().kind === 'waiting');
      if (retriesItself() && waits) retry.plan(clock.random() * 1_000);
    },
    async settle() {
      await Promise.all([...files.values()].map(({ beginning }) => beginning ?? Promise.resolve()));
      await copies.settled();
    },
    reread,
    async prune(answers) {
      const named = new Set(answers.map(({ textAnswer = '' }) => pendingOf(textAnswer).key));
      const there = new Set(answers.map(({ attachment }) => attachment?.attachmentId));
      const unnamed = [...files.values()].filter(
        ({ record: { key, attachment }, uploading }) =>
          uploading === null && !named.has(key) && !(attachment !== null && there.has(attachment.attachmentId)),
      );
      for (const held of unnamed) await forget(held);
    },
    async end() {
      retry.stop();
      isClosed = true;
      // Bytes that are still being written would otherwise be there after their entry.
      await removals;
      for (const held of files.values()) await forget(held);
      const left = (await store?.read().catch(() => null)) ?? [];
      for (const { key } of left) await store?.dropBytes(key).catch(() => undefined);
      if (left.length > 0) await store?.change(() => null).catch(() => undefined);
    },
    close() {
      retry.stop();
      isClosed = true;
      for (const held of files.values()) held.bytes = null;
    },
  };
}
