import type { ItemType } from '@portal/api';
import type { ItemParts } from '../itemParts.ts';
import { SignatureAnswer } from './SignatureAnswer.tsx';
import { SignatureField } from './SignatureField.tsx';

/** Loaded only with a questionnaire that is signed. */
export const signatureParts = {
  SignatureQuestion: { Field: SignatureField, Review: SignatureAnswer },
} as const satisfies { readonly [T in ItemType]?: ItemParts<T> };
