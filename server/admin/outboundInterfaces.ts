import { createSecureContext } from 'node:tls';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { newSecret } from '../http/secrets.ts';
import { type Sendable, addOutbound, removeOutbound, sendable } from '../outbound/interfaces.ts';
import { findOutbound } from '../outbound/queue.ts';
import { bodyOf } from '../outbound/sending.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood, reasonOf } from './failure.ts';
import { bytesOf } from './files.ts';
import { failedMessages, messageId, processing, senderPart } from './interfaces.ts';
import { type OptionReader, argument, choice, flag, option, repeated, required } from './parameters.ts';
import { oneFacility } from './people.ts';
import { oneTemplate } from './questionnaireSettings.ts';
import { systemName, webhookAddress } from './readers.ts';
import { column, counted, linesOf, minute, plain } from './text.ts';

const listed = statement(
  'admin.outboundInterfaces',
  `select i.name, f.short_name as facility, i.sends, i.url, i.host, i.port, i.is_tls as "isTls",
     (select count(*)::int from outbound_messages m where m.interface_id = i.id and m.state = 'queued') as queued,
     (select count(*)::int from outbound_messages m where m.interface_id = i.id and m.state = 'failed') as failed,
     (select max(m.ended_at) from outbound_messages m where m.interface_id = i.id and m.state = 'delivered') as "lastAt"
   from outbound_interfaces i join facilities f on f.id = i.facility_id where i.removed_at is null order by lower(i.name)`,
  v.object({
    name: v.string(),
    facility: v.string(),
    sends: v.array(v.string()),
    url: v.nullable(v.string()),
    host: v.nullable(v.string()),
    port: v.nullable(v.number()),
    isTls: v.boolean(),
    queued: v.number(),
    failed: v.number(),
    lastAt: v.nullable(v.string()),
  }),
);
/** Those that failed, and those whose first try did not succeed. */
const unsent = statement(
  'admin.unsentOutbound',
  `select m.id, i.name, m.kind, m.happened_at as "happenedAt", m.state, m.failure, m.tries, m.next_try_at as "nextTryAt",
     (select count(*)::int from outbound_messages b where b.interface_id = m.interface_id and b.patient_id = m.patient_id and b.id > m.id and b.state = 'queued') as behind
   from outbound_messages m join outbound_interfaces i on i.id = m.interface_id
   where m.state in ('queued', 'failed') and m.failure is not null order by m.state, m.id limit 1000`,
  v.object({
    id: v.number(),
    name: v.string(),
    kind: v.string(),
    happenedAt: v.string(),
    state: v.string(),
    failure: v.nullable(v.string()),
    tries: v.number(),
    nextTryAt: v.string(),
    behind: v.number(),
  }),
);
const retry = statement(
  'admin.retryOutbound',
  `update outbound_messages set state = 'queued', ended_at = null, tries = 0, next_try_at = now(), told_at = null
   where state = 'failed' and ($messageId::bigint is null or id = $messageId)`,
);
const skip = statement(
  'admin.skipOutbound',
  "update outbound_messages set state = 'skipped', ended_at = now() where state = 'failed' and id = $messageId",
);

const sends: OptionReader<readonly Sendable[]> = (text, name) => {
  const words = text.split(',').map((word) => word.trim());
  return [...new Set(words)].map((word) => {
    const one = sendable.find((each) => each === word);
    if (one === undefined) throw new NotUnderstood(`${name} is none of ${sendable.join(', ')}: "${word}".`);
    return one;
  });
};
const listener: OptionReader<{ readonly host: string; readonly port: number }> = (text, name) => {
  const [, host = '', written = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text.trim())?.filter((part) => part !== undefined) ?? [];
  const port = Number(written);
  if (host === '' || port < 1 || port > 65_535) throw new NotUnderstood(`${name} needs HOST:PORT, not "${text}".`);
  return { host, port };
};
const isHere = (host: string): boolean => ['localhost', '127.0.0.1', '::1'].includes(host);

