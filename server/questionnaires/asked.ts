import type {
  Answer,
  AssignedQuestionnaireId,
  CalendarDate,
  FormPatient,
  PatientId,
  QuestionnaireItem,
} from '@portal/api';
import type { Actor } from '../http/handler.ts';
import { type Db, statement } from '../db/pool.ts';
import { comparesAnswers, resolvedAlerts, type Answered } from './metAlerts.ts';
import { patientFor, withProfile, withProfileOf } from './profile.ts';
import { revisionOf } from './revisions.ts';
import { type TemplateRevision, StoredAnswers, StoredScore } from './template.ts';
import { baseOf, type CurrentTexts, readersLanguages, type ShownRevision, shownRevision } from './texts.ts';
import * as v from 'valibot';
import { highestScoreFor } from './scoring.ts';

const lastCompletion = statement(
  'answeredBefore.last',
  `select a.answers, a.scores, r.key as "revisionKey"
   from assigned_questionnaires own
     join assigned_questionnaires a on a.patient_id = own.patient_id and a.template_id = own.template_id and a.id <> own.id
     join questionnaire_revisions r on r.template_id = a.template_id and r.revision = a.answered_revision
   where own.patient_id = $patientId and own.id = $assignedQuestionnaireId and a.status = 'Completed' and a.closed_at <= coalesce(own.closed_at, now())
   order by a.closed_at desc, a.id desc limit 1`,
  v.object({ answers: StoredAnswers, scores: v.array(StoredScore), revisionKey: v.string() }),
);

/**
 * What the patient sent the last time that they answered this questionnaire, before this assignment was closed. Scores with another maximum
 * are left out, because 9 of 27 and 9 of 21 cannot be compared. Null if nothing was sent before.
 */
async function answeredBefore(
  db: Db,
  assigned: { readonly id: AssignedQuestionnaireId; readonly patientId: PatientId },
  revision: TemplateRevision,
): Promise<Answered | null> {
  const { id: assignedQuestionnaireId, patientId } = assigned;
  const last = await db.maybe(lastCompletion, { patientId, assignedQuestionnaireId });
  if (last === null) return null;
  const revisionThen = await revisionOf(db, last.revisionKey);
  const scores = last.scores.filter(
    ({ scoreKey }) => highestScoreFor(revision, scoreKey) === highestScoreFor(revisionThen, scoreKey),
  );
  return { answers: last.answers, scores };
}

/** A revision as one assignment asks it: everything that decides what this patient is asked on that day. */
export interface AssignedRevision extends ShownRevision {
  readonly today: CalendarDate;
}

const isRelative = (bound: unknown): boolean => typeof bound === 'object';
const hasRelativeBound = (item: QuestionnaireItem): boolean =>
  ('earliest' in item && isRelative(item.earliest)) || ('latest' in item && isRelative(item.latest));

/** True if a rule may depend on the current date: expressions can use it, and date bounds can be relative to it. */
export const dependsOnDay = ({ items, formLogic }: TemplateRevision): boolean =>
  formLogic !== undefined || items.some(hasRelativeBound);

/** Who reads it: their role, and the language of their page if it sends one. */
export interface Reader {
  readonly role: Actor['role'];
  readonly language: string | undefined;
}

/** The part of an assignment that its form depends on. Only a completed one has `answers`. */
interface Asked {
  readonly id: AssignedQuestionnaireId;
  readonly revisionKey: string;
  readonly patientId: PatientId;
  readonly today: CalendarDate;
  readonly texts: CurrentTexts;
  readonly accountLanguage: string | null;
  readonly answeredLanguage: string | null;
  readonly answeredTexts: number | null;
  readonly answeredProfile: FormPatient | null;
  readonly answers?: readonly Answer[] | null;
}

/** A form whose expressions know the patient: their profile as it is now, or as it was when they answered. */
export async function aboutPatient<F extends Pick<TemplateRevision, 'formLogic'>>(
  db: Db,
  form: F,
  { patientId, answeredProfile }: Pick<Asked, 'patientId' | 'answeredProfile'>,
): Promise<F> {
  const { formLogic } = form;
  const patient = answeredProfile ?? (await patientFor(db, formLogic, patientId));
  return formLogic === undefined || patient === undefined ? form : { ...form, formLogic: { ...formLogic, patient } };
}

/**
 * The revision of an assignment in the reader's language, on the current date at the patient's facility, with initial values from the
 * patient's profile and alert rules resolved by what the patient answered before. A completion that is read in the language in which it was answered has the facility's texts from that time.
 */
export async function assignedRevision(db: Db, asked: Asked, { role, language }: Reader): Promise<AssignedRevision> {
  const { revisionKey, today, texts, accountLanguage, answeredLanguage, answeredTexts, patientId, answers } = asked;
  const ofThen: Record<string, number> =
    answeredLanguage === null || answeredTexts === null ? {} : { [answeredLanguage]: answeredTexts };
  const others = Object.entries(texts).filter(
    ([tag]) => answeredLanguage === null || baseOf(tag) !== baseOf(answeredLanguage),
  );
  const languages = readersLanguages(role, language, accountLanguage);
  const translated = await shownRevision(db, revisionKey, languages, { ...Object.fromEntries(others), ...ofThen });
  const ruled = comparesAnswers(translated)
    ? resolvedAlerts(translated, await answeredBefore(db, asked, translated))
    : translated;
  const shown = await aboutPatient(db, ruled, asked);
  if (!shown.prefills) return { ...shown, today };
  // The prefill is computed on the file's original words, because translated words do not match a code.
  const base = await revisionOf(db, revisionKey);
  const own = answers ? withProfileOf(answers, base) : await withProfile(db, base, patientId, today);
  const items = shown.items.map((item, nth) => ({ ...item, initial: own.items[nth]?.initial }));
  return { ...shown, items, today };
}
