import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type FacilityId, IfSystemId, summaryTrigger } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { newSecret } from '../http/secrets.ts';
import { type Db, statement } from '../db/pool.ts';
import { canSendTo } from '../healthSummary/addresses.ts';
import { type Gateway, clearGateway, gatewayOf, handToGateway, setGateway } from '../healthSummary/gateway.ts';
import { demandsTls } from '../mail/transport.ts';
import { named } from './accounts.ts';
import { actor, type Command, type Io } from './command.ts';
import { CommandFailed } from './failure.ts';
import { oneFacility } from './people.ts';
import { webhookAddress } from './webhookAddress.ts';

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

const list: Command = {
  words: ['health-summary', 'list'],
  help: `health-summary list

The systems of every facility with their documents, whether each is a source of summaries, and how summaries are sent securely: what waits, and what could not
be delivered in the last 90 days.`,
  run(args, io) {
    parseArgs({ args, options: {} });
    return io.database(async ({ db }) => {
      for (const { id, facility, name, isOwn, source, isOn, documents, patients } of await db.many(systems)) {
        const what = isOwn
          ? 'made by the facility itself'
          : `${String(documents)} documents of ${String(patients)} patients${source === null ? '' : `, imported as "${source}"`}`;
        io.out(`${String(id)}  ${facility}: ${name}  ${isOn ? what : `no source of summaries; ${what}`}`);
      }
      for (const { facility, root, kind, url, sender, queued, failed } of await db.many(gateways))
        io.out(
          `${facility}: ${kind === null || url === null ? 'no gateway' : `${kind} ${new URL(url).host} as ${sender ?? ''}`}, ${String(queued)} waiting, ${String(failed)} not delivered; its summaries say ${root}`,
        );
      return 0;
    });
  },
};

const source: Command = {
  words: ['health-summary', 'source'],
  help: `health-summary source --facility NAME|ID (--on | --off)

Whether the facility is a source of health summaries itself: of what this server holds of its patients. It is from the beginning. Documents of other systems are
not touched.`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: { facility: { type: 'string' }, on: { type: 'boolean' }, off: { type: 'boolean' } },
    });
    const { on = false, off = false } = values;
    if (on === off) throw new CommandFailed('Give one of --on and --off.', true);
    return io.database(async (pool) => {
      const facility = await oneFacility(pool.db, named(values.facility, 'facility', 'health-summary source'));
      await pool.tx(async (tx) => {
        await tx.run(switchOwn, { facilityId: facility.id, isOn: on });
        await audit(tx, {
          type: 'healthSummary.sourceSwitched',
          actor,
          patientId: null,
          facilityId: facility.id,
          detail: { isOn: on },
        });
      });
      io.out(on ? 'The facility makes health summaries.' : 'The facility makes no health summaries any more.');
      return 0;
    });
  },
};

/** A mail server that takes what is sent securely: over TLS, with its name checked. Its login is kept apart. */
function relayOf(text: string): { url: string; secret: string | null } {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['smtps:', 'smtp:'].includes(url.protocol) || url.hostname === '')
    throw new CommandFailed(`--smtp must be smtps://… or smtp://…, with STARTTLS; "${text}" is neither.`, true);
  if (!demandsTls(text.replace(/^smtps?:/, 'smtps:')))
    throw new CommandFailed('--smtp must check the certificate of the mail server.', true);
  const login = url.username === '' ? null : `${url.username}:${url.password}`;
  url.username = '';
  url.password = '';
  return { url: url.href, secret: login };
}

async function saveGateway(
  io: Io,
  tx: Db,
  facilityId: FacilityId,
  gateway: Omit<Gateway, 'secret' | 'facilityId'> & { readonly secret: string | null },
): Promise<void> {
  await setGateway(tx, io.config().serverKey, { facilityId, ...gateway });
  await audit(tx, {
    type: 'healthSummary.gatewaySet',
    actor,
    patientId: null,
    facilityId,
    detail: { kind: gateway.kind },
  });
}

/** Sends words without any patient's data, so that who sets a gateway up sees that it works. */
async function tryGateway(io: Io, db: Db, facilityId: FacilityId, to: string): Promise<number> {
  if (!canSendTo(to, 'sendSecurely')) throw new CommandFailed(`--try must be a Direct address; "${to}" is none.`, true);
  const gateway = await gatewayOf(db, facilityId);
  if (gateway === null) throw new CommandFailed('The facility has no gateway.');
  const text = 'This is a test of secure sending. It carries no health information.\n';
  const { outcome, code } = await handToGateway(db, io.config().serverKey, gateway, {
    recipient: to,
    messageKey: randomUUID(),
    createdAt: new Date().toISOString(),
    words: { fromName: '', subject: 'Test of secure sending', text, html: `<p>${text}</p>`, files: [] },
  });
  if (outcome !== 'delivered') throw new CommandFailed(`The gateway did not take it: ${code}.`);
  io.out('The gateway took it.');
  return 0;
}

const gateway: Command = {
  words: ['health-summary', 'gateway'],
  help: `health-summary gateway --facility NAME|ID (--webhook ADDRESS | --smtp ADDRESS) --sender ADDRESS
health-summary gateway --facility NAME|ID (--off | --try ADDRESS)

How the summaries of a facility's patients are sent securely, to a Direct address.

  --webhook  posts each to a service of yours as JSON, signed. Prints a new secret of the signatures; the one before is worth nothing from then on.
  --smtp     hands each to a mail server that speaks Direct: smtps://user:password@host, or smtp://… with STARTTLS
  --sender   the Direct address that they come from
  --off      nothing is sent securely any more; what waits goes on waiting, and fails after three days
  --try      sends a test without any health information to this Direct address now, and says what came of it`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: {
        facility: { type: 'string' },
        webhook: { type: 'string' },
        smtp: { type: 'string' },
        sender: { type: 'string' },
        off: { type: 'boolean' },
        try: { type: 'string' },
      },
    });
    const { webhook, smtp, sender, off = false, try: to } = values;
    if ([webhook !== undefined, smtp !== undefined, off, to !== undefined].filter(Boolean).length !== 1)
      throw new CommandFailed('Give one of --webhook, --smtp, --off and --try.', true);
    return io.database(async (pool) => {
      const { id: facilityId } = await oneFacility(
        pool.db,
        named(values.facility, 'facility', 'health-summary gateway'),
      );
      if (to !== undefined) return tryGateway(io, pool.db, facilityId, to);
      if (off) {
        const was = await pool.tx(async (tx) => {
          const had = await clearGateway(tx, facilityId);
          await audit(tx, { type: 'healthSummary.gatewayCleared', actor, patientId: null, facilityId });
          return had;
        });
        io.out(was ? 'Nothing is sent securely any more.' : 'The facility had no gateway.');
        return 0;
      }
      const senderAddress = named(sender, 'sender', 'health-summary gateway');
      if (!canSendTo(senderAddress, 'sendSecurely'))
        throw new CommandFailed(`--sender must be a Direct address; "${senderAddress}" is none.`, true);
      const secret = newSecret();
      const set =
        smtp !== undefined
          ? { kind: 'smtp' as const, ...relayOf(smtp) }
          : { kind: 'webhook' as const, url: webhookAddress(webhook ?? ''), secret };
      await pool.tx((tx) => saveGateway(io, tx, facilityId, { ...set, senderAddress }));
      io.out(
        set.kind === 'webhook'
          ? `Summaries are posted there from now on.\nSecret of the signatures: ${secret}`
          : 'Summaries are handed to that mail server from now on.',
      );
      return 0;
    });
  },
};

export const healthSummaryCommands: readonly Command[] = [list, source, gateway];
