import {
  LanguageCode,
  type MessageRequest,
  type PatientId,
  RequestOutcome,
  type SecureMessageId,
  type SecureThreadId,
} from '@portal/api';
import * as v from 'valibot';
import { instantOf } from '../db/instantOf.ts';
import { type Db, statement } from '../db/pool.ts';
import { workingDaysOf } from './sql.ts';

/** SQL: how far the request `r` has come, as `RequestProgress`; null where the thread is none. */
export const progressOf = `case when r.thread_id is not null then json_build_object('kind', r.kind, 'about', r.about,
       'askedBy', nullif(concat_ws(' ', request.proxy_first_name, request.proxy_last_name), ''), 'sentAt', ${instantOf('request.sent_at')},
       'receivedAt', ${instantOf(`case when delivery.mail_id is null then delivery.ended_at when carrier.state = 'sent' then carrier.ended_at end`)},
       'openedAt', ${instantOf('request.read_at')}, 'answeredAt', ${instantOf('r.answered_at')}, 'promisedBy', ${instantOf('r.promised_by')},
       'officeToldAt', ${instantOf('r.office_told_at')},
       'outcome', case when r.outcome is not null then json_build_object('kind', r.outcome, 'at', ${instantOf('r.outcome_at')}, 'reason', left(decision.content, 400)) end) end` as const;
/** SQL: the tables that `progressOf` reads, beside the thread `t`. A mail counts as received once a mail server has taken it. */
export const progressJoins = `left join secure_requests r on r.thread_id = t.id
       left join secure_messages request on request.id = r.message_id
       left join message_deliveries delivery on delivery.message_id = r.message_id and delivery.state = 'delivered'
       left join mails carrier on carrier.id = delivery.mail_id
       left join secure_messages decision on decision.id = r.outcome_message_id` as const;

const add = statement(
  'requests.add',
  `insert into secure_requests (thread_id, patient_id, message_id, kind, about, promised_by)
   select $threadId, p.id, $messageId, offer ->> 'kind', $about, after_working_days(now(), (offer ->> 'withinDays')::int, ${workingDaysOf}, f.time_zone)
   from patients p join facilities f on f.id = p.home_facility_id cross join jsonb_array_elements(coalesce(f.message_settings -> 'requests', '[]')) offer
   where p.id = $patientId and offer ->> 'kind' = $kind returning kind`,
);
const decide = statement(
  'requests.decide',
  'update secure_requests set outcome = $outcome, outcome_at = now(), outcome_message_id = $messageId where thread_id = $threadId returning kind',
);
const find = statement(
  'requests.find',
  `select coalesce(m.language, f.default_language) as language from secure_requests r join secure_messages m on m.id = r.message_id
     join secure_threads t on t.id = r.thread_id join facilities f on f.id = t.facility_id where r.thread_id = $threadId`,
  v.object({ language: v.fallback(LanguageCode, 'en') }),
);

/** Makes a request of a thread's first message; false: the facility does not take such requests. */
export const addRequest = (
  tx: Db,
  of: { readonly threadId: SecureThreadId; readonly messageId: SecureMessageId; readonly patientId: PatientId },
  { kind, about }: MessageRequest,
): Promise<boolean> => tx.has(add, { ...of, kind, about });

/** Stores what the facility says became of a request, in the words of one of its answers; false: the thread is no request. */
export const decideRequest = (
  tx: Db,
  of: { readonly threadId: SecureThreadId; readonly messageId: SecureMessageId },
  outcome: RequestOutcome,
): Promise<boolean> => tx.has(decide, { ...of, outcome });

/** The language in which a request was written; null where the thread is no request. */
export const languageOfRequest = async (db: Db, threadId: SecureThreadId): Promise<LanguageCode | null> =>
  (await db.maybe(find, { threadId }))?.language ?? null;

/** What a reply by mail says of a request in its first line: `[done]`, or `[declined]` with the reason below; null: nothing. */
export function outcomeInText(text: string): { readonly outcome: RequestOutcome; readonly rest: string } | null {
  const [whole = '', word = ''] = /^\s*\[\s*(done|declined)\s*\][ \t.:,–-]*/i.exec(text) ?? [];
  const parsed = v.safeParse(RequestOutcome, word.toLowerCase());
  if (!parsed.success) return null;
  const rest = text.slice(whole.length).trim();
  // Who declines says why; without a reason it is an answer like any other.
  return parsed.output === 'declined' && rest === '' ? null : { outcome: parsed.output, rest };
}
