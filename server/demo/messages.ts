import { SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { type DemoContext, type DemoPatient, mainPatient } from './context.ts';
import { dataBytes, dataList, flag, RelativeDay } from './data.ts';

const addThread = statement(
  'seed.messages.thread',
  `with made as (
     insert into secure_threads (patient_id, facility_id, care_provider_id, provider_first_name, provider_last_name, subject, external_system_id, reply_allowed)
     select $patientId, $facilityId, c.id, $firstName, $lastName, $subject, t.external_system_id, not $isClosed::boolean
     from (select) as always left join care_providers c on c.facility_id = $facilityId and c.first_name = $firstName and c.last_name = $lastName
       left join care_team_members t on t.patient_id = $patientId and t.care_provider_id = c.id
     returning id),
   sides as (
     insert into secure_thread_members (thread_id, is_patient, archived_at)
     select made.id, side.is_patient, case when side.is_patient and $isArchived::boolean then now() end from made, (values (true), (false)) as side (is_patient))
   select made.id as "threadId" from made`,
  v.object({ threadId: SecureThreadId }),
);
/** Never in the future, even if the demo is made before the morning's message. One reported to the office is opened after that. */
const addMessage = statement(
  'seed.messages.message',
  `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, proxy_first_name, proxy_last_name, content,
     language, sent_at, read_at, office_told_at, office_told_after_days, send_key, source)
   select $threadId, p.id, $isFromPatient::boolean, case when $isFromPatient then coalesce(proxy.id, p.user_id) end, coalesce($authorFirstName, p.first_name), coalesce($authorLastName, p.last_name),
     proxy.proxy_first_name, proxy.proxy_last_name, $content, 'en', moment.sent_at, case when not $isUnread::boolean then least(coalesce(moment.told_at + interval '8 hours', moment.sent_at + interval '20 hours'), now()) end,
     moment.told_at, $officeToldAfterDays, $sendKey, case when $isFromPatient then 'portal' else 'demo' end
   from patients p left join lateral (
       select u.id, u.first_name as proxy_first_name, u.last_name as proxy_last_name from users u where u.username = $proxyUsername) proxy on true,
     lateral (select least(($day::date + $time::time) at time zone $timeZone, now() - interval '20 minutes') as sent_at,
       ($officeToldDay::date + time '08:30') at time zone $timeZone as told_at) moment
   where p.id = $patientId returning id as "messageId"`,
  v.object({ messageId: v.number() }),
);
const addFile = statement(
  'seed.messages.file',
  `insert into message_attachments (patient_id, message_id, position, upload_key, file_name, file_type, byte_count, page_count, content, thumbnail, state)
   values ($patientId, $messageId, $position, $uploadKey, $fileName, $fileType, $byteCount, $pageCount, $content, $thumbnail, 'ready')`,
);
const review = statement(
  'seed.messages.reviewed',
  `update secure_thread_members m set reviewed_at = (
     select max(s.read_at) from secure_messages s where s.thread_id = m.thread_id and s.is_from_patient <> m.is_patient) where m.thread_id = $threadId`,
);

const Person = v.strictObject({ firstName: v.string(), lastName: v.string() });
const DemoFile = v.strictObject({
  name: v.string(),
  pages: v.optional(v.number()),
  /** For a picture: the file of its thumbnail, like the one that the server makes for uploads. */
  thumbnail: v.optional(v.string()),
});
const DemoMessage = v.strictObject({
  day: RelativeDay,
  /** Local time at the facility. */
  time: v.string(),
  /** Left out: the patient, or their representative, wrote it. */
  from: v.optional(Person),
  /** The representative's username. */
  onBehalfBy: v.optional(v.string()),
  content: v.string(),
  files: v.optional(v.array(DemoFile), []),
  /** The other side has not opened it. */
  isUnread: flag,
  /** The office was notified, because nobody had opened it after so many working days. */
  officeTold: v.optional(v.strictObject({ day: RelativeDay, afterDays: v.number() })),
});
const DemoThread = v.strictObject({
  subject: v.string(),
  /** The other person. Somebody who is not in the care team has no provider row. */
  provider: Person,
  isArchived: flag,
  isClosed: flag,
  messages: v.array(DemoMessage),
});

interface Place extends DemoPatient {
  readonly threadId: SecureThreadId;
  readonly sendKey: string;
}

async function seedMessage(
  tx: Db,
  { patientId, facility: { timeZone, today }, threadId, sendKey }: Place,
  { from, content, day, time, onBehalfBy, officeTold, isUnread, files }: v.InferOutput<typeof DemoMessage>,
): Promise<void> {
  const officeToldDay = officeTold?.day(today) ?? null;
  const { messageId } = await tx.one(addMessage, {
    threadId,
    patientId,
    isFromPatient: from === undefined,
    authorFirstName: from?.firstName ?? null,
    authorLastName: from?.lastName ?? null,
    content,
    day: day(today),
    time,
    timeZone,
    isUnread,
    officeToldDay,
    officeToldAfterDays: officeTold?.afterDays ?? null,
    sendKey,
    proxyUsername: onBehalfBy ?? null,
  });
  for (const [position, { name, pages, thumbnail }] of files.entries()) {
    const fileContent = await dataBytes(`messages/${name}`);
    await tx.run(addFile, {
      patientId,
      messageId,
      position,
      uploadKey: `${sendKey}-${String(position)}`,
      fileName: name,
      fileType: name.endsWith('.pdf') ? 'pdf' : 'png',
      byteCount: fileContent.byteLength,
      pageCount: pages ?? null,
      content: fileContent,
      thumbnail: thumbnail === undefined ? null : await dataBytes(`messages/${thumbnail}`),
    });
  }
}

/** Adds messages: unread, with files, by the representative, one reported to the office, and archived and closed threads. */
export async function seedMessages(tx: Db, { patient }: DemoContext): Promise<void> {
  const main = patient(mainPatient);
  const { patientId, facility } = main;
  for (const [place, { provider, messages, ...thread }] of (
    await dataList('messages/threads.json', DemoThread)
  ).entries()) {
    const { threadId } = await tx.one(addThread, {
      ...thread,
      ...provider,
      patientId,
      facilityId: facility.facilityId,
    });
    for (const [index, message] of messages.entries())
      await seedMessage(tx, { ...main, threadId, sendKey: `demo-${String(place)}-${String(index)}` }, message);
    await tx.run(review, { threadId });
  }
}
