import { FacilityId, IfSystemId } from '@portal/api';
import * as v from 'valibot';
import { type Db, type Pool, statement } from '../db/pool.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { keyFor, seal } from '../http/serverKey.ts';
import { placeOfSecret } from '../secureMessages/delivery/deliverer.ts';
import { auditOperator, command } from './command.ts';
import { NotUnderstood, onlyOne } from './failure.ts';
import { mailboxOf } from './mailbox.ts';
import { facilityIdOf } from './people.ts';
import { flag, option, optionalChoice, repeated } from './parameters.ts';
import { webhookAddress } from './readers.ts';
import { counted } from './text.ts';

const System = v.object({
  id: IfSystemId,
  facilityId: FacilityId,
  displayName: v.string(),
  facilityName: v.string(),
  url: v.nullable(v.string()),
  mailbox: v.nullable(v.string()),
  answers: v.boolean(),
  queued: v.number(),
  failed: v.number(),
});
type System = v.InferOutput<typeof System>;
const systems = statement(
  'admin.messageSystems',
  `select x.id, x.facility_id as "facilityId", x.display_name as "displayName", f.name as "facilityName", x.message_url as url, x.mailbox_address as mailbox,
     (x.answer_key_hash is not null or x.mailbox_address is not null) as answers,
     (select count(*)::int from message_deliveries d where d.external_system_id = x.id and d.state = 'queued') as queued,
     (select count(*)::int from message_deliveries d where d.external_system_id = x.id and d.state = 'failed') as failed
   from external_systems x join facilities f on f.id = x.facility_id where not x.is_own order by f.name, x.display_name, x.id`,
  System,
);
const setWebhook = statement(
  'admin.setMessageWebhook',
  `update external_systems set message_url = $url, message_secret = $sealed, answer_key_hash = $keyHash,
     mailbox_address = null, mailbox_carries_text = false, mailbox_senders = '{}' where id = $systemId`,
);
const setMailbox = statement(
  'admin.setMessageMailbox',
  `update external_systems set mailbox_address = $address, mailbox_carries_text = $carriesText, mailbox_senders = $senders,
     message_url = null, message_secret = null, answer_key_hash = null where id = $systemId`,
);
const again = statement(
  'admin.deliverAgain',
  `update message_deliveries set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null where external_system_id = $systemId and state = 'failed'`,
);

const add = statement(
  'admin.addMessageSystem',
  'insert into external_systems (facility_id, display_name) values ($facilityId, $name) returning id',
  v.object({ id: IfSystemId }),
);

/** The system of this name or number. A facility that has none of that name gets it where `makesNew`. */
async function systemNamed(pool: Pool, name: string, facility: string | null, makesNew: boolean): Promise<System> {
  const facilityId = await facilityIdOf(pool.db, facility);
  const find = async (): Promise<readonly System[]> =>
    (await pool.db.many(systems)).filter(
      (system) =>
        (facilityId === null || system.facilityId === facilityId) &&
        (String(system.id) === name || system.displayName.toLowerCase() === name.toLowerCase()),
    );
  const found = await find();
  if (found.length === 0 && facilityId !== null && makesNew && !/^\d+$/.test(name))
    await pool.db.one(add, { facilityId, name });
  return onlyOne(
    found.length === 0 ? await find() : found,
    `There is no external system "${name}": "message system" lists them, and --new makes one.`,
    (several) =>
      `Several facilities have a system "${name}": add --facility, or give its number, one of ${several.map(({ id }) => String(id)).join(', ')}.`,
  );
}

async function listOf(db: Db): Promise<readonly string[]> {
  return (await db.many(systems)).map(
    ({ id, displayName, facilityName, url, mailbox, answers, queued, failed }) =>
      `${String(id)}  ${facilityName}: ${displayName}  ${url === null ? (mailbox ?? 'no messages') : new URL(url).origin}${answers ? '' : ', no answers'}  ${String(queued)} waiting, ${String(failed)} failed`,
  );
}

