import { randomUUID } from 'node:crypto';
import { FacilityId, IfSystemId, summaryTrigger } from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { canSendTo } from '../healthSummary/addresses.ts';
import { clearGateway, gatewayOf, handToGateway, setGateway } from '../healthSummary/gateway.ts';
import { newSecret } from '../http/secrets.ts';
import { demandsTls } from '../mail/transport.ts';
import { type Io, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, choice, flag, option, required } from './parameters.ts';
import { oneFacility } from './people.ts';
import { webhookAddress } from './readers.ts';
import { counted } from './text.ts';

const systems = statement(
  'admin.summarySystems',
  `select x.id, f.name as facility, case when x.is_own then f.name else x.display_name end as name, x.is_own as "isOwn", x.record_source as source,
     '${summaryTrigger}' = any(x.active_trigger_event_types) as "isOn",
     (select count(*)::int from health_documents d where d.external_system_id = x.id) as documents,
     (select count(distinct d.patient_id)::int from health_documents d where d.external_system_id = x.id) as patients
   from external_systems x join facilities f on f.id = x.facility_id order by f.name, x.is_own desc, lower(x.display_name), x.id`,
  v.object({
    id: IfSystemId,
    facility: v.string(),
    name: v.string(),
    isOwn: v.boolean(),
    source: v.nullable(v.string()),
    isOn: v.boolean(),
    documents: v.number(),
    patients: v.number(),
  }),
);
const gateways = statement(
  'admin.gateways',
  `select f.name as facility, f.id_root as root, g.kind, g.url, g.sender_address as sender,
     (select count(*)::int from summary_transmissions t where t.facility_id = f.id and t.kind = 'sendSecurely' and t.state = 'queued') as queued,
     (select count(*)::int from summary_transmissions t where t.facility_id = f.id and t.kind = 'sendSecurely' and t.state = 'failed') as failed
   from facilities f left join direct_gateways g on g.facility_id = f.id order by f.name, f.id`,
  v.object({
    facility: v.string(),
    root: v.string(),
    kind: v.nullable(v.string()),
    url: v.nullable(v.string()),
    sender: v.nullable(v.string()),
    queued: v.number(),
    failed: v.number(),
  }),
);
const switchOwn = statement(
  'admin.switchOwnSource',
  `update external_systems set active_trigger_event_types = case when $isOn then '{${summaryTrigger}}'::text[] else '{}' end where facility_id = $facilityId and is_own`,
);

const listCommand = command({
  name: 'health-summary list',
  does: 'Lists the systems of every facility with their documents, and how each facility sends summaries securely.',
  more: `Of each system whether it is a source of summaries; of each facility what waits, and what could not be delivered in the last 90 days.`,
  parameters: {},
  async inTransaction(tx) {
    const sources = (await tx.many(systems)).map(({ id, facility, name, isOwn, source, isOn, documents, patients }) => {
      const what = isOwn
        ? 'made by the facility itself'
        : `${counted(documents, 'document')} of ${counted(patients, 'patient')}${source === null ? '' : `, imported as "${source}"`}`;
      return `${String(id)}  ${facility}: ${name}  ${isOn ? what : `no source of summaries; ${what}`}`;
    });
    const ways = (await tx.many(gateways)).map(
      ({ facility, root, kind, url, sender, queued, failed }) =>
        `${facility}: ${kind === null || url === null ? 'no gateway' : `${kind} ${new URL(url).host} as ${sender ?? ''}`}, ${String(queued)} waiting, ${String(failed)} not delivered; its summaries say ${root}`,
    );
    return [...sources, ...ways];
  },
});

const sourceCommand = command({
  name: 'health-summary source',
  does: 'Says whether a facility makes health summaries of what this server holds of its patients.',
  more: 'It does from the beginning. Documents of other systems are not touched.',
  parameters: { facility: required('NAME|ID', ''), state: choice({ on: flag(''), off: flag('') }) },
  async inTransaction(tx, { facility, state }) {
    const { id: facilityId } = await oneFacility(tx, facility);
    const isOn = state.by === 'on';
    await tx.run(switchOwn, { facilityId, isOn });
    await auditOperator(tx, 'healthSummary.sourceSwitched', { facilityId }, { isOn });
    return isOn ? 'The facility makes health summaries.' : 'The facility makes no health summaries any more.';
  },
});

/** The address of a mail server that sends securely: over TLS, with its certificate verified. Its login is stored separately. */
const relay: OptionReader<{ url: string; secret: string | null }> = (text, name) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['smtps:', 'smtp:'].includes(url.protocol) || url.hostname === '')
    throw new NotUnderstood(`${name} must be smtps://… or smtp://…, with STARTTLS; "${text}" is neither.`);
  if (!demandsTls(text.replace(/^smtps?:/, 'smtps:')))
    throw new NotUnderstood(`${name} must check the certificate of the mail server.`);
  const secret = url.username === '' ? null : `${url.username}:${url.password}`;
  url.username = '';
  url.password = '';
  return { url: url.href, secret };
};

const directAddress: OptionReader<string> = (text, name) => {
  if (!canSendTo(text, 'sendSecurely')) throw new NotUnderstood(`${name} must be a Direct address; "${text}" is none.`);
  return text;
};

