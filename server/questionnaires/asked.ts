import type {
  Answer,
  AssignedQuestionnaireId,
  CalendarDate,
  FormPatient,
  PatientId,
  QuestionnaireItem,
} from '@portal/api';
import type { Actor } from '../http/handler.ts';
import type { Db } from '../db/pool.ts';
import { answeredBefore } from './answeredBefore.ts';
import { comparesAnswers, resolvedAlerts } from './metAlerts.ts';
import { patientFor, withProfile, withProfileOf } from './profile.ts';
import { revisionOf } from './revisions.ts';
import type { TemplateRevision } from './template.ts';
import { baseOf, type CurrentTexts, readersLanguages, type ShownRevision, shownRevision } from './texts.ts';

/** A revision as one assignment asks it: everything that decides what this patient is asked on that day. */
export interface AskedRevision extends ShownRevision {
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
export async function askedRevision(db: Db, asked: Asked, { role, language }: Reader): Promise<AskedRevision> {
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