interface TlsFiles {
  readonly tls: boolean;
  readonly tlsCa: string | null;
  readonly tlsCertificate: string | null;
  readonly tlsKey: string | null;
}
/** What is in the files of the TLS options; throws where they do not belong together. */
async function tlsOf({ tls, ...files }: TlsFiles) {
  const read = async (file: string | null) => (file === null ? null : (await bytesOf(file)).toString('utf8'));
  const [ca, certificate, key] = [await read(files.tlsCa), await read(files.tlsCertificate), await read(files.tlsKey)];
  if ((certificate === null) !== (key === null))
    throw new NotUnderstood('--tls-certificate and --tls-key are given together.');
  try {
    createSecureContext({
      ...(ca !== null && { ca }),
      ...(certificate !== null && key !== null && { cert: certificate, key }),
    });
  } catch (error) {
    throw new CommandFailed(`The files of the certificate cannot be used: ${reasonOf(error)}`);
  }
  return { isTls: tls || ca !== null || certificate !== null, ca, certificate, key };
}

const addCommand = command({
  name: 'interface out add',
  does: 'Sends what happens in the portal to a system of the facility from now on.',
  more: `A webhook gets FHIR R4, signed; its secret is printed once. An MLLP listener gets HL7 v2.5.1. What happened before is not sent: see "responses".
Without TLS only a listener on this machine is taken: lead others through a tunnel.`,
  page: 'integrate-out.md',
  parameters: {
    name: argument('NAME', 'a name for the interface.', systemName),
    facility: required('NAME|ID', 'whose patients it is about'),
    to: choice(
      {
        webhook: option('ADDRESS', 'where FHIR is posted, like https://hospital.example/portal', webhookAddress),
        mllp: option('HOST:PORT', 'where HL7 v2 goes', listener),
      },
      '--webhook or --mllp.',
    ),
    send: required('LIST', `which facts, with commas: ${sendable.join(', ')}`, sends),
    questionnaire: repeated(
      'NAME|URL|ID',
      'as often as needed: responses, documents and alerts of these questionnaires only',
    ),
    tls: flag('with --mllp: TLS, with the certificate authorities that Node trusts'),
    tlsCa: option('FILE', 'with --mllp: TLS, with the authorities of this file (PEM)'),
    tlsCertificate: option('FILE', 'with --mllp: TLS, and the certificate that is shown (PEM)'),
    tlsKey: option('FILE', 'its key (PEM); it is stored sealed'),
    application: option('TEXT', 'with --mllp: MSH-5 of the messages', senderPart('MSH-5')),
    receivingFacility: option('TEXT', 'with --mllp: MSH-6 of the messages', senderPart('MSH-6')),
    processing: option('P|T|D', 'with --mllp: MSH-11 of the messages: P, production, where it is left out', processing),
    recordNumbers: option(
      'AUTHORITY',
      'with --mllp: the assigning authority of the record number (PID-3.4)',
      senderPart('PID-3.4'),
    ),
  },
  async run({ facility: where, to, send, questionnaire, tls, tlsCa, tlsCertificate, tlsKey, ...values }, io) {
    const files = await tlsOf({ tls, tlsCa, tlsCertificate, tlsKey });
    const isMllp = to.by === 'mllp';
    const ofMllp = [values.application, values.receivingFacility, values.processing, values.recordNumbers];
    if (!isMllp && (files.isTls || ofMllp.some((value) => value !== null)))
      throw new NotUnderstood('The options of HL7 v2 and its TLS belong to --mllp.');
    if (isMllp && !files.isTls && !isHere(to.value.host))
      throw new NotUnderstood('A listener on another machine needs --tls, --tls-ca or --tls-certificate.');
    const { serverKey } = io.config();
    const secret = isMllp ? files.key : newSecret();
    return io.transaction(async (tx) => {
      const { id: facilityId, name: shown } = await oneFacility(tx, where);
      const templateIds: number[] = [];
      for (const named of questionnaire) templateIds.push((await oneTemplate(tx, named)).id);
      const one = {
        name: values.name,
        facilityId,
        sends: send,
        templateIds: templateIds.length === 0 ? null : templateIds,
        url: isMllp ? null : to.value,
        host: isMllp ? to.value.host : null,
        port: isMllp ? to.value.port : null,
        isTls: files.isTls,
        tlsCa: files.ca,
        tlsCertificate: files.certificate,
        receivingApplication: values.application ?? '',
        receivingFacility: values.receivingFacility ?? '',
        processing: values.processing ?? 'P',
        recordNumbers: values.recordNumbers ?? '',
      };
      const added = await addOutbound(tx, serverKey, one, secret);
      if (added === null) throw new CommandFailed('There is an interface of this name. See: interface out list');
      await auditOperator(tx, 'interface.added', { facilityId }, { interfaceOut: added, sends: send.join(' ') });
      return [
        `${values.name} gets ${send.join(', ')} of ${shown} from now on.`,
        ...(isMllp || secret === null ? [] : [`Secret of the signatures: ${secret}`]),
      ];
    });
  },
});

