import { parseArgs } from 'node:util';
import { isEmailAddress } from '@portal/api';
import { audit, auditAll } from '../audit/audit.ts';
import { type Db, statement } from '../db/pool.ts';
import {
  type Alert,
  acknowledgeAlert,
  answersShown,
  findAlert,
  listAlerts,
  reasonShown,
} from '../questionnaires/alertRecords.ts';
import { revisionOf } from '../questionnaires/revisions.ts';
import { plainText } from '../html/plainText.ts';
import { alertMessagesOf } from '../questionnaires/alertRules.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';

/** How long ago, in its largest whole unit. */
export function ageShown(from: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(from)) / 60_000));
  if (minutes < 60) return `${String(minutes)} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${String(hours)} h` : `${String(Math.floor(hours / 24))} days`;
}

const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;
const stateShown = ({ acknowledgedAt, acknowledgedBy, raisedAt }: Alert, now: number): string =>
  acknowledgedAt === null
    ? `open for ${ageShown(raisedAt, now)}`
    : `acknowledged ${minuteOf(acknowledgedAt)} by ${acknowledgedBy ?? ''}`;

/** Writes into the audit of each patient what was done with their alerts. */
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

async function reasonOf(db: Db, alert: Alert): Promise<string> {
  return reasonShown(await revisionOf(db, alert.revisionKey), alert);
}

const listCommand: Command = {
  words: ['alerts'],
  help: `alerts [list] [--all] [--facility NAME|ID]

Lists answers that somebody has to look at and nobody has acknowledged, the oldest first: number, since when, record number, what was
answered. Each patient's audit says that it was looked at.

  --all   those that were acknowledged as well, after the open ones`,
  async run(args, io) {
    const { values } = parseArgs({
      args: args[0] === 'list' ? args.slice(1) : [...args],
      options: { all: { type: 'boolean' }, facility: { type: 'string' } },
    });
    const found = await io.database((pool) =>
      pool.tx(async (tx) => {
        const facility = values.facility === undefined ? null : await oneFacility(tx, values.facility);
        const alerts = await listAlerts(tx, facility?.id ?? null, values.all === true);
        const told: { readonly alert: Alert; readonly reason: string }[] = [];
        for (const alert of alerts) told.push({ alert, reason: await reasonOf(tx, alert) });
        await auditOf(tx, 'alerts.listed', alerts);
        return told;
      }),
    );
    const now = Date.now();
    for (const { alert, reason } of found)
      io.out(
        `${String(alert.id).padStart(7)}  ${stateShown(alert, now)}  ${alert.mrn} (${alert.facilityName})  ${reason}`,
      );
    if (found.length === 0) io.out(values.all === true ? 'There are no alerts.' : 'No alerts are open.');
    return 0;
  },
};

/** The numbers of alerts among arguments. */
function numbersOf(positionals: readonly string[], words: string): number[] {
  if (positionals.length === 0 || positionals.some((one) => !/^[1-9]\d{0,14}$/.test(one)))
    throw new CommandFailed(`${words} needs the number of an alert. See: alerts list`, true);
  return [...new Set(positionals.map(Number))];
}

async function knownAlert(tx: Db, id: number): Promise<Alert> {
  const alert = await findAlert(tx, id);
  if (alert === null) throw new CommandFailed(`There is no alert ${String(id)}. See: alerts list --all`);
  return alert;
}

async function show(db: Db, io: Io, alert: Alert): Promise<void> {
  const revision = await revisionOf(db, alert.revisionKey);
  const rule = revision.alerts?.find(({ alertKey }) => alertKey === alert.alertKey);
  const read = alertMessagesOf({ ...revision, alerts: rule ? [rule] : [] }, alert.answers, alert.scores);
  io.out(`Alert ${String(alert.id)} ("${alert.alertKey}"), ${stateShown(alert, Date.now())}`);
  io.out(`  patient     ${alert.mrn} (${alert.facilityName})  ${alert.lastName}, ${alert.firstName}`);
  io.out(`  answered    ${reasonShown(revision, alert)}`);
  io.out(`  in          ${revision.title}, sent ${minuteOf(alert.raisedAt)}`);
  io.out(
    `  told        ${alert.tellAddress ?? 'nobody'}${alert.remindedAt === null ? '' : `, again ${minuteOf(alert.remindedAt)}`}`,
  );
  for (const text of read) io.out(`  has read    ${plainText(text).replaceAll('\n', ' ')}`);
  if (alert.note !== null) io.out(`  note        ${alert.note}`);
  io.out('  All answers:');
  for (const line of answersShown(revision, alert)) io.out(`    ${line}`);
}