/** Sends messages to this URL from now on; null: to none. */
async function useWebhook(pool: Pool, serverKey: string, system: System, url: string | null) {
  const { id: systemId, facilityId, displayName } = system;
  const [secret, key] = [newSecret(), newSecret()];
  await pool.tx(async (tx) => {
    const sealed =
      url === null ? null : seal(await keyFor(tx, serverKey, 'message-system'), placeOfSecret(systemId), secret);
    await tx.run(setWebhook, { systemId, url, sealed, keyHash: url === null ? null : hashOf(key) });
    const type = url === null ? 'messageSystem.stopped' : 'messageSystem.set';
    await auditOperator(tx, type, { facilityId }, { systemId });
  });
  if (url === null) return `${displayName} gets no messages any more.`;
  return [
    `${displayName} gets messages from now on.`,
    `Secret of the signatures: ${secret}`,
    `Key for answers:          ${key}`,
    `Answers go to:            /api/messageSystems/${String(systemId)}/communications`,
  ];
}

export const messageSystemCommand = command({
  name: 'message system',
  does: 'Hands messages to a system of providers, or lets a care team answer by email.',
  more: `Without options: the systems of the facilities, where each takes messages, how many wait and how many could not be handed over.
Patients write to those of their care team whom "care-team add --messages-by" gives to a system.`,
  page: 'integrate-messages.md and integrate-email.md',
  parameters: {
    system: option('NAME|NUMBER', '', (text) => text.trim()),
    facility: option('NAME|ID', 'whose system it is'),
    new: flag('with --facility and --webhook or --mailbox: makes the system if the facility does not have it yet'),
    way: optionalChoice({
      webhook: option(
        'ADDRESS',
        'from now on each message to a provider of the system is posted there as a FHIR Communication, signed. Prints a new secret (of the signatures) and a new key (with which the system sends answers); those before are worth nothing from then on',
        webhookAddress,
      ),
      mailbox: option(
        'ADDRESS',
        'from now on each message to a provider of the system is told to this address by email, and replies to it are the answers',
      ),
      off: flag('the system gets no messages and sends no answers any more'),
      again: flag('tries once more what could not be handed over'),
    }),
    sender: repeated(
      'ADDRESS|@DOMAIN',
      'with --mailbox, as often as needed: who may answer; without it, the mailbox alone',
    ),
    withText: flag(
      "with --mailbox: the email has the message itself, its patient's name and its files, in a domain of MAILBOX_DOMAINS",
    ),
  },
  run: ({ system: named, facility, new: makesNew, way, sender, withText }, io) =>
    io.database(async (pool) => {
      if (way === null) return listOf(pool.db);
      if (way.by !== 'mailbox' && (sender.length > 0 || withText))
        throw new NotUnderstood('--sender and --with-text belong to --mailbox.');
      if (makesNew && (facility === null || (way.by !== 'webhook' && way.by !== 'mailbox')))
        throw new NotUnderstood('--new belongs to --facility and --webhook or --mailbox.');
      if (named === null || named === '') throw new NotUnderstood('message system needs --system.');
      // Before anything is made, because it refuses what the settings do not allow.
      const mailbox = way.by === 'mailbox' ? mailboxOf(way.value, sender, withText, io.config()) : null;
      const system = await systemNamed(pool, named, facility, makesNew);
      const { id: systemId, facilityId, displayName } = system;
      if (mailbox !== null) {
        const { address, carriesText, senders } = mailbox;
        await pool.tx(async (tx) => {
          await tx.run(setMailbox, { systemId, address, carriesText, senders: [...senders] });
          const detail = { systemId, mailbox: true, withText: carriesText };
          await auditOperator(tx, 'messageSystem.set', { facilityId }, detail);
        });
        return `${displayName}: messages are told to ${address} from now on, ${carriesText ? 'with' : 'without'} their text. Answers are taken from ${senders.join(', ')}.`;
      }
      if (way.by === 'again')
        return `${counted(await pool.db.run(again, { systemId }), 'message is', 'messages are')} tried once more.`;
      return useWebhook(pool, io.config().serverKey, system, way.by === 'webhook' ? way.value : null);
    }),
});
