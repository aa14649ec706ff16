/** Fills a copy of the demo with so many more patients, in SQL: first as it is on a quiet day, then with everything due at once. */

/** Where the ids of the made rows begin; those of a second and third kind begin at twice and three times as much. */
export const firstId = 10_000_000;

/** Half of them at facility 1, half at facility 2, which tells no office anything. Rows are written as they are, without triggers and foreign keys. */
const grown = [
  `insert into users (id, first_name, last_name, email, facility_id, language) overriding system value
   select $id, 'First', 'Scale', 's' || n || '@example.org', $facility, 'en' from $each n`,
  `insert into patients (id, user_id, mrn, first_name, last_name, date_of_birth, home_facility_id, email_address) overriding system value
   select $id, $id, 'S' || n, 'First', 'Scale', '1970-01-01', $facility, 's' || n || '@example.org' from $each n`,
  `insert into patient_reminder_settings (patient_id, appointment_email, secure_message_email, questionnaire_email, record_email, appointment_offset)
   select $id, true, true, true, true, '1Day' from $each n`,
  `insert into notice_agenda (patient_id, look_at) select $id, now() + interval '30 days' from $each n`,
  `insert into appointments (patient_id, facility_id, kind, starts_at, day, type, status)
   select $id, $facility, 'ExternalAppointment', now() + make_interval(days => d), current_date + d, 'Visit', 'Scheduled' from $each n, unnest(array[-30, 1]) d`,
  `insert into assigned_questionnaires (patient_id, template_id, due_date, home_facility_id) select $id, 1, current_date + 7 + n % 60, $facility from $each n`,
  `insert into assigned_questionnaires (patient_id, template_id, due_date, home_facility_id, status, closed_at, answered_revision, completion_key, answers, scores)
   select $id, 1, current_date - 90 - n % 365, $facility, 'Completed', now() - interval '90 days', 1, 'a', '[]', '[]' from $each n`,
  `insert into questionnaire_drafts (assigned_questionnaire_id, answers, template_revision, saved_at) select $id, '[]', 1, now() from $every(10) n`,
  `insert into questionnaire_series (id, patient_id, template_id, rule, opens_days_before, missed_after_days, look_at) overriding system value
   select $id, $id, 1, '{"kind": "visits", "days": -3, "visitType": null, "until": null}', 7, 7, now() + interval '1 day' from $every(10) n`,
  `insert into secure_threads (id, patient_id, facility_id, provider_first_name, provider_last_name, subject) overriding system value
   select $id, $id, $facility, 'A', 'B', 'Scale' from $every(3) n`,
  `insert into secure_messages (id, thread_id, patient_id, facility_id, is_from_patient, author_first_name, author_last_name, content, sent_at, read_at, send_key) overriding system value
   select side * $id, $id, $id, case side when 1 then $facility end, side = 1, 'A', 'B', 'C', now() - interval '20 days', now(), side || '/' || n
   from $every(3) n, generate_series(1, 2) side`,
  `insert into message_deliveries (message_id, external_system_id, state, ended_at)
   select $id, (select min(id) from external_systems), 'delivered', now() from $every(3) n`,
  `insert into outbound_interfaces (id, name, facility_id, sends, url) overriding system value
   select f, 'Scale ' || f, f, '{}', 'http://127.0.0.1:9/' from generate_series(1, 2) f`,
  `insert into outbound_messages (interface_id, patient_id, kind, thing_id, happened_at, state, ended_at)
   select $facility, $id, 'response', kind * $id, now(), 'delivered', now() from $every(3) n, generate_series(1, 2) kind`,
  `insert into secure_requests (thread_id, patient_id, message_id, facility_id, kind, promised_by, answered_at)
   select $id, $id, $id, $facility, 'refill', now(), now() from $every(3) n`,
  `insert into mails (id, kind, facility_id, message_key, state, ended_at) overriding system value
   select $id, 'notice', $facility, md5('mail' || n)::uuid, 'sent', now() from $each n`,
  `insert into notices (patient_id, kind, thing_id, occasion, channel, message_key, told_at)
   select $id, 'appointment', n, 'before', 'Email', md5('mail' || n)::uuid, now() from $each n`,
  `insert into notice_stops (token_hash, patient_id, channel, kinds, created_at) select int8send(n), $id, 'Email', '{appointment}', now() from $each n`,
  `insert into sessions (id, user_id, patient_id, role, login_type, surface, facility_id, cookie_hash, expires_at, ended_at) overriding system value
   select $id, $id, $id, 'patient', 'userNamePassword', 'portal', $facility, int8send(n), now() + interval '1 hour', now() from $each n`,
  `insert into refresh_tokens (token_hash, session_id) select int8send(n), $id from $each n`,
  `insert into email_confirmations (token_hash, user_id, email, expires_at, session_id) select int8send(n), $id, 'a', now() + interval '1 day', $id from $every(10) n`,
  `insert into handovers (data_hash, patient_id, tablet_hash, manager_session_id) select int8send(n), $id, 'x', $id from $every(10) n`,
  `insert into known_browsers (browser_hash, user_id, surface) select int8send(n), $id, 'portal' from $every(2) n`,
  `insert into invitations (id, kind, subject_hash, pin_hash, patient_id, expires_at) overriding system value
   select $id, 'patient', int8send(n), 'x', $id, now() + interval '10 days' from $every(3) n`,
  `insert into emailed_links (data_hash, patient_id, expires_at) select int8send(n), $id, now() + interval '10 days' from $every(3) n`,
  `insert into record_resources (id, source, type, resource_id, patient_id, is_hidden, content_hash) overriding system value
   select kind * $id, 'scale', (array['DocumentReference', 'DiagnosticReport', 'Observation'])[kind], n, $id, false, 'x' from $each n, generate_series(1, 3) kind`,
  `insert into clinical_notes (resource_id, patient_id, document_type, codings) select $id, $id, 'Note', '[]' from $each n`,
  `insert into record_documents (resource_id, position, content_type, pages, content) select $id, 0, 'text/plain', 1, 'x' from $each n`,
  `insert into lab_results (id, patient_id, source, result_key) overriding system value select $id, $id, 'scale', n from $each n`,
  `insert into lab_reports (resource_id, patient_id, lab_result_id, name, codings) select 2 * $id, $id, $id, 'Report', '[]' from $each n`,
  `insert into observations (resource_id, patient_id, category, lab_result_id, name, codings) select 3 * $id, $id, 'laboratory', $id, 'Value', '[]' from $each n`,
  `insert into record_changes (resource_id, patient_id) select $id, $id from $each n`,
  `insert into questionnaire_alerts (assigned_questionnaire_id, patient_id, facility_id, alert_key, acknowledged_at, acknowledged_by)
   select $id, $id, $facility, 'a', now(), 'A' from $each n`,
  `insert into contacts (id, patient_id, first_name, last_name, relationship_id, language, representative_user_id) overriding system value
   select $id, $id, 'A', 'B', 1, 'en', $id - 1 from $every(10) n`,
  `insert into representative_links (user_id, patient_id) select $id - 1, $id from $every(10) n`,
  `insert into summary_transmissions (id, user_id, idempotency_key, patient_id, facility_id, kind, recipient, mail_id, state, ended_at) overriding system value
   select $id, $id, 'a', $id, $facility, case n % 40 when 0 then 'email' else 'sendSecurely' end, 'a', $id, 'delivered', now() from $every(20) n`,
  `insert into summary_links (patient_id, user_id, manifest_hash, passcode_hash, recipient, content, ends_at, openings)
   select $id, $id, int8send(n), 'x', 'a', 'x', now() + interval '1 day', 1 from $every(50) n`,
  `insert into contact_changes (patient_id, facility_id, request_key, old_details, new_details, status, decided_at)
   select $id, $facility, 'a', '{}', '{}', 'accepted', now() from $every(20) n`,
  `insert into secure_message_drafts (user_id, draft_id, patient_id, saved_at) select $id, 'a', $id, now() from $every(5) n`,
  `insert into message_attachments (patient_id, user_id, draft_id, upload_key, file_name, file_type, byte_count, content, state)
   select $id, $id, 'a', 'a', 'a.txt', 'txt', 1, 'x', 'ready' from $every(5) n`,
  `insert into message_reply_tokens (token_hash, thread_id, expires_at) select int8send(n), $id, now() + interval '1 day' from $every(6) n`,
  `insert into answer_attachments (assigned_questionnaire_id, questionnaire_item_id, upload_key, file_name, file_type, byte_count, content)
   select $id, 1, 'a', 'a.txt', 'txt', 1, 'x' from $every(50) n`,
  `insert into hl7_interfaces (id, name, facility_id, application, sending_facility, address) overriding system value
   select $id, 'scale', 1, 'scale', 'scale', '127.0.0.1/32' from generate_series(1, 1) n`,
  `insert into hl7_messages (interface_id, control_id, body_hash, message_type, patient_key, state, ended_at)
   select ${firstId} + 1, 'd' || n, 'x', 'ORU^R01', '1 S' || n, 'done', now() from $each n`,
  `insert into access_tokens (token_hash, session_id, expires_at) select int8send(n), $id, now() + interval '1 day' from $each n`,
  `insert into login_failures (name_hash, failures) select int8send(n), 1 from $every(10) n`,
  `insert into limits (bucket, uses, window_ends_at) select int8send(n), 1, now() + interval '1 hour' from $each n`,
  `insert into devices (user_id, device_id, name, key) select $id, 'd' || n, 'A', 'x' from $every(2) n`,
  `insert into passkeys (user_id, credential_id, public_key, sign_count, transports, is_backed_up, facility_id, rp_id, name)
   select $id, int8send(n), 'x', 0, '{}', true, $facility, 'example.org', 'A' from $every(10) n`,
  `insert into user_preferences (user_id, name, value) select $id, 'aPreference', 'on' from $every(2) n`,
  `insert into representative_rights (user_id, patient_id, section, "right") select $id - 1, $id, section, 'read' from $every(10) n, unnest(array['Education', 'Appointments']) section`,
  `insert into assigned_articles (article_id, patient_id, assigned_on) select (select min(id) from education_articles), $id, current_date - 20 from $each n`,
  `insert into care_team_members (patient_id, care_provider_id, takes_messages) select $id, (select min(id) from care_providers), true from $each n`,
  `insert into patient_external_systems (patient_id, external_system_id) select $id, (select min(id) from external_systems) from $every(2) n`,
  `insert into secure_thread_members (thread_id, is_patient) select $id, side = 1 from $every(3) n, generate_series(1, 2) side`,
  `insert into observation_values (resource_id, position, name, codings, kind, value, is_abnormal) select 3 * $id, 0, 'Value', '[]', 'quantity', '1', false from $each n`,
  `insert into treatment_summary_items (resource_id, patient_id, position, group_key, kind, fields) select $id, $id, 0, 'Allergy', 'own', '{}' from $each n`,
  `insert into record_links (resource_id, relation, position, target_type, target_id) select 2 * $id, 'member', 0, 'Observation', n from $each n`,
  `insert into record_patients (source, patient_key, patient_id) select 'scale', 'Patient/' || n, $id from $each n`,
  `insert into registration_details (resource_id, patient_id, details) select $id, $id, '{}' from $each n`,
  `insert into patient_phones (patient_id, kind, phone) select $id, 'mobile', '+12025550111' from $each n`,
  `insert into health_documents (resource_id, patient_id, external_system_id, title, content, tree, tree_version)
   select $id, $id, (select min(id) from external_systems), 'Summary', 'x', 'x', 0 from $every(2) n`,
  `insert into health_entries (resource_id, patient_id, position, list_key, kind, entry) select $id, $id, 0, 'allergies', 'entry', '{}' from $every(2) n`,
  `insert into record_looks (user_id, patient_id, list, looked_to, marked_from) select $id, $id, 'results', 0, 0 from $every(2) n`,
  `insert into audit_heads (chain, seq, hash) select 'patient:' || $id, 3, 'x' from $each n`,
  `insert into audit_events (chain, seq, happened_at, type, patient_id, facility_id, actor_user_id, actor_role, actor_name, session_id, detail, hash)
   select 'patient:' || $id, seq, now() - interval '20 days', 'read.getPatient', $id, $facility, $id, 'patient', 'A B', $id, '{}', 'x' from $each n, generate_series(1, 3) seq`,
  `insert into push_subscriptions (id, user_id, device_id, endpoint_hash, endpoint, p256dh, auth, kinds) overriding system value
   select $id, $id, 'a', int8send(n), 'a', 'a', 'a', '{appointment}' from $every(20) n`,
] as const;

