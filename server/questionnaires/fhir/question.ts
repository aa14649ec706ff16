import type { Occurs } from '@portal/api';
import type { TypedFields } from '../draft.ts';
import type { SourceNode } from '../template.ts';
import type { Entry } from './entries.ts';
import type { SourceOption } from './options.ts';

/** The units of a number, each with the key by which answers name it. */
export type Units = readonly (NonNullable<SourceNode['unit']> & { readonly key: string })[];

/** What a question's type decides, without the fields that every item has. */
export interface Question {
  readonly typed: TypedFields;
  readonly options: readonly SourceOption[];
  readonly units: Units;
  /** A unit that has no field of its own and is added to the text. */
  readonly unitInText?: string;
}

export interface Repeating {
  /** False for a question whose answers are rows, because each row has one answer. */
  readonly takesSeveral: (entry: Entry) => boolean;
  readonly repeating: (entry: Entry) => { readonly occurs?: Occurs };
}
