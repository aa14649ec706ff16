import type { Logger } from 'pino';
import { type Db, statement } from './pool.ts';

const everyMs = 10 * 60_000;

/** Deletes what nothing needs any more. Sessions stay for 30 days, for whoever reads the audit. */
const purges = [
  statement('purge.access', "delete from access_tokens where expires_at < now() - interval '1 hour'"),
  statement(
    'purge.refresh',
    "delete from refresh_tokens r using sessions s where s.id = r.session_id and (s.ended_at < now() - interval '1 hour' or s.expires_at < now() - interval '1 hour')",
  ),
  statement('purge.parked', "delete from parked_sessions where expires_at < now() - interval '1 hour'"),
  statement('purge.handovers', "delete from handovers where created_at < now() - interval '1 day'"),
  statement(
    'purge.failures',
    "delete from login_failures where coalesce(locked_until, first_at) < now() - interval '1 hour'",
  ),
  statement('purge.limits', "delete from limits where window_ends_at < now() - interval '1 hour'"),
  statement('purge.tickets', "delete from download_tickets where expires_at < now() - interval '1 hour'"),
  statement('purge.ssoTickets', "delete from sso_tickets where created_at < now() - interval '1 day'"),
  statement('purge.tabletCodes', "delete from tablet_codes where expires_at < now() - interval '1 hour'"),
  statement('purge.signatures', "delete from sso_signatures where seen_at < now() - interval '1 hour'"),
  statement('purge.links', "delete from emailed_links where expires_at < now() - interval '90 days'"),
  statement('purge.invitations', "delete from invitations where expires_at < now() - interval '90 days'"),
  statement(
    'purge.pins',
    "update invitations set sealed_pin = null where sealed_pin is not null and (created_at < now() - interval '12 hours' or expires_at < now())",
  ),
  statement('purge.tries', "delete from invitation_failures where window_ends_at < now() - interval '1 hour'"),
  statement('purge.browsers', "delete from known_browsers where last_seen_at < now() - interval '180 days'"),
  statement('purge.requests', "delete from password_requests where requested_at < now() - interval '1 hour'"),
  statement('purge.usernameRequests', "delete from username_requests where requested_at < now() - interval '1 hour'"),
  statement('purge.resets', "delete from password_resets where expires_at < now() - interval '1 day'"),
  statement('purge.confirmations', "delete from email_confirmations where expires_at < now() - interval '1 day'"),
  statement('purge.undos', "delete from email_undos where expires_at < now() - interval '1 day'"),
  statement('purge.replyTokens', 'delete from message_reply_tokens where expires_at < now()'),
  // The activity log keeps the transmissions for ever. These rows only stop a repeated request from sending again.
  statement('purge.transmissions', "delete from summary_transmissions where ended_at < now() - interval '90 days'"),
  // Nobody can open these any more, and the activity log keeps who did.
  statement(
    'purge.summaryLinks',
    'update summary_links set content = null where content is not null and (ended_at is not null or ends_at < now() or (opened >= openings and coalesce(ticket_ends_at < now(), true)))',
  ),
  statement(
    'purge.oldSummaryLinks',
    "delete from summary_links where coalesce(ended_at, ends_at) < now() - interval '90 days'",
  ),
  // The record and the activity log keep what became of the changes. These rows only stop a repeated request from asking again.
  statement('purge.contactChanges', "delete from contact_changes where decided_at < now() - interval '90 days'"),
  statement('purge.mails', "delete from mails where ended_at < now() - interval '90 days'"),
  statement('purge.notices', "delete from notices where told_at < now() - interval '400 days'"),
  // What is older is told to nobody any more.
  statement('purge.recordChanges', "delete from record_changes where changed_at < now() - interval '400 days'"),
  statement('purge.stops', "delete from notice_stops where created_at < now() - interval '400 days'"),
  statement('purge.pushes', "delete from push_notices where worthless_at < now() - interval '1 hour'"),
  // These rows stop a late save from restoring a draft that was sent. No save comes after so many days.
  statement('purge.messageDrafts', "delete from secure_message_drafts where ended_at < now() - interval '90 days'"),
  statement(
    'purge.messageFiles',
    `delete from message_attachments a using secure_message_drafts d where a.message_id is null and d.user_id = a.user_id and d.draft_id = a.draft_id
       and greatest(a.created_at, d.saved_at) < now() - interval '30 days'`,
  ),
  // A file that no draft on the server names may belong to a draft on a device that is offline.
  statement(
    'purge.answerFiles',
    `delete from answer_attachments f where f.sent_at is null and f.created_at < now() - interval '30 days'
       and not exists (select from questionnaire_drafts d where d.assigned_questionnaire_id = f.assigned_questionnaire_id
         and d.saved_at > now() - interval '30 days')`,
  ),
  statement('purge.checks', "delete from audit_check_runs where begun_at < now() - interval '400 days'"),
  statement(
    'purge.findings',
    "delete from audit_findings where run_id is null and found_at < now() - interval '400 days'",
  ),
  statement('purge.sessions', "delete from sessions where expires_at < now() - interval '30 days'"),
];

export async function purge(db: Db): Promise<void> {
  for (const each of purges) await db.run(each);
}

/** Deletes what has expired, at intervals. Several servers may do so at once. Gives a function that stops it. */
export function startPurging(db: Db, log: Logger): () => void {
  const tryTo = async (): Promise<void> => {
    try {
      await purge(db);
    } catch (error) {
      log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'expired rows are not deleted');
    }
  };
  const timer = setInterval(() => void tryTo(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
