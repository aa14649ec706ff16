import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { MessageContents } from '../hl7/messageContents.ts';
import { letGoBehind } from '../hl7/queue.ts';
import { addInterface, networkOf, removeInterface } from '../hl7/interfaces.ts';
import { charsetNames, isCharset, printable } from '../hl7/message/charset.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, argument, choice, flag, option, required } from './parameters.ts';
import { oneFacility } from './people.ts';
import { rowNumber, systemName } from './readers.ts';
import { column, counted, linesOf, minute, plain } from './text.ts';

const listed = statement(
  'admin.interfaces',
  `select i.name, f.short_name as facility, i.application, i.sending_facility as "sendingFacility", i.certificate, i.address,
     (select count(*)::int from hl7_messages m where m.interface_id = i.id and m.state = 'queued') as queued,
     (select count(*)::int from hl7_messages m where m.interface_id = i.id and m.state = 'failed') as failed,
     (select max(m.created_at) from hl7_messages m where m.interface_id = i.id) as "lastAt"
   from hl7_interfaces i join facilities f on f.id = i.facility_id where i.removed_at is null order by lower(i.name)`,
  v.object({
    name: v.string(),
    facility: v.string(),
    application: v.string(),
    sendingFacility: v.string(),
    certificate: v.nullable(v.string()),
    address: v.nullable(v.string()),
    queued: v.number(),
    failed: v.number(),
    lastAt: v.nullable(v.string()),
  }),
);
const Waiting = v.object({
  id: v.number(),
  name: v.string(),
  messageType: v.string(),
  createdAt: v.string(),
  failure: v.nullable(v.string()),
  behind: v.number(),
});
const waiting = statement(
  'admin.failedMessages',
  `select m.id, i.name, m.message_type as "messageType", m.created_at as "createdAt", m.failure,
     (select count(*)::int from hl7_messages b where (b.patient_key = m.patient_key or b.patient_key = m.merged_key) and b.id > m.id and b.state = 'queued') as behind
   from hl7_messages m join hl7_interfaces i on i.id = m.interface_id where m.state = 'failed' order by m.id limit 1000`,
  Waiting,
);
const found = statement(
  'admin.hl7Message',
  `select m.id, m.interface_id as "interfaceId", m.control_id as "controlId", i.name, i.facility_id as "facilityId", m.message_type as "messageType",
     m.state, m.created_at as "createdAt", m.ended_at as "endedAt", m.failure, m.content, i.charset, p.id as "patientId"
   from hl7_messages m join hl7_interfaces i on i.id = m.interface_id
     left join patients p on p.home_facility_id = i.facility_id and i.facility_id || ' ' || p.mrn = m.patient_key where m.id = $id`,
  v.object({
    id: v.number(),
    interfaceId: v.number(),
    controlId: v.string(),
    name: v.string(),
    facilityId: FacilityId,
    messageType: v.string(),
    state: v.string(),
    createdAt: v.string(),
    endedAt: v.nullable(v.string()),
    failure: v.nullable(v.string()),
    content: v.nullable(v.instance(Buffer)),
    charset: v.nullable(v.string()),
    patientId: v.nullable(PatientId),
  }),
);
const PatientKeys = v.object({ patientKeys: v.array(v.string()) });
const retry = statement(
  'admin.retryMessages',
  `update hl7_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), failure = null
   where state = 'failed' and ($messageId::bigint is null or id = $messageId)
   returning array_remove(array[patient_key, merged_key], null) as "patientKeys"`,
  PatientKeys,
);
const skip = statement(
  'admin.skipMessage',
  `update hl7_messages set state = 'skipped', ended_at = now() where state = 'failed' and id = $messageId
   returning array_remove(array[patient_key, merged_key], null) as "patientKeys"`,
  PatientKeys,
);
/** Gives the number of messages. What is behind them goes on in its turn. */
async function endFailure(tx: Db, what: typeof retry, messageId: number | null): Promise<number> {
  const ended = await tx.many(what, { messageId });
  await letGoBehind(
    tx,
    ended.flatMap(({ patientKeys }) => patientKeys),
  );
  return ended.length;
}

