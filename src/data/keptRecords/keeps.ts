import type { AnswerOf, CallName, CallShape, PatientId, UserId } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import type { AnyInput, InputOf } from '../wire.ts';

/** One answer or file that is stored before anybody opens it. */
export interface WantedRecord {
  readonly call: CallShape;
  readonly input: AnyInput;
  /** Day of the clinical record, `YYYY-MM-DD`: the newest stay when there is no room for all. Null: always stored. */
  readonly day: string | null;
  /** Its row in the list. While that stays the same, it is not fetched again. Left out: it is fetched again when it is old. */
  readonly row?: unknown;
  /** Size of a file, where its list says it. A file that is too large is not fetched. */
  readonly bytes?: number;
  /** What the answer itself names that is stored too: its files. */
  readonly names?: { readonly calls: readonly CallShape[]; readonly of: (answer: unknown) => readonly WantedRecord[] };
}

/** The day of a date of any precision; null when there is none. */
export const dayOf = (date: string | null | undefined): string | null => date?.slice(0, 10) ?? null;

/** Returns the parsed answer of a call and stores it; null when the server has none for this person. */
interface AskAhead {
  <C extends CallShape>(call: C, input: InputOf<C>): Promise<AnswerOf<C> | null>;
}

export interface KeepsAhead {
  /** Lists first, then what they name, newest first. */
  wanted(
    of: { readonly patientId: PatientId; readonly userId: UserId },
    ask: AskAhead,
  ): AsyncIterable<WantedRecord> | Iterable<WantedRecord>;
}

export interface CountedCall {
  readonly name: CallName;
  /** The parameter that names the clinical record, when several answers or files belong to one. */
  readonly record?: string;
  /** True when a page stores more of them than `wanted` names. */
  readonly isPartlyNamed?: true;
}

/** What a module stores on the device (`keeps` of its declaration). */
export interface Keeps {
  /** Its name in the settings and during fetching. */
  readonly title: MessageKey;
  /**
   * Calls of which each answer counts as one, and of which `wanted` names everything. Empty: the module is stored as a whole. They are
   * given by name, because declarations are loaded with the code that uses them.
   */
  readonly counts: readonly CountedCall[];
  readonly load: () => Promise<KeepsAhead>;
}
