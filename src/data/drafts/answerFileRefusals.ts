import { addAnswerAttachment } from '@portal/api';
import { type ByCode, type Failure, refusalOf } from '../errors.ts';
import { isForNow } from '../unsent/isForNow.ts';
import type { FileRefusal } from './fileParts.ts';

const refusals: ByCode<FileRefusal> = {
  file_type: 'wrongType',
  file_broken: 'damaged',
  file_empty: 'damaged',
  file_infected: 'harmful',
  payload_too_large: 'tooLarge',
  attachments_too_large: 'tooLarge',
};

/** The questionnaire takes no files any more. The sending of the answers reports what happened to it. */
export const isClosedBy = (failure: Failure | null): boolean =>
  failure?.kind === 'refused' &&
  (failure.status === 404 || refusalOf(addAnswerAttachment, failure) === 'no_longer_open');

/** Why the server refused the file; null when trying again can help. */
export function refusalBy(failure: Failure | null): FileRefusal | null {
  if (failure?.kind !== 'refused' || isForNow(failure) || isClosedBy(failure)) return null;
  const code = refusalOf(addAnswerAttachment, failure);
  return (code === null ? null : refusals[code]) ?? 'failed';
}

/** The facility cannot scan files for viruses at the moment. */
export const isUncheckedBy = (failure: Failure | null): boolean =>
  refusalOf(addAnswerAttachment, failure) === 'file_unchecked';
