import {
  Answer,
  AssignedQuestionnaire,
  AssignedQuestionnaireId,
  type Draft,
  entriesByItem,
  formOf,
  IdempotencyKey,
  Instant,
  PatientId,
  type QuestionnaireItemId,
  readAs,
  rematch,
  submittedAnswers,
} from '@portal/api';
import * as v from 'valibot';
import { newIdempotencyKey } from '../idempotencyKey.ts';
import { instantAfter } from '../unsent/instantAfter.ts';
import { askedPendingFiles } from './pendingFiles.ts';

const Answers = v.array(Answer);
const OtherDraft = v.object({ answers: Answers, templateRevision: v.number(), savedAt: Instant });

const kept = {
  kind: v.literal('draft'),
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  answers: Answers,
  templateRevision: v.number(),
  savedAt: Instant,
  /** Made with the draft. Every try to submit it sends this key. */
  idempotencyKey: IdempotencyKey,
  /** `waiting`: the person pressed Send, and the server has not confirmed it. `refused`: the server does not accept it as it is. */
  submission: v.picklist(['none', 'waiting', 'refused']),
  /** The `savedAt` that the server confirmed last. */
  serverSavedAt: v.nullable(Instant),
  /** A server draft that is not newer than this was discarded and stays discarded. */
  discardedAt: v.nullable(Instant),
  lost: Answers,
  /** Answers of other devices that this draft does not contain, newest first. Each stays until the person has seen it. */
  others: v.array(OtherDraft),
};
const form = {
  /** The questionnaire as it was opened, so that it can be filled in without a network. */
  questionnaire: AssignedQuestionnaire,
  /** The questionnaire that names the questions of `lost`. */
  lostFrom: v.nullable(AssignedQuestionnaire),
};

/** A draft with the questionnaire that it answers. */
export const DraftRecord = v.object({ ...kept, ...form });
export type DraftRecord = v.InferOutput<typeof DraftRecord>;

/** What is written with every keystroke. The questionnaire may be long, so it has a place of its own. */
export const ActiveDraftRow = v.object({ ...kept, templateTitle: v.string() });
export type ActiveDraftRow = v.InferOutput<typeof ActiveDraftRow>;
export const DraftFormRow = v.object(form);
export type DraftFormRow = v.InferOutput<typeof DraftFormRow>;

export function splitRecord({ questionnaire, lostFrom, ...rest }: DraftRecord): {
  readonly draft: ActiveDraftRow;
  readonly form: DraftFormRow;
} {
  return { draft: { ...rest, templateTitle: questionnaire.templateTitle }, form: { questionnaire, lostFrom } };
}

export const joinRecord = (draft: ActiveDraftRow, form: DraftFormRow): DraftRecord => ({
  ...draft,
  questionnaire: form.questionnaire,
  lostFrom: form.lostFrom,
});

/** What stays of a discarded draft until the server knows that it was discarded. */
const DiscardedRecord = v.object({
  kind: v.literal('discarded'),
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  discardedAt: Instant,
});
export type DiscardedRecord = v.InferOutput<typeof DiscardedRecord>;

export type StoredDraft = DraftRecord | DiscardedRecord;

const DraftRow = v.variant('kind', [ActiveDraftRow, DiscardedRecord]);
export type DraftRow = v.InferOutput<typeof DraftRow>;

/** Reads what is stored in a draft's place; null when there is nothing or it cannot be parsed. */
export const draftRowOf = (value: unknown): DraftRow | null => readAs(DraftRow, value);

export const draftPlaces = 'draft/';
export const draftPlace = (patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): string =>
  `${draftPlaces}${patientId}/${assignedQuestionnaireId}`;
export const formPlace = (patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): string =>
  `form/${patientId}/${assignedQuestionnaireId}`;

const time = (instant: Instant): number => Date.parse(instant);

/** The same text for the same entry, whatever the order of its fields. */
const entryText = (entry: Answer): string => JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
const answersText = (answers: readonly Answer[]): string => answers.map(entryText).sort().join('\n');