const removeCommand = command({
  name: 'interface out remove',
  does: 'Sends nothing more to a system. What waits for it is given up.',
  parameters: { name: argument('NAME', 'the name of an interface.') },
  async inTransaction(tx, { name }) {
    const removed = await removeOutbound(tx, name);
    if (removed === null) throw new CommandFailed(`There is no interface "${name}". See: interface out list`);
    await auditOperator(tx, 'interface.removed', { facilityId: removed.facilityId }, { interfaceOut: removed.id });
    return `${name} gets nothing any more.`;
  },
});

const listCommand = command({
  name: 'interface out list',
  does: 'Lists the systems that get what happens in the portal, and below them what they did not take.',
  more: `An interface has name, facility, what it gets, where, how much waits and when it last took something. A message has number, interface, what it is, when
that happened, what the system answered or why it could not be reached, and how many about the same patient wait behind it.`,
  page: 'integrate-out.md',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) => [
    ...linesOf(
      await tx.many(listed),
      ({ name, facility, sends: sent, url, host, port, isTls, queued, failed, lastAt }) =>
        `${name}  ${facility}  ${sent.join(',')}  ${url === null ? `${isTls ? 'mllps' : 'mllp'}://${host ?? ''}:${String(port)}` : new URL(url).origin}  ${String(queued)} waiting, ${String(failed)} failed${lastAt === null ? '' : `, the last at ${minute(lastAt)}`}`,
      'There are no interfaces. See: interface out add',
    ),
    ...(await tx.many(unsent)).map(
      ({ id, name, kind, happenedAt, state, failure, tries, nextTryAt, behind }) =>
        `${column(id, 9)}  ${name}  ${kind}  ${minute(happenedAt)}  ${failure ?? ''}${state === 'failed' ? '' : `, tried ${counted(tries, 'time')}, again at ${minute(nextTryAt)}`}${behind === 0 ? '' : `  (${counted(behind, 'message')} behind it)`}`,
    ),
  ],
});

const showCommand = command({
  name: 'interface out show',
  does: 'Shows a message as it would go out now. The audit says that it was looked at.',
  more: 'It is about a patient: show it to nobody who may not see their record.',
  parameters: { id: messageId },
  inTransaction: async (tx, { id }) => {
    const one = await findOutbound(tx, id);
    if (one === null) throw new CommandFailed(`There is no message ${String(id)}. See: interface out list`);
    const body = await bodyOf(tx, one);
    await auditOperator(tx, 'interface.messageShown', { patientId: one.patientId }, { messageOut: id });
    return [
      `${one.name}  ${one.kind}  ${minute(one.happenedAt)}  ${one.state}${one.endedAt === null ? '' : ` ${minute(one.endedAt)}`}${one.failure === null ? '' : `: ${one.failure}`}`,
      body === null
        ? 'It is gone or was taken back: nothing is sent.'
        : plain(typeof body === 'string' ? body : body.toString('utf8').trim().replaceAll('\r', '\n')),
    ];
  },
});

const retryCommand = command({
  name: 'interface out retry',
  does: 'Sends once more what a system did not take.',
  parameters: { which: failedMessages },
  async inTransaction(tx, { which }) {
    const again = await tx.run(retry, { messageId: which.by === 'message' ? which.value : null });
    if (again === 0) throw new CommandFailed('No such message waits. See: interface out list');
    await auditOperator(tx, 'interface.messagesRetried', {}, { messagesOut: again });
    return `${counted(again, 'message is', 'messages are')} sent again.`;
  },
});

const skipCommand = command({
  name: 'interface out skip',
  does: 'Gives a message up that failed, so that later ones about the same patient go on.',
  parameters: { id: messageId },
  async inTransaction(tx, { id }) {
    if ((await tx.run(skip, { messageId: id })) === 0)
      throw new CommandFailed('No such message waits. See: interface out list');
    await auditOperator(tx, 'interface.messageSkipped', {}, { messageOut: id });
    return `Message ${String(id)} is given up.`;
  },
});

export const outboundCommands = [addCommand, removeCommand, listCommand, showCommand, retryCommand, skipCommand];