/** The zone in which it is noon just now, so that nothing waits for the day. */
const noon = `(select 'Etc/GMT' || case when hours < 0 then '' else '+' end || hours from (select extract(hour from now() at time zone 'UTC')::int - 12 as hours) h)`;

const due = [
  `update facilities set time_zone = ${noon}, message_settings = case id when 1 then '{"supervisorEmail": "office@example.org"}'::jsonb else '{}' end,
     alert_email = case id when 1 then 'office@example.org' end`,
  `update external_systems set message_url = 'http://127.0.0.1:9/', message_secret = 'x', mailbox_address = null, mailbox_carries_text = false, mailbox_senders = '{}'`,
  `update notice_agenda set look_at = '-infinity'`,
  `update questionnaire_series set look_at = date_trunc('day', now()) - interval '1 day'`,
  `insert into questionnaire_series_looks (patient_id) select patient_id from questionnaire_series`,
  // A waiting room, as large whatever the size: a thousand patients, each with three questionnaires and a visit. Half of them have begun.
  `insert into assigned_questionnaires (patient_id, template_id, due_date, home_facility_id, status, first_opened_at)
   select $id, template, current_date, $facility, case n % 2 when 0 then 'Started' else 'Assigned' end, now() from generate_series(1, least($patients, 1000)) n, generate_series(1, 3) template`,
  `insert into appointments (patient_id, facility_id, kind, starts_at, day, type, status)
   select $id, $facility, 'ExternalAppointment', now() + interval '1 hour', current_date, 'Visit', 'Scheduled' from generate_series(1, least($patients, 1000)) n`,
  `update secure_messages set read_at = null`,
  `update message_deliveries set state = 'queued', ended_at = null, next_try_at = now() - interval '1 hour'`,
  `update outbound_messages set state = 'queued', ended_at = null, next_try_at = now() - interval '1 hour' where patient_id % 10 <> 0`,
  `update outbound_messages set state = 'failed', ended_at = now() - interval '1 hour' where patient_id % 10 = 0`,
  `update secure_requests set answered_at = null`,
  `update mails set ended_at = now() - interval '91 days' where id > ${firstId}`,
  `update notices set told_at = now() - interval '401 days' where thing_id < ${firstId}`,
  `insert into mails (kind, facility_id, message_key, recipient, content, by_day_in, worthless_at)
   select 'notice', $facility, md5('queued' || n)::uuid, 's' || n || '@example.org', '{"fromName": "A", "subject": "A", "text": "A", "html": "A"}', ${noon},
     now() + case n % 20 when 0 then interval '-1 hour' else interval '1 day' end from $every(5) n`,
  `insert into notices (patient_id, kind, thing_id, occasion, channel, message_key, told_at)
   select $id, 'appointment', $id, 'queued', 'Email', md5('queued' || n)::uuid, now() from $every(5) n`,
  `insert into record_news (resource_id, patient_id, came_at) select kind * $id, $id, now() - interval '1 hour' from $every(5) n, generate_series(1, 3) kind`,
  `update notice_stops set created_at = now() - interval '401 days'`,
  `update sessions set expires_at = now() - interval '31 days'`,
  `update refresh_tokens set created_at = now() - interval '1 day'`,
  `update known_browsers set last_seen_at = now() - interval '181 days'`,
  `update invitations set sealed_pin = 'x', created_at = now() - interval '100 days', expires_at = now() - interval '91 days'`,
  `update emailed_links set expires_at = now() - interval '91 days'`,
  `update record_changes set changed_at = now() - interval '401 days'`,
  `update questionnaire_alerts set acknowledged_at = null, acknowledged_by = null, remind_at = now() - interval '1 hour'`,
  `update contacts set access_last_day = current_date + 3 where id > ${firstId}`,
  `insert into section_ends (contact_id, section, last_day, needs_reminder) select id, 'Education', current_date + 2, id % 20 = 0 from contacts where id > ${firstId}`,
  `update summary_transmissions set ended_at = now() - interval '91 days' where id % 40 <> 0`,
  `update summary_transmissions set state = 'queued', ended_at = null where id % 40 = 0`,
  `insert into summary_transmissions (user_id, idempotency_key, patient_id, facility_id, kind, recipient, content, state)
   select $id, 'b', $id, $facility, 'sendSecurely', 'a', 'x', 'queued' from $every(20) n`,
  `update summary_links set ended_at = now() - interval '91 days'`,
  `update contact_changes set decided_at = now() - interval '91 days'`,
  `update secure_message_drafts set saved_at = now() - interval '91 days', ended_at = case user_id % 10 when 0 then now() - interval '91 days' end,
     ended_as = case user_id % 10 when 0 then 'sent' end, subject = '', content = ''`,
  `update message_attachments set created_at = now() - interval '91 days', state = 'held', scan_again_at = now() - interval '1 hour' where draft_id is not null`,
  `update message_reply_tokens set expires_at = now() - interval '1 day'`,
  `update answer_attachments set created_at = now() - interval '31 days'`,
  `update hl7_messages set ended_at = now() - interval '401 days'`,
  `insert into hl7_messages (interface_id, control_id, body_hash, content, message_type, patient_key, next_try_at)
   select ${firstId} + 1, kind || n, 'x', 'x', kind, '1 S' || n, now() - interval '1 hour' from $each n, unnest(array['ADT^A08', 'ORU^R01']) kind`,
  // A message that failed, and a crowd of the same patient that was put off behind it.
  `insert into hl7_messages (interface_id, control_id, body_hash, content, message_type, patient_key, state, failure, ended_at)
   values (${firstId} + 1, 'before', 'x', 'x', 'ORU^R01', '1 crowd', 'failed', 'x', now())`,
  `insert into hl7_messages (interface_id, control_id, body_hash, content, message_type, patient_key, next_try_at)
   select ${firstId} + 1, 'behind' || n, 'x', 'x', 'ORU^R01', '1 crowd', now() + interval '1 hour' from $each n`,
  `insert into push_notices (subscription_id, kind, next_try_at, worthless_at)
   select $id, 'test', now() - interval '1 hour', now() + case n % 40 when 0 then interval '-2 hours' else interval '1 day' end from $every(20) n`,
] as const;

/**
 * Fills the database. The planner's statistics are from the quiet day, with nothing due and every queue empty, as they are when the nine o'clock reminders
 * come in. `query` runs SQL as the owner of the cluster.
 */
export async function fill(query: (sql: string) => Promise<unknown>, patients: number): Promise<void> {
  const of = (sql: string): string =>
    sql
      .replaceAll('$facility', '1 + n % 2')
      .replaceAll('$patients', String(patients))
      .replaceAll('$id', `(${firstId} + n)`)
      .replaceAll('$each', `generate_series(1, ${patients})`)
      .replaceAll(/\$every\((\d+)\)/g, `generate_series($1, ${patients}, $1)`);
  await query(
    `do $$ declare name text; begin
       for name in select tablename from pg_tables where schemaname = 'public' loop
         execute format('alter table %I set (autovacuum_enabled = false)', name); end loop; end $$`,
  );
  await query('set session_replication_role = replica');
  for (const sql of grown) await query(of(sql));
  await query('analyze');
  for (const sql of due) await query(of(sql));
  await query('set session_replication_role = origin');
}
