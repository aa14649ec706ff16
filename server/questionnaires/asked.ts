import type { Answer, CalendarDate, FormPatient, PatientId, QuestionnaireItem } from '@portal/api';
import type { Actor } from '../http/handler.ts';
import type { Db } from '../db/pool.ts';
import { patientFor, withProfile, withProfileOf } from './profile.ts';
import { revisionOf } from './revisions.ts';
import type { TemplateRevision } from './template.ts';
import { baseOf, type CurrentTexts, readersLanguages, type ShownRevision, shownRevision } from './texts.ts';

/** A revision as one assignment asks it: all that decides what is asked, for this patient on that day. */
export interface AskedRevision extends ShownRevision {
  readonly today: CalendarDate;
}

const isRelative = (bound: unknown): boolean => typeof bound === 'object';
const hasRelativeBound = (item: QuestionnaireItem): boolean =>
  ('earliest' in item && isRelative(item.earliest)) || ('latest' in item && isRelative(item.latest));

/** True where a rule may depend on the day: expressions can ask for it, and bounds of dates can be counted from it. */
export const dependsOnDay = ({ items, formLogic }: TemplateRevision): boolean =>
  formLogic !== undefined || items.some(hasRelativeBound);

/** Who reads it: their role, and the language of their page where it says one. */
export interface Reader {
  readonly role: Actor['role'];
  readonly language: string | undefined;
}

/** As much of an assignment as its form depends on; `answers` of a completed one alone. */
interface Asked {
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

/** A form whose expressions know whom they are about: as the patient is now, or was when it was answered. */
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
 * The revision of an assignment in the reader's language, on the day at the patient's facility, with what the patient's own profile gives
 * it to begin with. Who reads what was sent in the language that it was answered in has the facility's texts of then.
 */
export async function askedRevision(db: Db, asked: Asked, { role, language }: Reader): Promise<AskedRevision> {
  const { revisionKey, today, texts, accountLanguage, answeredLanguage, answeredTexts, patientId, answers } = asked;
  const ofThen: Record<string, number> =
    answeredLanguage === null || answeredTexts === null ? {} : { [answeredLanguage]: answeredTexts };
  const others = Object.entries(texts).filter(
    ([tag]) => answeredLanguage === null || baseOf(tag) !== baseOf(answeredLanguage),
  );
  const languages = readersLanguages(role, language, accountLanguage);
  const shown = await aboutPatient(
    db,
    await shownRevision(db, revisionKey, languages, { ...Object.fromEntries(others), ...ofThen }),
    asked,
  );
  if (!shown.prefills) return { ...shown, today };
  // By the file's own words: those of the reader's language name no code.
  const base = await revisionOf(db, revisionKey);
  const own = answers ? withProfileOf(answers, base) : await withProfile(db, base, patientId, today);
  const items = shown.items.map((item, nth) => ({ ...item, initial: own.items[nth]?.initial }));
  return { ...shown, items, today };
}