export const senderPart =
  (what: string): OptionReader<string> =>
  (text) => {
    const part = text.trim();
    if (part.length > 200 || /[|^~\\&]/.test(part))
      throw new NotUnderstood(`${what} is the first component of its field, without separators.`);
    return part;
  };
const fingerprint: OptionReader<string> = (text, name) => {
  const hex = text.replaceAll(':', '').toUpperCase();
  if (!/^[0-9A-F]{64}$/.test(hex))
    throw new NotUnderstood(`${name} needs a SHA-256 fingerprint: 64 hexadecimal digits.`);
  return hex;
};
const network: OptionReader<string> = (text, name) => {
  if (networkOf(text.trim()) === null)
    throw new NotUnderstood(`${name} needs an address or a network like 10.2.0.0/16, not "${text}".`);
  return text.trim();
};
const charset: OptionReader<string> = (text, name) => {
  const named = text.trim().toUpperCase();
  if (!isCharset(named)) throw new NotUnderstood(`${name} is none of ${charsetNames.join(', ')}: "${text}".`);
  return named;
};
export const processing: OptionReader<string> = (text, name) => {
  if (!['P', 'T', 'D'].includes(text)) throw new NotUnderstood(`${name} is P, T or D, not "${text}".`);
  return text;
};

const addCommand = command({
  name: 'interface add',
  does: 'Takes messages of HL7 v2 from a system from now on.',
  more: 'What it tells is stored under its name, as with "record import --source". Messages come to HL7_PORT.',
  page: 'integrate-hl7.md',
  parameters: {
    name: argument('NAME', 'a name for the interface.', systemName),
    facility: required('NAME|ID', 'whose record numbers and clocks count'),
    application: required('TEXT', 'MSH-3 of its messages', senderPart('MSH-3')),
    sendingFacility: option('TEXT', 'MSH-4 of its messages; left out: it is empty', senderPart('MSH-4')),
    who: choice(
      {
        certificate: option('FINGERPRINT', 'SHA-256 of the certificate that it shows', fingerprint),
        address: option('ADDRESS|NETWORK', 'where its connections come from, like 10.2.0.7 or 10.2.0.0/16', network),
      },
      '--certificate or --address.',
    ),
    charset: option('NAME', 'the character set of messages whose MSH-18 is empty; UTF-8 where it is left out', charset),
    recordNumbers: option(
      'AUTHORITY',
      "the assigning authority (PID-3.4) whose numbers are the facility's record numbers; numbers of type MR where it is left out",
      senderPart('PID-3.4'),
    ),
    processing: option('P|T|D', 'MSH-11 of its messages: P, production, where it is left out', processing),
  },
  async inTransaction(tx, { facility: where, sendingFacility, who, ...values }) {
    const { id: facilityId, name: shown } = await oneFacility(tx, where);
    const added = await addInterface(tx, {
      ...values,
      facilityId,
      sendingFacility: sendingFacility ?? '',
      processing: values.processing ?? 'P',
      certificate: who.by === 'certificate' ? who.value : null,
      address: who.by === 'address' ? who.value : null,
    });
    if (added === null)
      throw new CommandFailed(
        'There is, or was, an interface or a source of this name, or an interface has this sender. See: interface list, source list',
      );
    await auditOperator(tx, 'interface.added', { facilityId }, { interfaceId: added });
    return `${values.name} may send messages to ${shown}.`;
  },
});

const removeCommand = command({
  name: 'interface remove',
  does: 'Takes no further messages of a system. What it has sent stays, and what waits is still worked on.',
  parameters: { name: argument('NAME', 'the name of an interface.') },
  async inTransaction(tx, { name }) {
    const facilityId = await removeInterface(tx, name);
    if (facilityId === null) throw new CommandFailed(`There is no interface "${name}". See: interface list`);
    await auditOperator(tx, 'interface.removed', { facilityId });
    return `${name} may send no messages any more.`;
  },
});

