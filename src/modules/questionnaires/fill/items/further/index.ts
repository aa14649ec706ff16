import type { ItemType } from '@portal/api';
import type { ItemParts } from '../itemParts.ts';
import { attachmentQuestion } from './attachment.tsx';
import { dateTimeQuestion } from './dateTime.tsx';
import { quantityQuestion } from './quantity.tsx';
import { timeQuestion } from './time.tsx';
import { urlQuestion } from './url.tsx';

export { FixedField } from './FixedField.tsx';
export { RepeatedField } from './RepeatedField.tsx';

/** The item types that plain questionnaires do not have, with their fields and reviews. */
export const furtherParts = {
  DateTimeQuestion: dateTimeQuestion,
  TimeQuestion: timeQuestion,
  QuantityQuestion: quantityQuestion,
  UrlQuestion: urlQuestion,
  AttachmentQuestion: attachmentQuestion,
} as const satisfies { readonly [T in ItemType]?: ItemParts<T> };
