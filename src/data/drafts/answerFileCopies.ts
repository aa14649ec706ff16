import type { SmallStore } from '../../browser/smallStore.ts';
import type { Failure } from '../errors.ts';
import type { Bytes } from '../vault/crypto.ts';
import type { AnswerFileState, AnswerFileStore, KeptAnswerFile } from './fileParts.ts';

/** A file of an open draft. */
export interface HeldFile {
  record: KeptAnswerFile;
  bytes: Bytes | null;
  isKept: boolean;
  isGone: boolean;
  /** Resolves when the file that was just chosen has been read, and the device has stored it or refused to. */
  beginning: Promise<void> | null;
  keeping: Promise<void> | null;
  uploading: Promise<void> | null;
  failure: Failure | null;
  readonly state: SmallStore<AnswerFileState>;
}

interface AnswerFileCopies {
  /** Writes the entry of a file on the device, or removes it there. False when the device refuses. */
  enter(held: HeldFile, isGone?: boolean): Promise<boolean>;
  /** An entry is written before a file's bytes and removed after them, so that stored bytes can always be found and deleted. */
  keep(held: HeldFile): Promise<void>;
  drop(held: HeldFile): Promise<void>;
  /** Resolves when all entries are written. */
  settled(): Promise<unknown>;
}

/** What the device keeps of the files of a draft: an entry for each, and the bytes of those that are not sent yet. */
export function answerFileCopies(store: AnswerFileStore | null): AnswerFileCopies {
  let writing: Promise<unknown> = Promise.resolve();

  function enter({ record, ...held }: HeldFile, isGone = held.isGone): Promise<boolean> {
    if (store === null) return Promise.resolve(false);
    const entered = writing
      .then(() =>
        store.change((standing) => {
          const others = (standing ?? []).filter(({ key }) => key !== record.key);
          const next = isGone ? others : [...others, record];
          return next.length === 0 ? null : next;
        }),
      )
      .then(
        () => true,
        () => false,
      );
    writing = entered;
    return entered;
  }

  function keep(held: HeldFile): Promise<void> {
    held.keeping ??= keepBytes(held).finally(() => {
      held.keeping = null;
    });
    return held.keeping;
  }
  async function keepBytes(held: HeldFile): Promise<void> {
    const { bytes, record } = held;
    if (store === null || bytes === null || held.isGone) return;
    if (!(await enter(held))) return;
    held.isKept = await store.keepBytes(record.key, bytes).then(
      () => true,
      () => false,
    );
  }
  async function drop(held: HeldFile): Promise<void> {
    const isDropped = await store?.dropBytes(held.record.key).then(
      () => true,
      () => false,
    );
    if (isDropped === true && held.isGone) await enter(held, true);
  }

  return { enter, keep, drop, settled: () => writing };
}