/** True when nothing was changed. It must be fast, because it runs with every keystroke. */
export const isUnchanged = (a: readonly Answer[], b: readonly Answer[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((entry, at) => {
      const other = b[at];
      return other !== undefined && (entry === other || entryText(entry) === entryText(other));
    }));

/** True for a draft entry that only says that a field is empty or that an answer was removed. */
const saysNothing = (entry: Answer): boolean =>
  Object.entries(entry).every(
    ([name, value]) => name === 'questionnaireItemId' || name === 'rowPath' || (name === 'textAnswer' && value === ''),
  );

/** True when two lists have the same answers, whatever their order. */
export const sameAnswers = (a: readonly Answer[], b: readonly Answer[]): boolean => answersText(a) === answersText(b);

/**
 * The items on which our draft and a completion differ, both in the form in which they are sent. An answer of ours to a question that the
 * completed form does not have also counts as a difference.
 */
export function differingItems(
  ours: { readonly questionnaire: AssignedQuestionnaire; readonly answers: readonly Answer[] },
  completed: AssignedQuestionnaire,
): QuestionnaireItemId[] {
  const mine = entriesByItem(submittedAnswers(formOf(ours.questionnaire), ours.answers));
  const theirs = entriesByItem(submittedAnswers(formOf(completed), completed.patientQuestionAnswerList));
  // A file that is still on this device was not sent with the answers.
  const unsent = askedPendingFiles(ours.questionnaire, ours.answers).map((entry) => entry.questionnaireItemId);
  return [...new Set([...mine.keys(), ...theirs.keys(), ...unsent])].filter(
    (id) => unsent.includes(id) || !sameAnswers(mine.get(id) ?? [], theirs.get(id) ?? []),
  );
}

/** A draft without answers. */
export const blankDraft = (
  questionnaire: AssignedQuestionnaire,
  patientId: PatientId,
  now: number,
  discardedAt: Instant | null,
): DraftRecord => ({
  kind: 'draft',
  patientId,
  assignedQuestionnaireId: questionnaire.assignedQuestionnaireId,
  questionnaire,
  answers: [],
  templateRevision: questionnaire.templateRevision,
  savedAt: instantAfter(now, discardedAt),
  idempotencyKey: newIdempotencyKey(),
  submission: 'none',
  serverSavedAt: null,
  discardedAt,
  lost: [],
  lostFrom: null,
  others: [],
});

/** True while the questionnaire can be filled in. */
const isOpen = (questionnaire: AssignedQuestionnaire): boolean =>
  questionnaire.statusDescription === 'Assigned' || questionnaire.statusDescription === 'Started';

const mostOthers = 10;

/** Keeps the other device's answers, once, if they say something that ours do not and were not discarded. */
export function withOther(
  draft: DraftRecord,
  other: Pick<Draft, 'answers' | 'templateRevision' | 'savedAt'>,
): DraftRecord['others'] {
  if (draft.discardedAt && time(other.savedAt) <= time(draft.discardedAt)) return draft.others;
  const known =
    other.answers.length === 0 ||
    sameAnswers(other.answers, draft.answers) ||
    draft.others.some((one) => sameAnswers(one.answers, other.answers));
  return known ? draft.others : [asOther(other), ...draft.others].slice(0, mostOthers);
}

const asOther = (draft: Pick<Draft, 'answers' | 'templateRevision' | 'savedAt'>) => ({
  answers: draft.answers,
  templateRevision: draft.templateRevision,
  savedAt: draft.savedAt,
});

/** The items of both questionnaires, so that the questions of lost answers can be named, each as it was when its answer was lost. */
function withItemsOf(
  questionnaire: AssignedQuestionnaire,
  older: AssignedQuestionnaire | null,
  lost: readonly Answer[],
): AssignedQuestionnaire {
  if (!older) return questionnaire;
  const lostIds = new Set(lost.map(({ questionnaireItemId }) => questionnaireItemId));
  const items = new Map(questionnaire.questionnaireItems.map((item) => [item.questionnaireItemId, item]));
  for (const item of older.questionnaireItems) {
    const id = item.questionnaireItemId;
    if (!items.has(id) || lostIds.has(id)) items.set(id, item);
  }
  return { ...questionnaire, questionnaireItems: [...items.values()] };
}

/** What names the questions of a draft's answers once they are lost. */
const namesOf = ({ questionnaire, templateRevision, lostFrom, lost }: DraftRecord): AssignedQuestionnaire | null =>
  questionnaire.templateRevision === templateRevision ? withItemsOf(questionnaire, lostFrom, lost) : lostFrom;

/** The unit of each question for a number; answers do not name it. */
const unitsOf = ({ questionnaireItems }: AssignedQuestionnaire) =>
  new Map(
    questionnaireItems.flatMap((item) =>
      item.questionnaireItemType === 'NumberQuestion' ? [[item.questionnaireItemId, item.unitOfMeasure] as const] : [],
    ),
  );

/** Which answers fit the questionnaire, and what was said in those that do not. `answered`: the form that they answer, if it is known. */
export function fittingAnswers(
  questionnaire: AssignedQuestionnaire,
  answers: readonly Answer[],
  answered: AssignedQuestionnaire = questionnaire,
): { readonly kept: Answer[]; readonly lost: Answer[] } {
  const [before, now] = [unitsOf(answered), unitsOf(questionnaire)];
  const isInOtherUnit = ({ questionnaireItemId: id }: Answer) =>
    before.has(id) && now.has(id) && before.get(id) !== now.get(id);
  const { kept, lost } = rematch(
    formOf(questionnaire),
    answers.filter((entry) => !isInOtherUnit(entry)),
  );
  // Rows that went with their group are represented by the answers in them.
  return {
    kept,
    lost: [...answers.filter(isInOtherUnit), ...lost].filter(
      (entry) => entry.rows === undefined && !saysNothing(entry),
    ),
  };
}

/**
 * Fits a draft to the current questionnaire. Answers of an older template are matched by item id; those that no longer fit move to `lost`
 * (rulings, section 5). A draft that waited to be sent no longer does, because the person must see it first.
 */
export function fitTo(draft: DraftRecord, questionnaire: AssignedQuestionnaire, now: number): DraftRecord {
  if (draft.templateRevision === questionnaire.templateRevision) return { ...draft, questionnaire };
  const answered = [draft.questionnaire, draft.lostFrom].find(
    (one) => one?.templateRevision === draft.templateRevision,
  );
  const { kept, lost } = fittingAnswers(questionnaire, draft.answers, answered ?? undefined);
  return {
    ...draft,
    questionnaire,
    answers: kept,
    templateRevision: questionnaire.templateRevision,
    savedAt: instantAfter(now, draft.savedAt, draft.serverSavedAt),
    submission: draft.submission === 'waiting' ? 'none' : draft.submission,
    lost: [...draft.lost, ...lost],
    lostFrom: lost.length === 0 ? draft.lostFrom : namesOf(draft),
  };
}

/** Whether what waited to be sent is a draft again because the questionnaire is newer now. Its person believes that it was sent. */
export const isHeldBack = (stored: StoredDraft | null, draft: DraftRecord): boolean =>
  stored?.kind === 'draft' &&
  stored.submission === 'waiting' &&
  draft.submission === 'none' &&
  stored.templateRevision < draft.templateRevision;

/** True when the server had a different draft from the one that this device knows as confirmed, so this older answer must not be used. */
export const isOutdated = (answer: AssignedQuestionnaire, stored: StoredDraft | null): boolean =>
  stored?.kind !== 'discarded' && (stored?.serverSavedAt ?? null) !== (answer.draft?.savedAt ?? null);

/**
 * The draft to start with, made of the device's and the server's. The newest `savedAt` wins; the other one is kept as `other` unless it was
 * this device's own and confirmed. A discarded draft stays discarded, here and elsewhere.
 */
export function mergeDrafts(
  stored: StoredDraft | null,
  questionnaire: AssignedQuestionnaire,
  patientId: PatientId,
  now: number,
): DraftRecord {
  const discardedAt = stored?.discardedAt ?? null;
  const local = stored?.kind === 'draft' ? stored : null;
  const remote =
    questionnaire.draft && (!discardedAt || time(questionnaire.draft.savedAt) > time(discardedAt))
      ? questionnaire.draft
      : null;
  const clean: AssignedQuestionnaire = { ...questionnaire, draft: null };
  const blank = () => blankDraft(clean, patientId, now, discardedAt);
  const unconfirmed = local !== null && local.savedAt !== local.serverSavedAt;

  if (!local) {
    if (!remote) return blank();
    return fitTo({ ...blank(), ...asOther(remote), serverSavedAt: remote.savedAt }, clean, now);
  }
  if (!remote) {
    // A draft that the server confirmed once and no longer has was discarded on another device.
    const discardedElsewhere =
      !unconfirmed && local.submission === 'none' && questionnaire.draft === null && isOpen(questionnaire);
    return discardedElsewhere ? blank() : fitTo(local, clean, now);
  }
  const differs = !sameAnswers(remote.answers, local.answers);
  if (remote.savedAt === local.savedAt) {
    if (!differs) return fitTo({ ...local, serverSavedAt: remote.savedAt }, clean, now);
    // After the clock went back, two pages can have the same instant.
    return fitTo({ ...local, savedAt: instantAfter(now, local.savedAt), others: withOther(local, remote) }, clean, now);
  }
  if (time(remote.savedAt) > time(local.savedAt)) {
    const newer: DraftRecord = {
      ...local,
      ...asOther(remote),
      serverSavedAt: remote.savedAt,
      submission: local.submission === 'waiting' && differs ? 'none' : local.submission,
    };
    if (unconfirmed) newer.others = withOther(newer, local);
    if (unconfirmed && local.templateRevision !== clean.templateRevision) newer.lostFrom = namesOf(local);
    return fitTo(newer, clean, now);
  }
  return fitTo(
    { ...local, others: remote.savedAt === local.serverSavedAt ? local.others : withOther(local, remote) },
    clean,
    now,
  );
}