const showCommand: Command = {
  words: ['alerts', 'show'],
  help: `alerts show NUMBER…

Shows whose answer it is, what was answered, who was told, what the patient has read, and all answers that were sent with it. The
patient's audit says that it was looked at.`,
  async run(args, io) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const numbers = numbersOf(positionals, 'alerts show');
    await io.database(async (pool) => {
      const alerts = await pool.tx(async (tx) => {
        const found: Alert[] = [];
        for (const id of numbers) found.push(await knownAlert(tx, id));
        await auditOf(tx, 'alert.shown', found);
        return found;
      });
      for (const alert of alerts) await show(pool.db, io, alert);
    });
    return 0;
  },
};

const acknowledgeCommand: Command = {
  words: ['alerts', 'acknowledge'],
  help: `alerts acknowledge NUMBER… --by NAME [--note TEXT]

Says who takes care of it: it is no longer listed, and nobody is reminded of it. What was acknowledged before stays as it is.

  --by     who takes care of it
  --note   what was done, for who looks later; it is part of what the patient can have given out`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by: text, note: text } });
    const numbers = numbersOf(positionals, 'alerts acknowledge');
    const by = (values.by ?? '').trim();
    if (by === '') throw new CommandFailed('alerts acknowledge needs --by with a name.', true);
    const note = (values.note ?? '').trim();
    if (by.length > 200 || note.length > 5000)
      throw new CommandFailed('A name has at most 200 characters, a note at most 5000.', true);
    const before = await io.database((pool) =>
      pool.tx(async (tx) => {
        const done: Alert[] = [];
        for (const id of numbers) {
          const alert = await knownAlert(tx, id);
          if (!(await acknowledgeAlert(tx, id, by, note === '' ? null : note))) {
            const standing = await knownAlert(tx, id);
            throw new CommandFailed(`Alert ${String(id)} was ${stateShown(standing, Date.now())}.`);
          }
          done.push(alert);
        }
        await auditOf(tx, 'alert.acknowledged', done);
        return done;
      }),
    );
    for (const { id, mrn } of before) io.out(`Alert ${String(id)} of ${mrn} is acknowledged.`);
    return 0;
  },
};

const setAddress = statement(
  'admin.setAlertEmail',
  'update facilities set alert_email = $alertEmail where id = $facilityId',
);

const facilityAlerts: Command = {
  words: ['facility', 'alerts'],
  help: `facility alerts NAME|ID --address ADDRESS|none

Says who is told by email of answers that somebody has to look at, where the rule names nobody. The mails say neither who nor what; see:
alerts list.`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { address: { type: 'string' } },
    });
    const [named, ...more] = positionals;
    const address = values.address?.trim();
    if (named === undefined || more.length > 0 || address === undefined)
      throw new CommandFailed('facility alerts needs one facility and --address.', true);
    if (address !== 'none' && !isEmailAddress(address))
      throw new CommandFailed(`--address is not an email address: "${address}".`, true);
    const name = await io.database((pool) =>
      pool.tx(async (tx) => {
        const facility = await oneFacility(tx, named);
        await tx.run(setAddress, { facilityId: facility.id, alertEmail: address === 'none' ? null : address });
        await audit(tx, {
          type: 'facility.updated',
          actor,
          patientId: null,
          facilityId: facility.id,
          detail: { alerts: address !== 'none' },
        });
        return facility.name;
      }),
    );
    io.out(address === 'none' ? `${name}: nobody is told of alerts.` : `${name}: alerts are told to ${address}.`);
    return 0;
  },
};

/** The list comes last: its one word begins the others' too. */
export const alertCommands: readonly Command[] = [showCommand, acknowledgeCommand, facilityAlerts, listCommand];
