import { type Answer, type AssignedQuestionnaireId, FacilityId, LanguageCode, type PatientId } from '@portal/api';
import type { Logger } from 'pino';
import * as v from 'valibot';
import type { Worker } from '../process/worker.ts';
import { type AuditActor, auditAll } from '../audit/audit.ts';
import { backlog } from '../db/backlog.ts';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { type MailingServices, startMailing } from '../mail/mailing.ts';
import { enqueueMail } from '../mail/queue.ts';
import { usualReminderHours } from './alertRules.ts';
import { metRules } from './metAlerts.ts';
import type { StoredScore, TemplateRevision } from './template.ts';

const everyMs = 30_000;
export const AlertId = v.pipe(v.number(), v.brand('AlertId'));
export type AlertId = v.InferOutput<typeof AlertId>;

const facilityOf = statement(
  'alerts.facilityOf',
  `select f.id as "facilityId", f.alert_email as "alertEmail", f.default_language as language
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({ facilityId: FacilityId, alertEmail: v.nullable(v.string()), language: v.fallback(LanguageCode, 'en') }),
);
const raise = statement(
  'alerts.raise',
  `insert into questionnaire_alerts (assigned_questionnaire_id, patient_id, facility_id, alert_key, tell_address, remind_at)
   values ($assignedQuestionnaireId, $patientId, $facilityId, $alertKey, $tellAddress, now() + make_interval(hours => $remindAfterHours::int)) returning id`,
  v.object({ id: AlertId }),
);

interface Completed {
  readonly patientId: PatientId;
  readonly assignedQuestionnaireId: AssignedQuestionnaireId;
  readonly revision: TemplateRevision;
  readonly answers: readonly Answer[];
  readonly scores: readonly StoredScore[];
}

/**
 * Raises the alerts of a completion and notifies those whom they are for, with one mail for each address that contains only the alerts'
 * numbers. Call it last in the completion's transaction, so that both exist exactly once.
 */
export async function raiseAlerts(tx: Db, actor: AuditActor, completed: Completed): Promise<void> {
  const { patientId, assignedQuestionnaireId, revision, answers, scores } = completed;
  const rules = metRules(revision, answers, scores);
  if (rules.length === 0) return;
  const { facilityId, alertEmail, language } = await tx.one(facilityOf, { patientId });
  const raised: AlertId[] = [];
  const byAddress = new Map<string, AlertId[]>();
  for (const { alertKey, tellAddress, remindAfterHours } of rules) {
    const { id } = await tx.one(raise, {
      assignedQuestionnaireId,
      patientId,
      facilityId,
      alertKey,
      tellAddress,
      remindAfterHours,
    });
    raised.push(id);
    const address = tellAddress ?? alertEmail;
    if (address !== null) byAddress.set(address, [...(byAddress.get(address) ?? []), id]);
  }
  for (const [to, alerts] of byAddress)
    await enqueueMail(tx, { kind: 'alertRaised', facilityId, to, language, values: { alerts } });
  await auditAll(
    tx,
    raised.map((alertId) => ({
      type: 'alert.raised',
      actor,
      patientId,
      detail: { alertId, assignedQuestionnaireId },
    })),
  );
}

/**
 * Marks the alerts that it finds, so that of several processes only one gets each. One without an address waits until there is one, and that of a
 * patient who has died until that turns out to be an error.
 */
const remind = statement(
  'alerts.remind',
  `with due as (
     select a.id from facilities f cross join lateral (
       select id from questionnaire_alerts
       where facility_id = f.id and acknowledged_at is null and reminded_at is null and remind_at <= $at::timestamptz
         and coalesce(tell_address, f.alert_email) is not null
         and not exists (select from patients p where p.id = questionnaire_alerts.patient_id and p.deceased_since is not null)
       order by remind_at limit 500 for update skip locked) a),
   reminded as (
     update questionnaire_alerts a set reminded_at = $at from due where due.id = a.id returning a.id, a.facility_id, a.tell_address)
   select f.id as "facilityId", coalesce(r.tell_address, f.alert_email) as address, f.default_language as language, array_agg(r.id order by r.id) as "alertIds"
   from reminded r join facilities f on f.id = r.facility_id group by f.id, coalesce(r.tell_address, f.alert_email), f.default_language`,
  v.object({
    facilityId: FacilityId,
    address: v.string(),
    language: v.fallback(LanguageCode, 'en'),
    alertIds: v.array(AlertId),
  }),
);

/** Sends one reminder for each alert that nobody has acknowledged in time; gives their number. `at` is the current instant. */
export const remindOfAlerts = (pool: Pick<Pool, 'tx'>, at: Date): Promise<number> =>
  pool.tx(async (tx) => {
    const found = await tx.many(remind, { at });
    for (const { facilityId, address, language, alertIds } of found)
      await enqueueMail(tx, {
        kind: 'alertReminder',
        facilityId,
        to: address,
        language,
        values: { alerts: alertIds },
      });
    return found.reduce((sum, { alertIds }) => sum + alertIds.length, 0);
  });

// Nobody takes these by a clock: only their age says whether somebody should look.
backlog('alert', {
  rows: 'questionnaire_alerts where acknowledged_at is null',
  order: 'facility_id, raised_at',
  since: 'raised_at',
  due: 'null::timestamptz',
});

const waiting = statement(
  'alerts.waiting',
  `select count(*)::int as open, coalesce(floor(extract(epoch from $at::timestamptz - min(raised_at)) / 3600), 0)::int as "oldestHours"
   from questionnaire_alerts where acknowledged_at is null`,
  v.object({ open: v.number(), oldestHours: v.number() }),
);
const hourMs = 3_600_000;

/**
 * Logs how many alerts nobody has acknowledged and the age of the oldest, whenever the number changes and once an hour while there are any.
 * With a log monitor, somebody notices even if nobody reads the mails. It logs only numbers, for all facilities together.
 */
export function openAlertsLog(log: Logger): (db: Db, at: Date) => Promise<void> {
  let said = { open: 0, at: 0 };
  return async (db, at) => {
    const { open, oldestHours } = await db.one(waiting, { at });
    if (open === said.open && (open === 0 || at.getTime() - said.at < hourMs)) return;
    said = { open, at: at.getTime() };
    log[oldestHours >= usualReminderHours ? 'warn' : 'info'](
      { open, oldestHours },
      'alerts that nobody has acknowledged',
    );
  };
}

/** Looks for such alerts every half minute. */
export function startRemindingOfAlerts(services: MailingServices): Worker {
  const part = 'alerts';
  const logOpen = openAlertsLog(services.log.child({ part }));
  return startMailing(
    {
      job: 'alert',
      everyMs,
      part,
      what: 'nobody is reminded of alerts',
      async queueDue(pool, at) {
        const reminded = await remindOfAlerts(pool, at);
        await pool.tx((tx) => logOpen(tx, at));
        return reminded;
      },
    },
    services,
  );
}
