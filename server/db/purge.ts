import type { Logger } from 'pino';
import { type Worker, startWorker } from '../process/worker.ts';
import { type Db, statement } from './pool.ts';
import type { Statement } from './statement.ts';

const everyMs = 10 * 60_000;
/** How many rows one statement takes, so that each ends well within the time limit of statements, however much has come together. */
const atOnce = 1000;

/**
 * SQL: changes the oldest rows that are `over`. In the order of `moment` an index finds them, whatever the statistics say. The condition stands twice,
 * because a row may have changed since it was found; the second time as a case, so that no index finds all that is over once more.
 */
const oldest = (change: string, table: string, moment: string, over: string): string =>
  `${change} where ctid = any(array(select ctid from ${table} where ${over} order by ${moment} limit ${atOnce})) and case when ${over} then true end`;
/** Deletes the rows of a table whose `moment`, a column or an expression, is so long ago and for which `and` holds. */
const expired = (name: string, table: string, moment: string, age: string, and = 'true') =>
  statement(
    `purge.${name}`,
    oldest(`delete from ${table}`, table, moment, `${moment} < now() - interval '${age}' and ${and}`),
  );

/** Empties the rows of what arrived and has been worked on for a month. */
const emptied = (name: string, table: string) =>
  statement(
    `purge.${name}`,
    oldest(
      `update ${table} set content = null`,
      table,
      'ended_at',
      "content is not null and state <> 'failed' and ended_at < now() - interval '30 days'",
    ),
  );

