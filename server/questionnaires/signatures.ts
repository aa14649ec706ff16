import type { Answer, PatientId, QuestionnaireItemId } from '@portal/api';
import { hashOf } from '@portal/api/signedText';
import type { Actor } from '../http/handler.ts';

/** Whether each signature has the hash of what was signed. That this is what stands there now is a rule of the form (`faultsOf`). */
export async function haveTrueHashes(answers: readonly Answer[]): Promise<boolean> {
  for (const { signature } of answers)
    if (signature && (await hashOf(signature.signedText)) !== signature.hash) return false;
  return true;
}

/** The language in which the answers were signed, so that the texts are compared in it, whatever the reader's language is now. */
export const languageSigned = (answers: readonly Answer[]): string | undefined =>
  answers.find(({ signature }) => signature !== undefined)?.signature?.signedText.language;

/** The answers with who signed, by the session that sends them. A patient who acts for another one is a representative. */
export function withSigner(answers: readonly Answer[], actor: Actor, patientId: PatientId): Answer[] {
  const { name } = actor;
  const role = actor.patientId === patientId ? actor.role : 'representative';
  if (role === 'kioskManager') return [...answers];
  return answers.map((answer) =>
    answer.signature ? { ...answer, signature: { ...answer.signature, signer: { role, name } } } : answer,
  );
}

interface SignedItem {
  readonly questionnaireItemId: QuestionnaireItemId;
  readonly hash: string;
  readonly signedAt: string;
  readonly mark: 'drawn' | 'typed';
}
/** What the audit says of each signature. */
export const signedItems = (answers: readonly Answer[]): SignedItem[] =>
  answers.flatMap(({ questionnaireItemId, signature }) =>
    signature
      ? [{ questionnaireItemId, hash: signature.hash, signedAt: signature.signedAt, mark: signature.mark.kind }]
      : [],
  );
