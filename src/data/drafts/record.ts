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
  /** Made with the draft; every try to submit it carries this one. */
  idempotencyKey: IdempotencyKey,
  /** `waiting`: sent by the person, not yet confirmed. `refused`: the server would not have it as it is. */
  submission: v.picklist(['none', 'waiting', 'refused']),
  /** The `savedAt` that the server has last confirmed. */
  serverSavedAt: v.nullable(Instant),
  /** A server draft that is not newer than this was discarded, and stays so. */
  discardedAt: v.nullable(Instant),
  lost: Answers,
  /** Answers of other devices that this draft does not contain, newest first; each stays until the person has seen it. */
  others: v.array(OtherDraft),
};
const form = {
  /** As it was opened, so that it can be filled in without a network. */
  questionnaire: AssignedQuestionnaire,
  /** Names the questions of `lost`. */
  lostFrom: v.nullable(AssignedQuestionnaire),
};

/** A draft with the questionnaire that it answers. */
export const DraftRecord = v.object({ ...kept, ...form });
export type DraftRecord = v.InferOutput<typeof DraftRecord>;

/** What is written with every keystroke: the questionnaire, which may be long, lies in a place of its own. */
export const KeptDraft = v.object({ ...kept, templateTitle: v.string() });
export type KeptDraft = v.InferOutput<typeof KeptDraft>;
export const KeptForm = v.object(form);
export type KeptForm = v.InferOutput<typeof KeptForm>;

/** The two parts of a draft as they are kept. */
export function splitRecord({ questionnaire, lostFrom, ...rest }: DraftRecord): {
  readonly draft: KeptDraft;
  readonly form: KeptForm;
} {
  return { draft: { ...rest, templateTitle: questionnaire.templateTitle }, form: { questionnaire, lostFrom } };
}

/** Puts the two parts together again. */
export const joinRecord = (draft: KeptDraft, form: KeptForm): DraftRecord => ({
  ...draft,
  questionnaire: form.questionnaire,
  lostFrom: form.lostFrom,
});

/** What is left of a discarded draft until the server knows of it. */
const DiscardedRecord = v.object({
  kind: v.literal('discarded'),
  patientId: PatientId,
  assignedQuestionnaireId: AssignedQuestionnaireId,
  discardedAt: Instant,
});
export type DiscardedRecord = v.InferOutput<typeof DiscardedRecord>;

export type StoredDraft = DraftRecord | DiscardedRecord;

const KeptInPlace = v.variant('kind', [KeptDraft, DiscardedRecord]);
export type KeptInPlace = v.InferOutput<typeof KeptInPlace>;

/** Reads what stands in a draft's place; null when there is nothing or it cannot be understood. */
export function keptInPlace(value: unknown): KeptInPlace | null {
  const parsed = v.safeParse(KeptInPlace, value);
  return parsed.success ? parsed.output : null;
}

export const draftPlaces = 'draft/';
export const draftPlace = (patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): string =>
  `${draftPlaces}${patientId}/${assignedQuestionnaireId}`;
export const formPlace = (patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId): string =>
  `form/${patientId}/${assignedQuestionnaireId}`;

const time = (instant: Instant): number => Date.parse(instant);

/** The same text for the same entry, in whatever order its fields stand. */
const entryText = (entry: Answer): string => JSON.stringify(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)));
const answersText = (answers: readonly Answer[]): string => answers.map(entryText).sort().join('\n');

