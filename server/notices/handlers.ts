import { FacilityId, NoticeChannel, PatientId, type ReminderKind, type StopLink, reminderKinds } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import type { Handlers } from '../http/handler.ts';
import { hashOf } from '../http/secrets.ts';
import type { MailServices } from '../mail/mailer.ts';
import type { PushServices } from './push/sender.ts';
import { type Db, statement } from '../db/pool.ts';
import { portalOrigin } from '../mail/links.ts';
import { enqueueNotices } from '../mail/queue.ts';
import { composeTest } from './compose.ts';
import { enqueuePush } from './push/queue.ts';
import { columnOf, readPatients } from './situations.ts';

const Known = v.object({
  patientId: PatientId,
  facilityId: FacilityId,
  channel: NoticeChannel,
  kinds: v.array(v.picklist(reminderKinds)),
  used: v.array(v.string()),
  settings: v.nullable(v.record(v.string(), v.unknown())),
});
type Known = v.InferOutput<typeof Known>;
const find = statement(
  'stops.find',
  `select n.patient_id as "patientId", p.home_facility_id as "facilityId", n.channel, n.kinds, n.used, to_jsonb(s) as settings
   from notice_stops n join patients p on p.id = n.patient_id left join patient_reminder_settings s on s.patient_id = p.id where n.token_hash = $tokenHash`,
  Known,
);
const use = statement(
  'stops.use',
  'update notice_stops set used = used || $kinds::text[] where token_hash = $tokenHash',
);
/** Switches off the settings whose columns are named; the others stay unchanged. */
const stop = statement(
  'stops.stop',
  `update patient_reminder_settings set is_default = false,
     appointment_email = appointment_email and 'appointment_email' <> all($columns::text[]), appointment_sms = appointment_sms and 'appointment_sms' <> all($columns::text[]),
     follow_up_email = follow_up_email and 'follow_up_email' <> all($columns::text[]), follow_up_sms = follow_up_sms and 'follow_up_sms' <> all($columns::text[]),
     secure_message_email = secure_message_email and 'secure_message_email' <> all($columns::text[]), secure_message_sms = secure_message_sms and 'secure_message_sms' <> all($columns::text[]),
     questionnaire_email = questionnaire_email and 'questionnaire_email' <> all($columns::text[]), questionnaire_sms = questionnaire_sms and 'questionnaire_sms' <> all($columns::text[]),
     record_email = record_email and 'record_email' <> all($columns::text[]), record_sms = record_sms and 'record_sms' <> all($columns::text[])
   where patient_id = $patientId`,
);

const isOn = ({ settings, channel }: Known, kind: ReminderKind): boolean =>
  settings?.[columnOf(kind, channel)] === true;
const linkOf = (known: Known): StopLink => ({
  channel: known.channel,
  kinds: known.kinds.map((kind) => ({ kind, isOn: isOn(known, kind), isUsed: known.used.includes(kind) })),
});

/** Stops one kind of the notices that a link is about, or all of them; null for an unknown link. What is already stopped stays stopped. */
async function stopBy(tx: Db, token: string, only: ReminderKind | undefined): Promise<StopLink | null> {
  const tokenHash = hashOf(token);
  const known = await tx.maybe(find, { tokenHash });
  if (known === null) return null;
  const kinds = known.kinds.filter(
    (kind) => (only === undefined || kind === only) && isOn(known, kind) && !known.used.includes(kind),
  );
  if (kinds.length > 0) {
    const { patientId, facilityId, channel } = known;
    await tx.run(use, { tokenHash, kinds });
    await tx.run(stop, { patientId, columns: kinds.map((kind) => columnOf(kind, channel)) });
    // Anybody may have the message and its link, so the row names nobody.
    await audit(tx, {
      type: 'notices.stopped',
      actor: null,
      patientId,
      facilityId,
      detail: { channel, kinds: kinds.join(' ') },
    });
  }
  return linkOf({
    ...known,
    used: [...known.used, ...kinds],
    settings: { ...known.settings, ...Object.fromEntries(kinds.map((kind) => [columnOf(kind, known.channel), false])) },
  });
}

/** Testing notices, and stopping them without signing in. `notices.ts` decides when notices are sent. */
export const noticeHandlers = (
  services: MailServices & PushServices,
): Pick<Handlers, 'sendTestNotice' | 'readStopLink' | 'stopNotices' | 'unsubscribe'> => ({
  async sendTestNotice({ tx, params, origins }) {
    const now = new Date();
    const sent = await tx(async (within) => {
      const [patient] = await readPatients(within, [params.patientId], now);
      if (patient === undefined) return [];
      const origin = await portalOrigin(within, patient.facilityId, origins.portal, services.portalUrl);
      const tests = patient.channels.flatMap((channel) => {
        const recipient = patient.addresses[channel];
        return recipient === null || channel === 'Push'
          ? []
          : [composeTest(patient, { channel, recipient }, origin, now)];
      });
      await enqueueNotices(within, tests);
      const devices = services.push === null ? 0 : await enqueuePush(within, patient.patientId, ['test']);
      return [...tests.map(({ channel }) => channel), ...(devices > 0 ? (['Push'] as const) : [])];
    });
    services.mailer.wake();
    services.push?.wake();
    return { channels: sent };
  },

  async readStopLink({ body, db, refuse }) {
    const known = await db.maybe(find, { tokenHash: hashOf(body.token) });
    if (known === null) throw refuse('link_expired');
    return linkOf(known);
  },

  async stopNotices({ body, tx, refuse }) {
    const done = await tx((within) => stopBy(within, body.token, body.kind));
    if (done === null) throw refuse('link_expired');
    return done;
  },

  async unsubscribe({ query, tx, refuse }) {
    const done = await tx((within) => stopBy(within, query.token, undefined));
    // A mail program that gets no error tells its user that no more notices will come.
    if (done === null || done.kinds.some(({ isOn: goesOn }) => goesOn)) throw refuse('link_expired');
    return null;
  },
});
