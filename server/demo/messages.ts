import { type FacilityId, type PatientId, SecureThreadId } from '@portal/api';
import * as v from 'valibot';
import { svgPng } from '../facilities/icons.ts';
import { publishMessages } from '../facilities/messagesFile.ts';
import { keptPicture } from '../files/picture.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import { dayAfter, today } from './days.ts';
import { demoFacilities } from './facilities.ts';
import { type DemoFile, type DemoMessage, demoThreads, exerciseDrawing } from './messageTexts.ts';

const addThread = statement(
  'seed.messages.thread',
  `with made as (
     insert into secure_threads (patient_id, facility_id, care_provider_id, provider_first_name, provider_last_name, subject, external_system_id, reply_allowed)
     select $patientId, $facilityId, c.id, $firstName, $lastName, $subject, t.external_system_id, $replyAllowed
     from (select) as always left join care_providers c on c.facility_id = $facilityId and c.first_name = $firstName and c.last_name = $lastName
       left join care_team_members t on t.patient_id = $patientId and t.care_provider_id = c.id
     returning id),
   sides as (
     insert into secure_thread_members (thread_id, is_patient, archived_at)
     select made.id, side.is_patient, case when side.is_patient and $isArchived::boolean then now() end from made, (values (true), (false)) as side (is_patient))
   select made.id as "threadId" from made`,
  v.object({ threadId: SecureThreadId }),
);
/** Never in the future: a demo may be made before the morning's message. What the office was told of is opened after that. */
const addMessage = statement(
  'seed.messages.message',
  `insert into secure_messages (thread_id, patient_id, is_from_patient, author_user_id, author_first_name, author_last_name, proxy_first_name, proxy_last_name, content,
     language, sent_at, read_at, office_told_at, office_told_after_days, send_key, source)
   select $threadId, p.id, $isFromPatient::boolean, case when $isFromPatient then coalesce(proxy.id, p.user_id) end, coalesce($authorFirstName, p.first_name), coalesce($authorLastName, p.last_name),
     proxy.proxy_first_name, proxy.proxy_last_name, $content, 'en', moment.sent_at, case when $isRead::boolean then least(coalesce(moment.told_at + interval '8 hours', moment.sent_at + interval '20 hours'), now()) end,
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
const reviewed = statement(
  'seed.messages.reviewed',
  `update secure_thread_members m set reviewed_at = (
     select max(s.read_at) from secure_messages s where s.thread_id = m.thread_id and s.is_from_patient <> m.is_patient) where m.thread_id = $threadId`,
);

/** The drawing of the demo, and it in small where there is the library for that. */
interface Picture {
  readonly content: Buffer;
  readonly thumbnail: Buffer | null;
}

async function drawPicture(): Promise<Picture> {
  const content = Buffer.from(await svgPng(exerciseDrawing, 480));
  const kept = await keptPicture(content).catch(() => null);
  return { content, thumbnail: kept === null || typeof kept === 'string' ? null : kept.thumbnail };
}

interface Place {
  readonly patientId: PatientId;
  readonly threadId: SecureThreadId;
  readonly timeZone: string;
}

async function seedMessage(
  tx: Db,
  { patientId, threadId, timeZone }: Place,
  message: DemoMessage,
  sendKey: string,
  picture: Picture,
): Promise<void> {
  const { day } = await tx.one(today, { timeZone });
  const { from = null, content, time, officeTold = null } = message;
  const { messageId } = await tx.one(addMessage, {
    threadId,
    patientId,
    isFromPatient: from === null,
    authorFirstName: from?.firstName ?? null,
    authorLastName: from?.lastName ?? null,
    content,
    day: dayAfter(day, -message.daysAgo),
    time,
    timeZone,
    isRead: message.isUnread !== true,
    officeToldDay: officeTold === null ? null : dayAfter(day, -officeTold.daysAgo),
    officeToldAfterDays: officeTold?.afterDays ?? null,
    sendKey,
    proxyUsername: message.onBehalf === true ? 'representative' : null,
  });
  const files: readonly DemoFile[] = message.files ?? [];
  for (const [position, file] of files.entries()) {
    const content = file.content ?? picture.content;
    const byteCount = content.byteLength;
    await tx.run(addFile, {
      patientId,
      messageId,
      position,
      uploadKey: `${sendKey}-${String(position)}`,
      fileName: file.fileName,
      fileType: file.fileType,
      byteCount,
      pageCount: file.pages,
      content,
      thumbnail: file.content === null ? picture.thumbnail : null,
    });
  }
}

async function seedThreads(tx: Db, patientId: PatientId, facilityId: FacilityId, timeZone: string): Promise<void> {
  const picture = await drawPicture();
  for (const [place, { subject, provider, isArchived, isClosed, messages }] of demoThreads.entries()) {
    const { firstName, lastName } = provider;
    const { threadId } = await tx.one(addThread, {
      patientId,
      facilityId,
      firstName,
      lastName,
      subject,
      replyAllowed: isClosed !== true,
      isArchived: isArchived === true,
    });
    for (const [index, message] of messages.entries())
      await seedMessage(
        tx,
        { patientId, threadId, timeZone },
        message,
        `demo-${String(place)}-${String(index)}`,
        picture,
      );
    await tx.run(reviewed, { threadId });
  }
}

/** Messages of `patient`: unread, with files, of the representative, one of which the office was told, archived and closed ones. */
export async function seedMessages(tx: Db, { facilities, patients }: SeedContext): Promise<void> {
  const { facilityId, timeZone } = facilities.northlight;
  await publishMessages(tx, facilityId, {
    emergencyPhone: '911',
    urgentName: 'Willow Wing',
    urgentPhone: demoFacilities.northlight.phone,
    workingDays: [1, 2, 3, 4, 5],
    supervisorEmail: 'office@northlight.example',
    unopenedAfterDays: 2,
    providers: [
      {
        firstName: 'Ottoline',
        lastName: 'Fernbrook',
        alsoReadBy: 'the nurses of Willow Wing',
        answersWithinDays: 1,
      },
      { firstName: 'Philippa', lastName: 'Nettlewood', answersWithinDays: 0 },
    ],
  });
  for (const { patientId, username } of patients)
    if (username === 'patient') await seedThreads(tx, patientId, facilityId, timeZone);
}
