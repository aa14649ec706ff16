import type { Occurs } from '@portal/api';
import type { TypedFields } from '../draft.ts';
import type { SourceNode } from '../template.ts';
import type { Entry } from './entries.ts';
import type { SourceOption } from './options.ts';

/** The units of a number, each by the key that answers name it by. */
export type Units = readonly (NonNullable<SourceNode['unit']> & { readonly key: string })[];

/** What a question becomes by its type, without what every item has. */
export interface Question {
  readonly typed: TypedFields;
  readonly options: readonly SourceOption[];
  readonly units: Units;
  /** A unit that has no place of its own, for the text. */
  readonly unitInText?: string;
}

/** How often a question is answered. */
export interface Repeating {
  /** Of a question whose answers are rows there is one in each row. */
  readonly takesSeveral: (entry: Entry) => boolean;
  readonly repeating: (entry: Entry) => { readonly occurs?: Occurs };
}
