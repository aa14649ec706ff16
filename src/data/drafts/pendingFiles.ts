import {
  type Answer,
  type AssignedQuestionnaire,
  type AssignedQuestionnaireId,
  formOf,
  type IdempotencyKey,
  type PatientId,
  placesOf,
  readAs,
  slotOf,
} from '@portal/api';
import * as v from 'valibot';
import { createEvents } from '../../words/smallStore.ts';
import { type AnswerFiles, KeptAnswerFile } from './fileParts.ts';

const KeptAnswerFiles = v.array(KeptAnswerFile);

/** Reads the stored file entries of a draft; null when there are none or they cannot be parsed. */
export const keptFilesIn = (value: unknown): readonly KeptAnswerFile[] | null => readAs(KeptAnswerFiles, value);

export const answerFilesPlaces = 'answerFiles/';
export const answerFilesPlace = (patientId: PatientId, id: AssignedQuestionnaireId): string =>
  `${answerFilesPlaces}${patientId}/${id}`;
/** The place of the draft to which a place of files belongs; `draftPlaces` is the prefix of draft places. */
export const draftPlaceOfFiles = (place: string, draftPlaces: string): string =>
  draftPlaces + place.slice(answerFilesPlaces.length);
/** The place of a file's bytes. */
export const answerFilePlace = (key: IdempotencyKey): string => `answerFile/${key}`;

/** True when a draft on this device has a file that the server has neither taken nor refused. */
export const hasUnsentFile = (stored: unknown): boolean =>
  keptFilesIn(stored)?.some(({ attachment, refusal }) => attachment === null && refusal === null) ?? false;

/** How the draft names a file that is not on the server yet: by its key and its name. */
export const pendingText = (key: IdempotencyKey, fileName: string): string => `${key}/${fileName}`;
export function pendingOf(text: string): { readonly key: string; readonly fileName: string } {
  const at = text.indexOf('/');
  return { key: text.slice(0, Math.max(0, at)), fileName: text.slice(at + 1) };
}

/** The answers of a draft that stand for files which the server did not have when they were written. */
export function pendingFiles(
  { questionnaireItems }: Pick<AssignedQuestionnaire, 'questionnaireItems'>,
  answers: readonly Answer[],
): readonly Answer[] {
  const ids = new Set(
    questionnaireItems
      .filter((item) => item.questionnaireItemType === 'AttachmentQuestion')
      .map((item) => item.questionnaireItemId),
  );
  if (ids.size === 0) return [];
  return answers.filter(
    ({ questionnaireItemId, attachment, textAnswer }) =>
      attachment === undefined && textAnswer !== undefined && textAnswer !== '' && ids.has(questionnaireItemId),
  );
}

/** Those whose question the form asks now. The form's expressions must be loaded. */
export function askedPendingFiles(
  questionnaire: Parameters<typeof formOf>[0],
  answers: readonly Answer[],
): readonly Answer[] {
  const pending = pendingFiles(questionnaire, answers);
  if (pending.length === 0) return [];
  const asked = new Set(placesOf(formOf(questionnaire), answers).flatMap(({ slot, isAsked }) => (isAsked ? slot : [])));
  return pending.filter(({ questionnaireItemId, rowPath }) => asked.has(slotOf(questionnaireItemId, rowPath)));
}

/** The files of one draft. Their code is loaded only when a questionnaire asks for a file. */
export interface DraftFiles {
  /** Null while no question of the draft takes files. */
  current(): AnswerFiles | null;
  readyFor(questionnaire: Pick<AssignedQuestionnaire, 'questionnaireItems'>): Promise<void>;
  readonly onChange: (listener: () => void) => () => void;
}

export function createDraftFiles(open: (onChange: () => void) => Promise<AnswerFiles>): DraftFiles {
  const changed = createEvents();
  let opened: AnswerFiles | null = null;
  return {
    current: () => opened,
    async readyFor({ questionnaireItems }) {
      if (opened !== null) return;
      if (questionnaireItems.some((item) => item.questionnaireItemType === 'AttachmentQuestion'))
        opened = await open(changed.emit);
    },
    onChange: changed.on,
  };
}
