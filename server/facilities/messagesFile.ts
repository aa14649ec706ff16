import { type FacilityId, LanguageCode, RequestKind, placedRequests } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { emailField, lineField, wholeNumberField } from './fields.ts';

const textsField = v.record(LanguageCode, lineField(200), 'must be an object with a text for each language');
/** What the facility can be asked for. A kind of its own needs a title; the portal's kinds have theirs. */
const RequestField = v.pipe(
  v.strictObject({
    kind: v.pipe(
      v.string('must be text'),
      v.check((text) => v.is(RequestKind, text), 'is no name of letters and digits'),
    ),
    /** Working days within which an answer is promised. */
    withinDays: wholeNumberField(1, 60),
    titles: v.optional(textsField),
    /** What to write, above the text. */
    hints: v.optional(textsField),
    /** A questionnaire, by its URL, identifier, name or title: it is filled in to ask for this. */
    questionnaire: v.optional(lineField(300)),
  }),
  v.check(
    ({ titles, questionnaire }) => titles !== undefined || questionnaire === undefined,
    'has a questionnaire, which only kinds with titles may have',
  ),
  v.check(
    ({ kind, titles }) => placedRequests.some((placed) => placed === kind) === (titles === undefined),
    `needs titles exactly where it is none of ${placedRequests.join(', ')}`,
  ),
);

/** `messages.json`: what patients read above a message's text, who reads messages, and who is notified of one that nobody opens. */
export const MessagesFile = v.pipe(
  v.strictObject({
    emergencyPhone: v.optional(lineField(40)),
    /** Who answers day and night, and their number. */
    urgentName: v.optional(lineField(100)),
    urgentPhone: v.optional(lineField(40)),
    /** The days on which messages are answered, 1 Monday to 7 Sunday. */
    workingDays: v.optional(
      v.pipe(
        v.array(wholeNumberField(1, 7), 'must be a list of days, 1 Monday to 7 Sunday'),
        v.minLength(1, 'needs at least one day'),
        v.check((list) => new Set(list).size === list.length, 'has a day twice'),
      ),
    ),
    supervisorEmail: v.optional(emailField),
    /** After so many working days the supervisor is notified of a message that nobody has opened; two if left out. */
    unopenedAfterDays: v.optional(wholeNumberField(1, 30)),
    requests: v.optional(
      v.pipe(
        v.array(RequestField, 'must be a list'),
        v.check((list) => new Set(list.map(({ kind }) => kind)).size === list.length, 'has a kind twice'),
      ),
    ),
    providers: v.optional(
      v.array(
        v.strictObject({
          firstName: lineField(100),
          lastName: lineField(100),
          /** Who else reads the messages, such as `the nurses of the Willow Wing`. */
          alsoReadBy: v.optional(lineField(200)),
          /** Working days within which they usually answer; 0: the same day. */
          answersWithinDays: v.optional(wholeNumberField(0, 60)),
        }),
        'must be a list',
      ),
      [],
    ),
  }),
  v.check(
    ({ urgentName, urgentPhone }) => (urgentName === undefined) === (urgentPhone === undefined),
    'needs urgentName and urgentPhone, or neither',
  ),
  v.check(
    ({ supervisorEmail, unopenedAfterDays }) => supervisorEmail !== undefined || unopenedAfterDays === undefined,
    'has unopenedAfterDays without a supervisorEmail that is told',
  ),
  // Patients read that somebody is told when an answer is late.
  v.check(
    ({ supervisorEmail, requests = [] }) => supervisorEmail !== undefined || requests.length === 0,
    'has requests without a supervisorEmail that is told when one is late',
  ),
);
export type MessagesFile = v.InferOutput<typeof MessagesFile>;

const putSettings = statement(
  'publish.messageSettings',
  'update facilities set message_settings = $settings::jsonb where id = $facilityId',
);
const clearProviders = statement(
  'publish.clearMessageProviders',
  `update care_providers set messages_also_read_by = null, answers_within_days = null
   where facility_id = $facilityId and (messages_also_read_by is not null or answers_within_days is not null)`,
);
/** Inserts a provider who is not in any care team yet, by name. The care team finds them by that name later. */
const putProvider = statement(
  'publish.messageProvider',
  `insert into care_providers (facility_id, first_name, last_name, messages_also_read_by, answers_within_days)
   values ($facilityId, $firstName, $lastName, $alsoReadBy, $answersWithinDays)
   on conflict (facility_id, first_name, last_name) do update set messages_also_read_by = excluded.messages_also_read_by, answers_within_days = excluded.answers_within_days`,
);

export async function publishMessages(
  tx: Db,
  facilityId: FacilityId,
  { providers, ...settings }: MessagesFile,
): Promise<void> {
  await tx.run(putSettings, { facilityId, settings: JSON.stringify(settings) });
  await tx.run(clearProviders, { facilityId });
  for (const { firstName, lastName, alsoReadBy = null, answersWithinDays = null } of providers)
    await tx.run(putProvider, { facilityId, firstName, lastName, alsoReadBy, answersWithinDays });
}
