import {
  type Answer,
  CalendarDate,
  faultOf,
  type FormLogic,
  type FormPatient,
  type PatientId,
  type QuestionnaireItem,
  type ResponseNode,
} from '@portal/api';
import { answersOfProfile } from '@portal/api/expressions';
import * as v from 'valibot';
import { readRegistration } from '../account/accountSettings.ts';
import { type Db, statement } from '../db/pool.ts';
import { genderCode } from '../subject/fhirParts.ts';
import type { TemplateRevision } from './template.ts';

type Prefills = NonNullable<TemplateRevision['prefills']>;

const names = statement(
  'profile.names',
  'select first_name as "firstName", last_name as "lastName" from patients where id = $patientId',
  v.object({ firstName: v.string(), lastName: v.string() }),
);

/** The part of a patient's profile that questionnaires may use, as a FHIR Patient. */
async function readProfile(db: Db, patientId: PatientId): Promise<FormPatient> {
  const { firstName, lastName } = await db.one(names, { patientId });
  const { dateOfBirth, fullName, gender } = await readRegistration(db, patientId);
  const sex = genderCode(gender);
  return {
    name: [{ use: 'official', text: fullName, family: lastName, given: [firstName] }],
    birthDate: v.parse(CalendarDate, dateOfBirth),
    ...(sex === undefined ? {} : { gender: sex }),
  };
}

/** The part of the patient's current profile that a questionnaire's expressions use; undefined if they use none. */
export async function patientFor(
  db: Db,
  formLogic: FormLogic | undefined,
  patientId: PatientId,
): Promise<FormPatient | undefined> {
  const elements = formLogic?.patientElements;
  if (!elements) return undefined;
  const profile = await readProfile(db, patientId);
  return {
    ...(elements.includes('name') ? { name: profile.name } : {}),
    ...(elements.includes('birthDate') ? { birthDate: profile.birthDate } : {}),
    ...(elements.includes('gender') ? { gender: profile.gender } : {}),
  };
}

function nodeIn(
  nodes: readonly ResponseNode[],
  id: QuestionnaireItem['questionnaireItemId'],
): ResponseNode | undefined {
  for (const node of nodes) {
    const found = node.questionnaireItemId === id && node.otherOf === null ? node : nodeIn(node.item, id);
    if (found) return found;
  }
  return undefined;
}
/** Without such a tree, options are matched by their words: "Female" is the code `female`. */
const nodeByWords = (item: QuestionnaireItem): ResponseNode => ({
  linkId: '',
  type: 'choice',
  questionnaireItemId: item.questionnaireItemId,
  otherOf: null,
  options:
    'listAnswers' in item
      ? item.listAnswers
          .filter(({ isOtherOption }) => !isOtherOption)
          .map(({ listAnswerId, answerText }) => ({
            listAnswerId,
            element: 'valueCoding',
            value: { code: answerText.toLowerCase() },
            weight: null,
          }))
      : [],
  units: [],
  item: [],
});

function withInitial(
  revision: TemplateRevision,
  prefills: Prefills,
  initialOf: (item: QuestionnaireItem, prefill: Prefills[number]) => QuestionnaireItem['initial'],
): TemplateRevision {
  const prefillOf = new Map(prefills.map((prefill) => [prefill.questionnaireItemId, prefill]));
  return {
    ...revision,
    items: revision.items.map((item) => {
      const prefill = prefillOf.get(item.questionnaireItemId);
      return prefill === undefined ? item : { ...item, initial: initialOf(item, prefill) };
    }),
  };
}

/** A revision with initial values from the patient's current profile. A value that would break a rule is left out. */
export async function withProfile(
  db: Db,
  revision: TemplateRevision,
  patientId: PatientId,
  today: CalendarDate,
): Promise<TemplateRevision> {
  const { prefills, formLogic } = revision;
  if (!prefills) return revision;
  const profile = await readProfile(db, patientId);
  return withInitial(revision, prefills, (item, { expression }) => {
    const { questionnaireItemId } = item;
    const node = nodeIn(formLogic?.nodes ?? [], questionnaireItemId) ?? nodeByWords(item);
    const values = answersOfProfile(item, node, expression, profile, today);
    const entries = values.map((value) => ({ questionnaireItemId, ...value }));
    return values.length === 0 || faultOf(item, entries) !== null ? item.initial : values;
  });
}

/** The same for an answered questionnaire: the initial values are those among the answers, not those of the current profile. */
export function withProfileOf(answers: readonly Answer[], revision: TemplateRevision): TemplateRevision {
  const { prefills } = revision;
  if (!prefills) return revision;
  return withInitial(revision, prefills, ({ questionnaireItemId: id }) => {
    const own = answers.filter((answer) => answer.questionnaireItemId === id);
    const [first] = own;
    return own
      .filter(({ rowPath }) => rowPath?.join() === first?.rowPath?.join())
      .map(({ questionnaireItemId: _id, rowPath: _path, rows: _rows, ...value }) => value);
  });
}
