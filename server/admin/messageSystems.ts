import { parseArgs } from 'node:util';
import { FacilityId, IfSystemId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { hashOf, newSecret } from '../http/secrets.ts';
import { keyFor, seal } from '../http/serverKey.ts';
import { type Access, type Db, statement } from '../db/pool.ts';
import { placeOfSecret } from '../secureMessages/delivery/deliverer.ts';
import { named } from './accounts.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { type Mailbox, mailboxOf } from './mailbox.ts';
import { webhookAddress } from './webhookAddress.ts';

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

async function systemNamed(db: Db, name: string): Promise<v.InferOutput<typeof System>> {
  const found = (await db.many(systems)).filter(
    (system) => String(system.id) === name || system.displayName.toLowerCase() === name.toLowerCase(),
  );
  const [system] = found;
  if (system === undefined) throw new CommandFailed(`There is no external system "${name}".`);
  if (found.length > 1)
    throw new CommandFailed(
      `Several facilities have a system "${name}"; give its number, one of ${found.map(({ id }) => String(id)).join(', ')}.`,
    );
  return system;
}

const useMailbox = (
  { tx }: Pick<Access, 'tx'>,
  { id: systemId, facilityId }: v.InferOutput<typeof System>,
  { address, carriesText, senders }: Mailbox,
): Promise<void> =>
  tx(async (within) => {
    await within.run(setMailbox, { systemId, address, carriesText, senders: [...senders] });
    await audit(within, {
      type: 'messageSystem.set',
      actor,
      patientId: null,
      facilityId,
      detail: { systemId, mailbox: true, withText: carriesText },
    });
  });

const set: Command = {
  words: ['message', 'system'],
  help: `message system [--system NAME|NUMBER] [--webhook ADDRESS | --mailbox ADDRESS | --off | --again]

Without options: the facilities' systems, where each takes messages, how many wait and how many could not be handed over.

  --webhook  from now on each message to a provider of the system is posted there as a FHIR Communication, signed. Prints a new secret
             (of the signatures) and a new key (with which the system sends answers); those before are worth nothing from then on.
  --mailbox  from now on each message to a provider of the system is told to this address by email, and replies to it are the answers.
             --sender ADDRESS|@DOMAIN, as often as needed: who may answer; without it, the mailbox alone.
             --with-text: the email has the message itself, its patient's name and its files, in a domain of MAILBOX_DOMAINS
  --off      the system gets no messages and sends no answers any more
  --again    tries once more what could not be handed over`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        system: { type: 'string' },
        webhook: { type: 'string' },
        mailbox: { type: 'string' },
        sender: { type: 'string', multiple: true },
        'with-text': { type: 'boolean' },
        off: { type: 'boolean' },
        again: { type: 'boolean' },
      },
    });
    const { webhook, mailbox, off = false, again: onceMore = false } = values;
    return io.database(async (pool) => {
      if (webhook === undefined && mailbox === undefined && !off && !onceMore) {
        for (const {
          id,
          displayName,
          facilityName,
          url,
          mailbox: address,
          answers,
          queued,
          failed,
        } of await pool.db.many(systems))
          io.out(
            `${String(id)}  ${facilityName}: ${displayName}  ${url === null ? (address ?? 'no messages') : new URL(url).origin}${answers ? '' : ', no answers'}  ${String(queued)} waiting, ${String(failed)} failed`,
          );
        return 0;
      }
      if ([webhook !== undefined, mailbox !== undefined, off, onceMore].filter(Boolean).length > 1)
        throw new CommandFailed('Give one of --webhook, --mailbox, --off and --again.', true);
      if (mailbox === undefined && (values.sender !== undefined || values['with-text'] === true))
        throw new CommandFailed('--sender and --with-text belong to --mailbox.', true);
      const system = await systemNamed(pool.db, named(values.system, 'system', 'message system'));
      const { id: systemId, facilityId } = system;
      if (onceMore) {
        io.out(`${String(await pool.db.run(again, { systemId }))} messages are tried once more.`);
        return 0;
      }
      if (mailbox !== undefined) {
        const told = mailboxOf(mailbox, values.sender ?? [], values['with-text'] === true, io.config());
        await useMailbox(pool, system, told);
        io.out(
          `${system.displayName}: messages are told to ${told.address} from now on, ${told.carriesText ? 'with' : 'without'} their text. Answers are taken from ${told.senders.join(', ')}.`,
        );
        return 0;
      }
      const address = webhook === undefined ? null : webhookAddress(webhook);
      const [secret, key] = [newSecret(), newSecret()];
      await pool.tx(async (tx) => {
        const sealed =
          address === null
            ? null
            : seal(await keyFor(tx, io.config().serverKey, 'message-system'), placeOfSecret(systemId), secret);
        await tx.run(setWebhook, { systemId, url: address, sealed, keyHash: address === null ? null : hashOf(key) });
        await audit(tx, {
          type: address === null ? 'messageSystem.stopped' : 'messageSystem.set',
          actor,
          patientId: null,
          facilityId,
          detail: { systemId },
        });
      });
      io.out(
        address === null
          ? `${system.displayName} gets no messages any more.`
          : `${system.displayName} gets messages from now on.\nSecret of the signatures: ${secret}\nKey for answers:          ${key}\nAnswers go to:            /api/messageSystems/${String(systemId)}/communications`,
      );
      return 0;
    });
  },
};

export const messageSystemCommands: readonly Command[] = [set];
