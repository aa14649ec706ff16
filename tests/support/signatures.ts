import { createHash } from 'node:crypto';
import { type Answer, entriesByPlace, type Form, Instant, placesOf, type SignatureMark } from '@portal/api';
import { canonicalForm, textToSign } from '@portal/api/signedText';
import * as v from 'valibot';

const typed: SignatureMark = { kind: 'typed', name: 'Juniper Applewhistle' };

/** The answers with a signature wherever one is asked for; the hash is made by another hand than the product's. */
export function signed(form: Form, answers: readonly Answer[], mark: SignatureMark = typed): Answer[] {
  const bySlot = entriesByPlace(answers);
  const signatures = placesOf(form, answers).flatMap(({ item, slot, rowPath, isAsked }): Answer[] => {
    if (item.questionnaireItemType !== 'SignatureQuestion' || !isAsked || bySlot.has(slot)) return [];
    const signedText = textToSign(form, answers, slot);
    if (signedText === null) return [];
    const hash = createHash('sha256').update(canonicalForm(signedText)).digest('hex');
    return [
      {
        questionnaireItemId: item.questionnaireItemId,
        ...(rowPath.length === 0 ? {} : { rowPath: [...rowPath] }),
        signature: { signedText, hash, signedAt: v.parse(Instant, '2026-11-20T09:30:00.000Z'), mark },
      },
    ];
  });
  return [...answers, ...signatures];
}
