import { auditAll } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import { plainText } from '../html/plainText.ts';
import {
  type Alert,
  acknowledgeAlert,
  answersShown,
  findAlert,
  listAlerts,
  reasonShown,
} from '../questionnaires/alertRecords.ts';
import { alertMessagesOf } from '../questionnaires/metAlerts.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { actor, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { argument, argumentList, flag, option, required } from './parameters.ts';
import { facilityIdOf, oneFacility } from './people.ts';
import { emailOrNone, rowNumber } from './readers.ts';
import { column, linesOf, minute } from './text.ts';

/** The time since an instant, in its largest whole unit. */
function ageShown(from: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(from)) / 60_000));
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${String(hours)} h` : `${String(Math.floor(hours / 24))} days`;
}

const stateShown = ({ acknowledgedAt, acknowledgedBy, raisedAt }: Alert): string =>
  acknowledgedAt === null
    ? `open for ${ageShown(raisedAt, Date.now())}`
    : `acknowledged ${minute(acknowledgedAt)} by ${acknowledgedBy ?? ''}`;

/** Writes into each patient's audit what was done with their alerts. */
const auditOf = (
  tx: Db,
  type: 'alerts.listed' | 'alert.shown' | 'alert.acknowledged',
  alerts: readonly Alert[],
): Promise<void> =>
  auditAll(
    tx,
    alerts
      .toSorted((a, b) => a.patientId - b.patientId)
      .map(({ id, patientId }) => ({ type, actor, patientId, detail: { alertId: id } })),
  );

const listCommand = command({
  name: 'alerts list',
  alsoCalled: 'alerts',
  does: 'Lists answers that somebody has to look at and nobody has acknowledged, the oldest first.',
  more: `A line has number, since when, record number, what was answered. "alerts" by itself does the same. Each patient's audit says that it
was looked at.`,
  page: 'integrate-alerts.md',
  inAllCells: true,
  parameters: {
    all: flag('those that were acknowledged as well, after the open ones'),
    facility: option('NAME|ID', 'of one facility'),
  },
  async inTransaction(tx, { all, facility }) {
    const alerts = await listAlerts(tx, await facilityIdOf(tx, facility), all);
    const told: { readonly alert: Alert; readonly reason: string }[] = [];
    for (const alert of alerts)
      told.push({ alert, reason: reasonShown(await revisionOf(tx, alert.revisionKey), alert) });
    await auditOf(tx, 'alerts.listed', alerts);
    return linesOf(
      told,
      ({ alert, reason }) =>
        `${column(alert.id, 7)}  ${stateShown(alert)}  ${alert.mrn} (${alert.facilityName})  ${reason}`,
      all ? 'There are no alerts.' : 'No alerts are open.',
    );
  },
});

const numbers = argumentList('NUMBER', 'the number of an alert. See: alerts list', rowNumber);

async function knownAlert(tx: Db, id: number): Promise<Alert> {
  const alert = await findAlert(tx, id);
  if (alert === null) throw new CommandFailed(`There is no alert ${String(id)}. See: alerts list --all`);
  return alert;
}

async function shown(db: Db, alert: Alert): Promise<readonly string[]> {
  const revision = await revisionOf(db, alert.revisionKey);
  const rule = revision.alerts?.find(({ alertKey }) => alertKey === alert.alertKey);
  const read = alertMessagesOf({ ...revision, alerts: rule ? [rule] : [] }, alert.answers, alert.scores);
  return [
    `Alert ${String(alert.id)} ("${alert.alertKey}"), ${stateShown(alert)}`,
    `  patient     ${alert.mrn} (${alert.facilityName})  ${alert.lastName}, ${alert.firstName}`,
    `  answered    ${reasonShown(revision, alert)}`,
    `  in          ${revision.title}, sent ${minute(alert.raisedAt)}`,
    `  told        ${alert.tellAddress ?? 'nobody'}${alert.remindedAt === null ? '' : `, again ${minute(alert.remindedAt)}`}`,
    ...read.map((text) => `  has read    ${plainText(text).replaceAll('\n', ' ')}`),
    ...(alert.note === null ? [] : [`  note        ${alert.note}`]),
    '  All answers:',
    ...answersShown(revision, alert).map((line) => `    ${line}`),
  ];
}

const showCommand = command({
  name: 'alerts show',
  does: 'Shows whose answer it is, what was answered, who was told, what the patient has read, and all answers that were sent with it.',
  more: "The patient's audit says that it was looked at.",
  parameters: { numbers },
  async inTransaction(tx, { numbers: ids }) {
    const lines: string[] = [];
    const alerts: Alert[] = [];
    for (const id of ids) {
      const alert = await knownAlert(tx, id);
      alerts.push(alert);
      lines.push(...(await shown(tx, alert)));
    }
    await auditOf(tx, 'alert.shown', alerts);
    return lines;
  },
});

const acknowledgeCommand = command({
  name: 'alerts acknowledge',
  does: 'Says who takes care of it: it is no longer listed, and nobody is reminded of it. What was acknowledged before stays as it is.',
  parameters: {
    numbers,
    by: required('NAME', 'who takes care of it', (text) => text, '--by with a name.'),
    note: option(
      'TEXT',
      'what was done, for who looks later; it is part of what the patient can have given out',
      (text) => text.trim(),
    ),
  },
  run({ numbers: ids, by, note }, io) {
    if (by.length > 200 || (note ?? '').length > 5000)
      throw new NotUnderstood('A name has at most 200 characters, a note at most 5000.');
    return io.transaction(async (tx) => {
      const done: Alert[] = [];
      for (const id of ids) {
        done.push(await knownAlert(tx, id));
        if (!(await acknowledgeAlert(tx, id, by, note === '' ? null : note)))
          throw new CommandFailed(`Alert ${String(id)} was ${stateShown(await knownAlert(tx, id))}.`);
      }
      await auditOf(tx, 'alert.acknowledged', done);
      return done.map(({ id, mrn }) => `Alert ${String(id)} of ${mrn} is acknowledged.`);
    });
  },
});

const setAddress = statement(
  'admin.setAlertEmail',
  'update facilities set alert_email = $alertEmail where id = $facilityId',
);

const needs = 'one facility and --address.';
export const facilityAlerts = command({
  name: 'facility alerts',
  does: 'Says who is told by email of answers that somebody has to look at, where the rule names nobody.',
  more: 'The mails say neither who nor what; see: alerts list. In the folder of "facility import", settings.alertEmail says the same.',
  page: 'integrate-alerts.md',
  parameters: { facility: argument('NAME|ID', needs), address: required('ADDRESS|none', '', emailOrNone, needs) },
  async inTransaction(tx, { facility: where, address }) {
    const { id: facilityId, name } = await oneFacility(tx, where);
    const alertEmail = address === 'none' ? null : address;
    await tx.run(setAddress, { facilityId, alertEmail });
    await auditOperator(tx, 'facility.updated', { facilityId }, { alerts: alertEmail !== null });
    return alertEmail === null ? `${name}: nobody is told of alerts.` : `${name}: alerts are told to ${alertEmail}.`;
  },
});

export const alertCommands = [showCommand, acknowledgeCommand, listCommand];