/** Sends a message without patient data, to show that the gateway works. */
async function tryGateway(io: Io, db: Db, facilityId: FacilityId, recipient: string): Promise<string> {
  const gateway = await gatewayOf(db, facilityId);
  if (gateway === null) throw new CommandFailed('The facility has no gateway.');
  const text = 'This is a test of secure sending. It carries no health information.\n';
  const { outcome, code } = await handToGateway(db, io.config().serverKey, gateway, {
    recipient,
    messageKey: randomUUID(),
    createdAt: new Date().toISOString(),
    words: { fromName: '', subject: 'Test of secure sending', text, html: `<p>${text}</p>`, files: [] },
  });
  if (outcome !== 'delivered') throw new CommandFailed(`The gateway did not take it: ${code}.`);
  return 'The gateway took it.';
}

const gatewayCommand = command({
  name: 'health-summary gateway',
  does: "Says how the summaries of a facility's patients are sent securely, to a Direct address.",
  page: 'integrate-summaries.md',
  parameters: {
    facility: required('NAME|ID', ''),
    way: choice({
      webhook: option(
        'ADDRESS',
        'posts each to a service of yours as JSON, signed. Prints a new secret of the signatures; the one before is worth nothing from then on',
        webhookAddress,
      ),
      smtp: option(
        'ADDRESS',
        'hands each to a mail server that speaks Direct: smtps://user:password@host, or smtp://… with STARTTLS',
        relay,
      ),
      off: flag('nothing is sent securely any more; what waits goes on waiting, and fails after three days'),
      try: option(
        'ADDRESS',
        'sends a test without any health information to this Direct address now, and says what came of it',
        directAddress,
      ),
    }),
    sender: option('ADDRESS', 'with --webhook or --smtp: the Direct address that they come from'),
  },
  run: ({ facility, way, sender }, io) =>
    io.database(async (pool) => {
      const { id: facilityId } = await oneFacility(pool.db, facility);
      const save = (kind: 'webhook' | 'smtp', url: string, secret: string | null): Promise<void> => {
        if (!sender?.trim()) throw new NotUnderstood('health-summary gateway needs --sender.');
        const senderAddress = directAddress(sender.trim(), '--sender');
        return pool.tx(async (tx) => {
          await setGateway(tx, io.config().serverKey, { facilityId, kind, url, secret, senderAddress });
          await auditOperator(tx, 'healthSummary.gatewaySet', { facilityId }, { kind });
        });
      };
      switch (way.by) {
        case 'webhook': {
          const secret = newSecret();
          await save('webhook', way.value, secret);
          return ['Summaries are posted there from now on.', `Secret of the signatures: ${secret}`];
        }
        case 'smtp':
          await save('smtp', way.value.url, way.value.secret);
          return 'Summaries are handed to that mail server from now on.';
        case 'off': {
          const had = await pool.tx(async (tx) => {
            const was = await clearGateway(tx, facilityId);
            await auditOperator(tx, 'healthSummary.gatewayCleared', { facilityId });
            return was;
          });
          return had ? 'Nothing is sent securely any more.' : 'The facility had no gateway.';
        }
        case 'try':
          return tryGateway(io, pool.db, facilityId, way.value);
      }
    }),
});

const taken = statement(
  'admin.oidTaken',
  'select id, name from facilities where id_root = $oid and id <> $facilityId',
  v.object({ id: FacilityId, name: v.string() }),
);
/** Without an OID the facility gets a new generated one. */
const setRoot = statement(
  'admin.setIdRoot',
  `update facilities set id_root = coalesce($oid::text, gen_random_uuid()::text) where id = $facilityId
     and id_root is distinct from $oid and ($oid::text is not null or id_root ~ '[.]') returning id_root as root`,
  v.object({ root: v.string() }),
);

/** Checks an OID: its first number is 0, 1 or 2, and after 0 and 1 the second is at most 39. */
function registeredOid(text: string): string {
  const oid = text.trim().replace(/^urn:oid:/i, '');
  if (oid.length > 64 || !/^(?:[01]\.[1-3]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))+$/.test(oid))
    throw new NotUnderstood(
      `"${oid}" is no OID: it is numbers with points between them, the first of them 0, 1 or 2, as in 2.16.840.1.113883.19.5.`,
    );
  return oid;
}

const oidCommand = command({
  name: 'health-summary oid',
  does: 'Says under which number other systems know the facility and its patients, in the health summaries that it makes.',
  more: `From the beginning that is a number of its own, made at random. Whoever got a summary before sees another facility and another patient
number in the next one, so set it before the first.`,
  parameters: {
    facility: required('NAME|ID', ''),
    way: choice({
      set: option('OID', "the facility's registered OID, for example 2.16.840.1.113883.19.5", registeredOid),
      none: flag('a number of its own again, a new one'),
    }),
  },
  async inTransaction(tx, { facility, way }) {
    const oid = way.by === 'set' ? way.value : null;
    const { id: facilityId } = await oneFacility(tx, facility);
    const other = oid === null ? null : await tx.maybe(taken, { oid, facilityId });
    if (other !== null) throw new CommandFailed(`${other.name} has this OID: it must be one facility's alone.`);
    const now = await tx.maybe(setRoot, { oid, facilityId });
    if (now === null) return 'It is so already.';
    await auditOperator(tx, 'facility.updated', { facilityId }, { idRoot: now.root });
    return `Its health summaries say ${now.root} from now on.`;
  },
});

export const healthSummaryCommands = [listCommand, sourceCommand, gatewayCommand, oidCommand];