const failedLines = async (db: Db): Promise<readonly string[]> =>
  (await db.many(waiting)).map(
    ({ id, name, messageType, createdAt, failure, behind }) =>
      `${column(id, 9)}  ${name}  ${messageType}  ${minute(createdAt)}  ${failure ?? ''}${behind === 0 ? '' : `  (${counted(behind, 'message')} behind it)`}`,
  );

const listCommand = command({
  name: 'interface list',
  does: 'Lists the systems that send messages of HL7 v2, and below them the messages that could not be worked on.',
  more: `An interface has name, facility, sender, whose connections are its own, how many messages wait and when the last one came. A message has
number, interface, type, when it came, why it waits, and how many of the same patient wait behind it.`,
  page: 'integrate-hl7.md',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) => [
    ...linesOf(
      await tx.many(listed),
      ({ name, facility, application, sendingFacility, certificate, address, queued, failed, lastAt }) =>
        `${name}  ${facility}  ${application}|${sendingFacility}  ${certificate ?? address ?? ''}  ${String(queued)} waiting, ${String(failed)} failed${lastAt === null ? '' : `, the last at ${minute(lastAt)}`}`,
      'There are no interfaces. See: interface add',
    ),
    ...(await failedLines(tx)),
  ],
});

export const messageId = argument('NUMBER', 'the number of one message.', rowNumber);
export const failedMessages = choice(
  { message: option('NUMBER', 'one message', rowNumber), all: flag('all that failed') },
  '--message or --all.',
);

const showCommand = command({
  name: 'interface show',
  does: 'Shows a message as it came, for as long as it is stored. The audit says that it was looked at.',
  more: 'It is about a patient: show it to nobody who may not see their record.',
  parameters: { id: messageId },
  run: ({ id }, io) =>
    io.database(async (pool) => {
      const one = await pool.db.maybe(found, { id });
      if (one === null) throw new CommandFailed(`There is no message ${String(id)}. See: interface list`);
      const { serverKey, serverKeysBefore } = io.config();
      const bytes =
        one.content && (await new MessageContents(pool.db, serverKey, serverKeysBefore).unsealed(one, one.content));
      const { patientId, facilityId, name, messageType, createdAt, state, endedAt, failure } = one;
      await pool.tx((tx) =>
        auditOperator(tx, 'interface.messageShown', patientId === null ? { facilityId } : { patientId }, {
          message: id,
        }),
      );
      const text = bytes === null ? null : (printable(bytes, one.charset) ?? 'It cannot be read in its character set.');
      return [
        `${name}  ${messageType}  ${minute(createdAt)}  ${state}${endedAt === null ? '' : ` ${minute(endedAt)}`}${failure === null ? '' : `: ${failure}`}`,
        (text === null ? null : plain(text)) ??
          (one.content === null ? 'Its text is no longer stored.' : 'It was sealed under another SERVER_KEY.'),
      ];
    }),
});

const retryCommand = command({
  name: 'interface retry',
  does: 'Works once more on a message that failed, or on all of them.',
  parameters: { which: failedMessages },
  async inTransaction(tx, { which }) {
    const id = which.by === 'message' ? which.value : null;
    const again = await endFailure(tx, retry, id);
    if (again === 0) throw new CommandFailed('No such message waits. See: interface list');
    await auditOperator(tx, 'interface.messagesRetried', {}, { messages: again });
    return `${counted(again, 'message is', 'messages are')} worked on again.`;
  },
});

const skipCommand = command({
  name: 'interface skip',
  does: 'Gives a message up that failed, so that later ones of the same patient go on. Nothing of it reaches the record.',
  parameters: { id: messageId },
  async inTransaction(tx, { id }) {
    if ((await endFailure(tx, skip, id)) === 0) throw new CommandFailed('No such message waits. See: interface list');
    await auditOperator(tx, 'interface.messageSkipped', {}, { message: id });
    return `Message ${String(id)} is given up.`;
  },
});

export const interfaceCommands = [addCommand, removeCommand, listCommand, showCommand, retryCommand, skipCommand];
