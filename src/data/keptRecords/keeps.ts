import type { AnswerOf, CallName, CallShape, PatientId, UserId } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import type { AnyInput, InputOf } from '../wire.ts';

/** One answer or file that is to be kept before anybody opens it. */
export interface WantedRecord {
  readonly call: CallShape;
  readonly input: AnyInput;
  /** Of the record itself, `YYYY-MM-DD`: the newest stay when there is no room for all. Null: always kept. */
  readonly day: string | null;
  /** What its list says of it: as long as that stays the same, it is not fetched again. Left out: it is fetched again when it is old. */
  readonly row?: unknown;
  /** Of a file, where its list says so: what is too large is not fetched at all. */
  readonly bytes?: number;
  /** What the answer itself names that is to be kept too: its files. */
  readonly names?: { readonly calls: readonly CallShape[]; readonly of: (answer: unknown) => readonly WantedRecord[] };
}

/** The day of a date of any precision; null where there is none. */
export const dayOf = (date: string | null | undefined): string | null => date?.slice(0, 10) ?? null;

/** Gives the parsed answer of a call and keeps it; null where the server has no such thing for this person. */
export interface AskAhead {
  <C extends CallShape>(call: C, input: InputOf<C>): Promise<AnswerOf<C> | null>;
}

/** What a module keeps ahead of time. */
export interface KeepsAhead {
  /** Lists first, then what they name, newest first. */
  wanted(
    of: { readonly patientId: PatientId; readonly userId: UserId },
    ask: AskAhead,
  ): AsyncIterable<WantedRecord> | Iterable<WantedRecord>;
}

/** A call whose kept answers are counted as records. */
export interface CountedCall {
  readonly name: CallName;
  /** The parameter that names the record, where several answers or files are one. */
  readonly record?: string;
  /** True where a page keeps more of them than `wanted` names. */
  readonly isPartlyNamed?: true;
}

/** A module's row in what this device keeps (`keeps` of its declaration). */
export interface Keeps {
  /** What it is called in the settings and while it is being kept. */
  readonly title: MessageKey;
  /**
   * Calls of which each answer is one record, by which they are counted, and of which `wanted` names all that there is; none: it is kept as
   * a whole. By their names, because declarations are loaded with what uses them.
   */
  readonly counts: readonly CountedCall[];
  readonly load: () => Promise<KeepsAhead>;
}
