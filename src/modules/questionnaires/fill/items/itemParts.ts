import type { Answer, ItemOf, ItemType, QuestionnaireItemId } from '@portal/api';
import type { ReactNode } from 'react';
import type { AnswerSheet } from '../answerSheet.ts';
import type { MatrixRow } from '../screens.ts';

export interface ItemFieldProps<T extends ItemType> {
  readonly item: ItemOf<T>;
  readonly sheet: AnswerSheet;
  /** One question per screen, large targets, numbered buttons for sliders (visual language, section 10). */
  readonly kiosk: boolean;
}

export interface ItemReviewProps<T extends ItemType> {
  readonly item: ItemOf<T>;
  readonly entries: readonly Answer[];
  /** For a matrix: its rows, and the entries of each. */
  readonly rows: readonly MatrixRow[];
  readonly entriesOf: (id: QuestionnaireItemId) => readonly Answer[];
}

/** One control of a question that can have several answers. */
export interface BoxProps<T extends ItemType> {
  readonly item: ItemOf<T>;
  readonly id: string;
  readonly label: ReactNode;
  /** `question`: it is the only box, and its label is the question. */
  readonly look: 'form' | 'question';
  readonly required: boolean;
  readonly error: string | null;
  /** One entry, or none. */
  readonly entries: readonly Answer[];
  readonly onChange: (next: readonly Answer[]) => void;
  readonly onLeave: () => void;
}

/** The visible half of an item type; the pure half is in the contract. */
export interface ItemParts<T extends ItemType> {
  readonly Field: (props: ItemFieldProps<T>) => ReactNode;
  /** For a type that can have several answers: the control of one. */
  readonly Box?: (props: BoxProps<T>) => ReactNode;
  /** The answer without the question; rendered only where there is one, or for a heading. */
  readonly Review: (props: ItemReviewProps<T>) => ReactNode;
}

/** The id of a question's control or group, to which links of the error summary lead. */
export const questionId = (id: QuestionnaireItemId, rowPath: readonly number[] = []): string =>
  ['question', id, ...rowPath].join('-');
export const otherTextId = (id: QuestionnaireItemId, rowPath: readonly number[] = []): string =>
  `${questionId(id, rowPath)}-other`;
