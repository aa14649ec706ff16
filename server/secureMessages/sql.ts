/* SQL for several files. Aliases: `m` is a message, `c` the provider of its thread, `f` the facility of the thread, `a` a file. */

/** The date and the time of an instant in the facility's time zone, in the two fields of the specification. */
export const datePartsOf = <const Column extends string>(column: Column) =>
  `json_build_object('datePart', to_char(${column} at time zone f.time_zone, 'YYYY-MM-DD'), 'timePart', to_char(${column} at time zone f.time_zone, 'HH24:MI'))` as const;

/** The writer of a message: whoever wrote it for the patient, else its author. The thread's own provider gets their title. */
export const senderOf = `coalesce(nullif(concat_ws(' ', m.proxy_first_name, m.proxy_last_name), ''),
       concat_ws(' ', case when not m.is_from_patient and m.author_first_name = c.first_name and m.author_last_name = c.last_name then c.title_value end,
         m.author_first_name, m.author_last_name))`;

/** A file as `MessageAttachment`. A file that is still held has no thumbnail yet. */
export const attachmentOf = `json_build_object('attachmentId', a.id, 'fileName', a.file_name, 'fileType', a.file_type, 'bytes', a.byte_count, 'pages', a.page_count,
       'hasThumbnail', a.thumbnail is not null and a.state = 'ready', 'locationRemoved', a.location_removed, 'state', a.state)`;

/** A provider as `MessageAnswerer`; `takes` says whether they take messages from the patient. */
export const answererOf = <const Takes extends string>(takes: Takes) =>
  `json_build_object('careProviderId', c.id, 'firstName', c.first_name, 'lastName', c.last_name, 'careProviderTitleValue', c.title_value, 'careProviderTitle', c.title,
       'suffix', c.suffix, 'alsoReadBy', c.messages_also_read_by, 'answersWithinDays', c.answers_within_days, 'takesMessages', ${takes}, 'publicPhone', c.public_phone)` as const;

/** SQL: the days on which the facility `f` answers messages, 1 Monday to 7 Sunday; Monday to Friday unless it says otherwise. */
export const workingDaysOf = `case when jsonb_array_length(f.message_settings -> 'workingDays') > 0
       then array(select jsonb_array_elements_text(f.message_settings -> 'workingDays')::int) else array[1,2,3,4,5] end`;

/** SQL: whether the facility lets this patient write to the provider of `t`, a row of `care_team_members`. */
export const takesMessages = '(t.takes_messages and t.external_system_id is not null)';
