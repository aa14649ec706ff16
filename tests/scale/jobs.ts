import { pino } from 'pino';
import { remindOfEnds } from '../../server/contacts/endReminders.ts';
import type { Db } from '../../server/db/pool.ts';
import { purges } from '../../server/db/purge.ts';
import { settleMailed, claimTransmission } from '../../server/healthSummary/queue.ts';
import { claimMessages, putOffBehindFailed } from '../../server/hl7/queue.ts';
import { claimNext, noteArrived, noteBounced } from '../../server/mail/queue.ts';
import { claimNotice, pushes } from '../../server/notices/push/queue.ts';
import { tellDue } from '../../server/notices/send.ts';
import { followMerge } from '../../server/patientMerges/followUp.ts';
import { claimOutbound, putOffBehindOthers } from '../../server/outbound/queue.ts';
import { tellOfFailed } from '../../server/outbound/telling.ts';
import { openAlertsLog, remindOfAlerts } from '../../server/questionnaires/alerts.ts';
import { keepNextSeries, noteChangedVisits } from '../../server/questionnaires/series/keep.ts';
import { claimDelivery } from '../../server/secureMessages/delivery/queue.ts';
import { lookAtHeldFile } from '../../server/secureMessages/files/heldFiles.ts';
import { tellOfLateRequests } from '../../server/secureMessages/lateRequests.ts';
import { tellOfUnopened } from '../../server/secureMessages/unopened.ts';
import type { Work } from './measure.ts';

const portalUrl = 'https://portal.example.org';
const inside = (db: Db) => ({ db, tx: <T>(work: (tx: Db) => Promise<T>) => work(db) });

/** What the server does by itself, once each. What is measured beside it, such as a call, is a line more. */
export const jobs: Readonly<Record<string, Work>> = {
  notices: (db) => tellDue(db, new Date(), 50, portalUrl),
  'changed visits': (db) => noteChangedVisits(db, new Date()),
  series: (db) => keepNextSeries(db, new Date()),
  async mails(db) {
    const recipient = (await claimNext(db, 'Email'))?.recipient ?? '';
    await noteArrived(db, recipient);
    await noteBounced(db, recipient);
  },
  async pushes(db) {
    await pushes.expire(db);
    await db.maybe(claimNotice);
  },
  deliveries: (db) => db.maybe(claimDelivery),
  async 'HL7 messages'(db) {
    await putOffBehindFailed(db, null);
    await claimMessages(db);
  },
  outbound: (db) => db.maybe(claimOutbound),
  'outbound behind others': (db) => putOffBehindOthers(db),
  'failed outbound': (db) => tellOfFailed(inside(db), new Date()),
  async summaries(db) {
    await settleMailed(db);
    await db.maybe(claimTransmission);
  },
  'held files': (db) => lookAtHeldFile(inside(db), () => Promise.resolve('unknown')),
  'unopened messages': (db) => tellOfUnopened(inside(db), new Date()),
  'late requests': (db) => tellOfLateRequests(inside(db), new Date()),
  'ends of access': (db) => remindOfEnds(inside(db), new Date(), portalUrl),
  'joined records': (db) => followMerge(inside(db), pino({ level: 'silent' })),
  async alerts(db) {
    await remindOfAlerts(inside(db), new Date());
    await openAlertsLog(pino({ level: 'silent' }))(db, new Date());
  },
  async purge(db) {
    for (const each of purges) await db.run(each);
  },
};
