import type { Answer } from '../questionnaireItems.ts';
import type { Evaluation } from './evaluation.ts';
import type { Form } from './form.ts';
import type * as SignedTexts from './signedText.ts';
import type { OpenPlace } from './structure.ts';

type SignedTextsPart = Pick<typeof SignedTexts, 'stillStands'>;
let part: SignedTextsPart | null = null;
/** Makes forms with signatures possible. The server calls it when it starts, an app calls `loadSignedTexts`. */
export function installSignedTexts(signedTexts: SignedTextsPart): void {
  part = signedTexts;
}
/** Loads what a form with signatures needs (`needsSignedTexts`); does nothing when it is already loaded. */
export async function loadSignedTexts(): Promise<void> {
  if (part === null) installSignedTexts(await import('./signedText.ts'));
}
/** True when `faultsOf` throws before `loadSignedTexts` is done. */
export const needsSignedTexts = ({ items }: Form): boolean =>
  items.some(({ questionnaireItemType }) => questionnaireItemType === 'SignatureQuestion');

/** True where somebody signed something that is not what stands there now: an answer, a text or the language is another one. */
export function isSignatureVoid(
  form: Form,
  evaluation: Evaluation,
  place: OpenPlace,
  [entry]: readonly Answer[],
): boolean {
  if (place.item.questionnaireItemType !== 'SignatureQuestion' || entry?.signature === undefined) return false;
  if (part === null) throw new Error('the form has signatures: loadSignedTexts() first');
  return !part.stillStands(form, evaluation, place, entry.signature.signedText);
}