/** Deletes what nothing needs any more. Sessions stay for 30 days, for whoever reads the audit. */
export const purges: readonly Statement<unknown>[] = [
  expired('access', 'access_tokens', 'expires_at', '1 hour'),
  // By their own age: whichever sessions have ended, no look at all of them is needed. None lives longer than twelve hours.
  expired(
    'refresh',
    'refresh_tokens',
    'created_at',
    '13 hours',
    'not exists (select from sessions s where s.id = refresh_tokens.session_id and s.ended_at is null and s.expires_at > now())',
  ),
  expired('parked', 'parked_sessions', 'expires_at', '1 hour'),
  expired('handovers', 'handovers', 'created_at', '1 day'),
  expired('failures', 'login_failures', 'coalesce(locked_until, first_at)', '1 hour'),
  expired('limits', 'limits', 'window_ends_at', '1 hour'),
  expired('tickets', 'download_tickets', 'expires_at', '1 hour'),
  expired('ssoTickets', 'sso_tickets', 'created_at', '1 day'),
  expired('tabletCodes', 'tablet_codes', 'expires_at', '1 hour'),
  expired('signatures', 'sso_signatures', 'seen_at', '1 hour'),
  expired('links', 'emailed_links', 'expires_at', '90 days'),
  expired('invitations', 'invitations', 'expires_at', '90 days'),
  statement(
    'purge.pins',
    oldest(
      'update invitations set sealed_pin = null',
      'invitations',
      'created_at',
      "sealed_pin is not null and (created_at < now() - interval '12 hours' or expires_at < now())",
    ),
  ),
  expired('tries', 'invitation_failures', 'window_ends_at', '1 hour'),
  expired('browsers', 'known_browsers', 'last_seen_at', '180 days'),
  expired('rememberedBrowsers', 'remembered_browsers', 'expires_at', '0 days'),
  expired('pendingSignIns', 'pending_sign_ins', 'expires_at', '1 hour'),
  expired('textCodes', 'text_codes', 'expires_at', '1 hour'),
  expired('frontDeskCodes', 'front_desk_codes', 'expires_at', '1 hour'),
  expired('requests', 'password_requests', 'requested_at', '1 hour'),
  expired('usernameRequests', 'username_requests', 'requested_at', '1 hour'),
  expired('resets', 'password_resets', 'expires_at', '1 day'),
  expired('confirmations', 'email_confirmations', 'expires_at', '1 day'),
  expired('passkeyChallenges', 'passkey_challenges', 'expires_at', '1 hour'),
  expired('openIdRequests', 'openid_requests', 'expires_at', '1 hour'),
  expired('openIdSignIns', 'openid_sign_ins', 'expires_at', '1 hour'),
  expired('undos', 'email_undos', 'expires_at', '1 day'),
  expired('replyTokens', 'message_reply_tokens', 'expires_at', '0 days'),
  // The activity log keeps the transmissions for ever. These rows only stop a repeated request from sending again.
  expired('transmissions', 'summary_transmissions', 'ended_at', '90 days'),
  // Nobody can open these any more, and the activity log keeps who did.
  statement(
    'purge.summaryLinks',
    oldest(
      'update summary_links set content = null, pdf = null',
      'summary_links',
      'ends_at',
      'content is not null and (ended_at is not null or ends_at < now() or (opened >= openings and coalesce(ticket_ends_at < now(), true)))',
    ),
  ),
  expired('oldSummaryLinks', 'summary_links', 'coalesce(ended_at, ends_at)', '90 days'),
  // The record and the activity log keep what became of the changes. These rows only stop a repeated request from asking again.
  expired('contactChanges', 'contact_changes', 'decided_at', '90 days'),
  // Whoever asks what came sees it for a month. The row stops a repeated message for a year more.
  emptied('hl7Contents', 'hl7_messages'),
  expired('hl7Messages', 'hl7_messages', 'ended_at', '400 days', "state <> 'failed'"),
  emptied('fhirContents', 'fhir_bundles'),
  expired('fhirBundles', 'fhir_bundles', 'ended_at', '400 days', "state <> 'failed'"),
  expired('outbound', 'outbound_messages', 'ended_at', '90 days', "state in ('delivered', 'withdrawn', 'skipped')"),
  expired('mails', 'mails', 'ended_at', '90 days', "state <> 'queued'"),
  expired('notices', 'notices', 'told_at', '400 days'),
  // What is older is told to nobody any more.
  expired('recordChanges', 'record_changes', 'changed_at', '400 days'),
  expired('stops', 'notice_stops', 'created_at', '400 days'),
  expired('pushes', 'push_notices', 'worthless_at', '1 hour'),
  // These rows stop a late save from restoring a draft that was sent. No save comes after so many days.
  expired('messageDrafts', 'secure_message_drafts', 'ended_at', '90 days'),
  expired(
    'messageFiles',
    'message_attachments',
    'created_at',
    '30 days',
    `message_id is null and exists (select from secure_message_drafts d where d.user_id = message_attachments.user_id
       and d.draft_id = message_attachments.draft_id and d.saved_at < now() - interval '30 days')`,
  ),
  // A file that no draft on the server names may belong to a draft on a device that is offline.
  expired(
    'answerFiles',
    'answer_attachments',
    'created_at',
    '30 days',
    `sent_at is null and not exists (select from questionnaire_drafts d
       where d.assigned_questionnaire_id = answer_attachments.assigned_questionnaire_id and d.saved_at > now() - interval '30 days')`,
  ),
  // Who came into a care team by another system leaves it when that said, unless another resource of it still has them.
  statement(
    'purge.careTeamMembers',
    `with ended as (${oldest('delete from imported_care_team_members', 'imported_care_team_members', 'ends_at', 'ends_at < now()')} returning care_team_member_id)
     delete from care_team_members m using ended where m.id = ended.care_team_member_id and not exists (
       select from imported_care_team_members i where i.care_team_member_id = m.id and (i.ends_at is null or i.ends_at >= now()))`,
  ),
  expired('checks', 'audit_check_runs', 'begun_at', '400 days'),
  expired('findings', 'audit_findings', 'found_at', '400 days', 'run_id is null'),
  expired('sessions', 'sessions', 'expires_at', '30 days'),
];

/** A statement that failed, and its error. */
export interface FailedPurge {
  readonly name: string;
  readonly error: unknown;
}

/** Deletes what is over, table by table, until nothing is left. Gives what failed, which does not keep the others from going on. */
export async function purge(db: Db, isStopped: () => boolean = () => false): Promise<readonly FailedPurge[]> {
  const failed: FailedPurge[] = [];
  let left = purges;
  while (left.length > 0) {
    const full: Statement<unknown>[] = [];
    for (const each of left) {
      if (isStopped()) return failed;
      try {
        if ((await db.run(each)) >= atOnce) full.push(each);
      } catch (error) {
        failed.push({ name: each.name, error });
      }
    }
    left = full;
  }
  return failed;
}

/** Deletes what has expired, at intervals. Several servers may do so at once. */
export function startPurging(db: Db, log: Logger): Pick<Worker, 'stop'> {
  let isStopped = false;
  const worker = startWorker({
    job: 'purge',
    everyMs,
    log,
    what: 'expired rows are not deleted',
    work: async () => {
      const failed = await purge(db, () => isStopped);
      const [first] = failed;
      if (first !== undefined)
        log.warn(
          { purges: failed.map(({ name }) => name), type: first.error instanceof Error ? first.error.name : 'unknown' },
          'expired rows are not deleted',
        );
      return failed.length === 0 ? false : 'failed';
    },
  });
  return {
    async stop() {
      isStopped = true;
      await worker.stop();
    },
  };
}
