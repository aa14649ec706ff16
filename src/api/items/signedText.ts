import type { Answer, QuestionnaireItem } from '../questionnaireItems.ts';
import type { SignedText } from '../signatures.ts';
import { evaluate, type Evaluation } from './evaluation.ts';
import { type Form, isRepeatingGroup, type Slot, slotOf } from './form.ts';
import type { OpenPlace } from './structure.ts';

/** Whether a place is in the same rows as another one, as far as both are in rows. */
const isInSameRows = (a: OpenPlace, b: OpenPlace): boolean =>
  a.rowPath.every((row, depth) => b.rowPath[depth] === undefined || b.rowPath[depth] === row);

const isUnder = (place: OpenPlace | null, id: OpenPlace['item']['questionnaireItemId']): boolean =>
  place !== null && (place.item.questionnaireItemId === id || isUnder(place.parent, id));

/** The words of one entry: those of the chosen option, else the value in the one form in which it is sent. */
function wordsOf(item: QuestionnaireItem, entry: Answer): string {
  const option =
    'listAnswers' in item
      ? item.listAnswers.find(({ listAnswerId }) => listAnswerId === entry.listAnswerId)?.answerText
      : undefined;
  const values = [
    option,
    entry.otherOptionText,
    entry.textAnswer,
    entry.numberAnswer,
    entry.unitKey,
    entry.dateAnswer,
    entry.dateTimeAnswer,
    entry.timeAnswer,
    option === undefined ? entry.isChecked : undefined,
    entry.coding?.display,
    entry.coding?.code,
    entry.coding?.system,
    entry.attachment?.fileName,
    entry.attachment?.attachmentId,
  ];
  return values.filter((value) => value !== undefined).join(' | ');
}

/** True for what the person sees and what is sent of it: no hidden item, and no row in which nothing is answered. */
function isSigned(evaluation: Evaluation, { item, node, rowPath, isAsked }: OpenPlace): boolean {
  const group = node.groups.at(-1);
  return (
    isAsked &&
    item.isHidden !== true &&
    item.questionnaireItemType !== 'SignatureQuestion' &&
    (group === undefined || evaluation.isRowInUse(slotOf(group, rowPath)))
  );
}

/** What somebody signs in this place: every text and answer that it covers, and the words of the signature itself. */
function signedTextAt(form: Form, evaluation: Evaluation, { item, ...at }: OpenPlace): SignedText {
  const signs = item.questionnaireItemType === 'SignatureQuestion' ? item.signs : null;
  const parts = evaluation.places
    .filter(
      (place) =>
        isSigned(evaluation, place) &&
        (signs === null || (isUnder(place, signs) && isInSameRows(place, { item, ...at }))),
    )
    .map((place) => ({
      text: place.item.formattedText,
      answers: isRepeatingGroup(place.item) ? [] : evaluation.said(place).map((entry) => wordsOf(place.item, entry)),
    }));
  const above = signs === null ? [form.title, form.instructions] : [];
  return {
    ...(form.language === undefined ? {} : { language: form.language }),
    parts: [
      ...above.flatMap((text) => (text ? [{ text, answers: [] }] : [])),
      ...parts,
      { text: item.formattedText, answers: [] },
    ],
  };
}

/** What was asked and answered, in order, with the words of each answer: for people who read it without the form. */
export function answersInWords(
  form: Form,
  answers: readonly Answer[],
  shown: (item: QuestionnaireItem, entry: Answer) => string,
): SignedText['parts'] {
  const evaluation = evaluate(form, answers);
  return evaluation.places
    .filter((place) => isSigned(evaluation, place) && !isRepeatingGroup(place.item))
    .map((place) => ({
      text: place.item.formattedText,
      answers: evaluation.said(place).map((entry) => shown(place.item, entry)),
    }));
}

/** The one way in which a signed text is written to be hashed and compared: JSON without names and blanks. */
export const canonicalForm = ({ language, parts }: SignedText): string =>
  JSON.stringify([language ?? '', ...parts.map(({ text, answers }) => [text, ...answers])]);

/** SHA-256 of the canonical form in UTF-8, in hexadecimal digits. */
export async function hashOf(signedText: SignedText): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonicalForm(signedText)));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is to be signed in a slot with these answers; null where nothing is asked there. */
export function textToSign(form: Form, answers: readonly Answer[], slot: Slot): SignedText | null {
  const evaluation = evaluate(form, answers);
  const place = evaluation.places.find((one) => one.slot === slot && one.isAsked);
  return place ? signedTextAt(form, evaluation, place) : null;
}

export const isSameText = (a: SignedText, b: SignedText): boolean => canonicalForm(a) === canonicalForm(b);

/** Whether a place still says what was signed there. */
export const stillStands = (form: Form, evaluation: Evaluation, place: OpenPlace, signed: SignedText): boolean =>
  isSameText(signed, signedTextAt(form, evaluation, place));
