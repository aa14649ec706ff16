import {
  type Answer,
  entriesByItem,
  entriesByPlace,
  type FacilityId,
  Instant,
  isAnswered,
  isRepeatingGroup,
  PatientId,
  type QuestionnaireItem,
  slotOf,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { AlertId } from './alerts.ts';
import { plainText } from '../html/plainText.ts';
import { StoredAnswers, StoredScore, type TemplateRevision } from './template.ts';

const Alert = v.object({
  id: AlertId,
  patientId: PatientId,
  assignedQuestionnaireId: v.number(),
  mrn: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  facilityName: v.string(),
  alertKey: v.string(),
  tellAddress: v.nullable(v.string()),
  raisedAt: Instant,
  remindedAt: v.nullable(Instant),
  acknowledgedAt: v.nullable(Instant),
  acknowledgedBy: v.nullable(v.string()),
  note: v.nullable(v.string()),
  revisionKey: v.string(),
  answers: StoredAnswers,
  scores: v.array(StoredScore),
});
export type Alert = v.InferOutput<typeof Alert>;

const columns = `a.id, a.patient_id as "patientId", a.assigned_questionnaire_id as "assignedQuestionnaireId", p.mrn, p.first_name as "firstName", p.last_name as "lastName", f.short_name as "facilityName", a.alert_key as "alertKey",
     coalesce(a.tell_address, f.alert_email) as "tellAddress", a.raised_at as "raisedAt", a.reminded_at as "remindedAt", a.acknowledged_at as "acknowledgedAt",
     a.acknowledged_by as "acknowledgedBy", a.note, r.key as "revisionKey", q.answers, q.scores
   from questionnaire_alerts a join patients p on p.id = a.patient_id join facilities f on f.id = a.facility_id
     join assigned_questionnaires q on q.id = a.assigned_questionnaire_id
     join questionnaire_revisions r on r.template_id = q.template_id and r.revision = q.answered_revision`;
const many = statement(
  'alerts.list',
  `select ${columns} where (a.acknowledged_at is null or $withAcknowledged) and ($facilityId::bigint is null or a.facility_id = $facilityId)
   order by a.acknowledged_at desc nulls first, a.raised_at, a.id limit 500`,
  Alert,
);
const one = statement('alerts.one', `select ${columns} where a.id = $alertId`, Alert);
const ofPatient = statement(
  'alerts.ofPatient',
  `select ${columns} where a.patient_id = $patientId order by a.raised_at, a.id`,
  Alert,
);
const acknowledge = statement(
  'alerts.acknowledge',
  `update questionnaire_alerts set acknowledged_at = now(), acknowledged_by = $acknowledgedBy, note = $note where id = $alertId and acknowledged_at is null returning id`,
);

/** Open alerts, oldest first, of one facility or (null) of all. With `withAcknowledged`, acknowledged ones follow, latest first. */
export const listAlerts = (db: Db, facilityId: FacilityId | null, withAcknowledged: boolean): Promise<Alert[]> =>
  db.many(many, { facilityId, withAcknowledged });
/** The alert with this number; null if there is none. */
export const findAlert = (db: Db, alertId: number): Promise<Alert | null> => db.maybe(one, { alertId });
export const alertsOfPatient = (db: Db, patientId: PatientId): Promise<Alert[]> => db.many(ofPatient, { patientId });
/** Stores who takes care of an alert. False: somebody had acknowledged it before. */
export const acknowledgeAlert = (
  tx: Db,
  alertId: number,
  acknowledgedBy: string,
  note: string | null,
): Promise<boolean> => tx.has(acknowledge, { alertId, acknowledgedBy, note });

/** An answer as people read it; staff read it in English. */
export function entryShown(
  item: QuestionnaireItem,
  answer: Answer,
  { yes, no }: { readonly yes: string; readonly no: string } = { yes: 'Yes', no: 'No' },
): string {
  if (answer.listAnswerId !== undefined && 'listAnswers' in item) {
    const option = item.listAnswers.find(({ listAnswerId }) => listAnswerId === answer.listAnswerId);
    return [option?.answerText ?? '?', answer.otherOptionText].filter((part) => part !== undefined).join(': ');
  }
  if (answer.coding) return answer.coding.display;
  if (answer.attachment) return answer.attachment.fileName;
  if (item.questionnaireItemType === 'BooleanQuestion') return answer.isChecked === true ? yes : no;
  if (answer.numberAnswer !== undefined) {
    const unit =
      item.questionnaireItemType === 'NumberQuestion'
        ? item.unitOfMeasure
        : item.questionnaireItemType === 'QuantityQuestion'
          ? item.units.find(({ key }) => key === (answer.unitKey ?? (item.units.length === 1 ? key : null)))?.label
          : null;
    return [String(answer.numberAnswer), unit ?? ''].join(' ').trim();
  }
  return answer.dateTimeAnswer ?? answer.dateAnswer ?? answer.timeAnswer ?? answer.textAnswer ?? '';
}

const answerShown = (item: QuestionnaireItem, entries: readonly Answer[]): string =>
  `${plainText(item.formattedText)}: ${entries.map((entry) => entryShown(item, entry)).join('; ')}`;

type Content = Pick<Alert, 'alertKey' | 'answers' | 'scores'>;

/** The answers or the total that raised an alert, for staff to read. */
export function reasonShown(revision: TemplateRevision, { alertKey, answers, scores }: Content): string {
  const when = revision.alerts?.find((rule) => rule.alertKey === alertKey)?.when;
  if (when === undefined) return alertKey;
  if (when.kind === 'score') {
    const score = scores.find(({ scoreKey }) => scoreKey === when.scoreKey);
    return score ? `${score.scoreName}: ${String(score.scoreValue)}` : alertKey;
  }
  const item = revision.items.find(({ questionnaireItemId }) => questionnaireItemId === when.questionnaireItemId);
  return item ? answerShown(item, entriesByItem(answers).get(item.questionnaireItemId) ?? []) : alertKey;
}

/** All answers in the order of the questionnaire, row by row, and the totals. */
export function answersShown(
  revision: TemplateRevision,
  { answers, scores }: { readonly answers: readonly Answer[]; readonly scores: readonly StoredScore[] },
): string[] {
  const itemById = new Map(revision.items.map((item) => [item.questionnaireItemId, item]));
  const byPlace = entriesByPlace(answers);
  const groupsAround = ({ parentItemId }: QuestionnaireItem): QuestionnaireItem[] => {
    const parent = parentItemId === undefined ? undefined : itemById.get(parentItemId);
    return parent === undefined ? [] : [...groupsAround(parent), ...(isRepeatingGroup(parent) ? [parent] : [])];
  };
  /** The number of a row, by its position among the rows that were sent. */
  const rowShown = (item: QuestionnaireItem, rowPath: readonly number[]): string =>
    groupsAround(item)
      .map((group, depth) => {
        const [entry] = byPlace.get(slotOf(group.questionnaireItemId, rowPath.slice(0, depth))) ?? [];
        return `${plainText(group.formattedText)} ${String(1 + (entry?.rows ?? []).indexOf(rowPath[depth] ?? 0))}, `;
      })
      .join('');
  return [
    ...[...byPlace.values()].flatMap((entries) => {
      const [first] = entries;
      const item = first && itemById.get(first.questionnaireItemId);
      if (!item || !isAnswered(item, entries)) return [];
      return [`${rowShown(item, first.rowPath ?? [])}${answerShown(item, entries)}`];
    }),
    ...scores.map(({ scoreName, scoreValue }) => `${scoreName}: ${String(scoreValue)}`),
  ];
}