/** True when nothing was changed: cheap, because it runs with every keystroke. */
export const isUnchanged = (a: readonly Answer[], b: readonly Answer[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((entry, at) => {
      const other = b[at];
      return other !== undefined && (entry === other || entryText(entry) === entryText(other));
    }));

/** True for an entry of a draft that says only that a box is empty, or that an answer was taken back. */
export const saysNothing = (entry: Answer): boolean =>
  Object.entries(entry).every(
    ([name, value]) => name === 'questionnaireItemId' || name === 'rowPath' || (name === 'textAnswer' && value === ''),
  );

/** True when two lists of answers say the same, whatever their order. */
export const sameAnswers = (a: readonly Answer[], b: readonly Answer[]): boolean => answersText(a) === answersText(b);

/**
 * The items on which our draft and a completion differ, both in the form in which they are sent. An answer of ours to a
 * question that the completed form does not have differs too.
 */
export function differingItems(
  ours: { readonly questionnaire: AssignedQuestionnaire; readonly answers: readonly Answer[] },
  completed: AssignedQuestionnaire,
): QuestionnaireItemId[] {
  const mine = entriesByItem(submittedAnswers(formOf(ours.questionnaire), ours.answers));
  const theirs = entriesByItem(submittedAnswers(formOf(completed), completed.patientQuestionAnswerList));
  // A file that is still here was not sent with them.
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
export const isOpen = (questionnaire: AssignedQuestionnaire): boolean =>
  questionnaire.statusDescription === 'Assigned' || questionnaire.statusDescription === 'Started';

const mostOthers = 10;

/** Keeps what another device said, once, if it says something that we do not and was not discarded. */
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

/** Items of both, so that the questions of lost answers can be named however old they are. */
function withItemsOf(questionnaire: AssignedQuestionnaire, older: AssignedQuestionnaire | null): AssignedQuestionnaire {
  if (!older) return questionnaire;
  const known = new Set(questionnaire.questionnaireItems.map((item) => item.questionnaireItemId));
  return {
    ...questionnaire,
    questionnaireItems: [
      ...questionnaire.questionnaireItems,
      ...older.questionnaireItems.filter((item) => !known.has(item.questionnaireItemId)),
    ],
  };
}

/**
 * Fits a draft to the questionnaire as it is now. Answers of an older template are matched by item id; what no longer fits
 * moves to `lost` (rulings, section 5). A draft that waited to be sent no longer does: the person must see it first.
 */
export function fitTo(draft: DraftRecord, questionnaire: AssignedQuestionnaire, now: number): DraftRecord {
  if (draft.templateRevision === questionnaire.templateRevision) return { ...draft, questionnaire };
  const { kept, lost: unfit } = rematch(formOf(questionnaire), draft.answers);
  // Rows that are gone with their group are told of by the answers in them.
  const lost = unfit.filter((entry) => entry.rows === undefined && !saysNothing(entry));
  const knowsItems = draft.questionnaire.templateRevision === draft.templateRevision;
  return {
    ...draft,
    questionnaire,
    answers: kept,
    templateRevision: questionnaire.templateRevision,
    savedAt: instantAfter(now, draft.savedAt, draft.serverSavedAt),
    submission: draft.submission === 'waiting' ? 'none' : draft.submission,
    lost: [...draft.lost, ...lost],
    lostFrom:
      lost.length === 0
        ? draft.lostFrom
        : knowsItems
          ? withItemsOf(draft.questionnaire, draft.lostFrom)
          : draft.lostFrom,
  };
}

/** True when the server had another draft than the one that this device knows to have been confirmed: an answer from before that says nothing of now. */
export const isOutdated = (answer: AssignedQuestionnaire, stored: StoredDraft | null): boolean =>
  stored?.kind !== 'discarded' && (stored?.serverSavedAt ?? null) !== (answer.draft?.savedAt ?? null);

/**
 * The draft to start with, from what the device and the server have. The newest `savedAt` wins; what the other one says is
 * kept as `other` unless it was this device's own, confirmed. A discarded draft stays discarded, here and elsewhere.
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
    // What the server once confirmed and no longer has was discarded on another device.
    const discardedElsewhere =
      !unconfirmed && local.submission === 'none' && questionnaire.draft === null && isOpen(questionnaire);
    return discardedElsewhere ? blank() : fitTo(local, clean, now);
  }
  const differs = !sameAnswers(remote.answers, local.answers);
  if (remote.savedAt === local.savedAt) {
    if (!differs) return fitTo({ ...local, serverSavedAt: remote.savedAt }, clean, now);
    // A clock that went back gave two pages the same instant.
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
    return fitTo(newer, clean, now);
  }
  return fitTo(
    { ...local, others: remote.savedAt === local.serverSavedAt ? local.others : withOther(local, remote) },
    clean,
    now,
  );
}
