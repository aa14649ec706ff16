import { Instant, PatientId, SummaryLink, SummaryLinkId, linkTries } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import type { AccountServices } from '../credentials/tokens.ts';
import { type Db, statement } from '../db/pool.ts';
import { facilityOfHost } from '../facilities/facility.ts';
import { type Handlers, notFound, orNotFound } from '../http/handler.ts';
import { requireWithinLimit } from '../http/limits.ts';
import { hashOf, newSecret } from '../http/secrets.ts';

/** Whether link `l` works: it has not ended, and who shared it may still read the patient's summary. The try that is being made is counted. */
const works = `(l.ended_at is null and l.ends_at > now() and l.opened < l.openings and l.wrong_passcodes <= ${String(linkTries)}
  and exists (select from users u join patients p on p.id = l.patient_id join facilities f on f.id = p.home_facility_id
    where u.id = l.user_id and u.disabled_at is null and f.capabilities -> 'Dashboard' ? 'HealthSummary'
      and (p.user_id = u.id or exists (
        select from current_representatives c join current_rights r on r.user_id = c.user_id and r.patient_id = c.patient_id
        where c.user_id = u.id and c.patient_id = p.id and r.section = 'HealthSummary' and r."right" = 'read'))))`;

const columns = `l.id as "summaryLinkId", l.recipient, l.created_at as "sharedAt", l.ends_at as "endsAt", l.openings, l.opened,
  l.last_opened_at as "lastOpenedAt", l.wrong_passcodes < ${String(linkTries)} and ${works} as "isOpen"`;

const add = statement(
  'summaryLinks.add',
  `insert into summary_links (patient_id, user_id, manifest_hash, passcode_hash, recipient, content, pdf, ends_at, openings)
   values ($patientId, $userId, $manifestHash, $passcodeHash, $recipient, $content, $pdf, now() + make_interval(days => $days), $openings)
   returning id as "summaryLinkId", created_at as "sharedAt", ends_at as "endsAt"`,
  v.object({ summaryLinkId: SummaryLinkId, sharedAt: Instant, endsAt: Instant }),
);
const list = statement(
  'summaryLinks.list',
  `select ${columns} from summary_links l join patients p on p.id = l.patient_id
   where l.patient_id = $patientId and (p.user_id = $userId or l.user_id = $userId) order by l.created_at desc, l.id desc limit 100`,
  SummaryLink,
);
const end = statement(
  'summaryLinks.end',
  `update summary_links l set ended_at = now(), content = null, pdf = null from patients p
   where l.id = $summaryLinkId and p.id = l.patient_id and l.patient_id = $patientId and (p.user_id = $userId or l.user_id = $userId)
     and l.ended_at is null and l.ends_at > now()`,
);
const isOwn = statement(
  'summaryLinks.isOwn',
  `select 1 as one from summary_links l join patients p on p.id = l.patient_id
   where l.id = $summaryLinkId and l.patient_id = $patientId and (p.user_id = $userId or l.user_id = $userId)`,
  v.object({ one: v.number() }),
);
/** Counted before the passcode is compared, so that many tries at once are no more than one after the other. */
const countTry = statement(
  'summaryLinks.countTry',
  `update summary_links l set wrong_passcodes = l.wrong_passcodes + 1 where l.manifest_hash = $manifestHash and l.wrong_passcodes < ${String(linkTries)} and ${works}
   returning l.passcode_hash as "passcodeHash", l.wrong_passcodes as tries`,
  v.object({ passcodeHash: v.string(), tries: v.number() }),
);
const find = statement(
  'summaryLinks.find',
  `select 1 as one from summary_links l where l.manifest_hash = $manifestHash and l.wrong_passcodes < ${String(linkTries)} and ${works}`,
  v.object({ one: v.number() }),
);
/** Of many that open at once only as many succeed as are left, because each locks the row. */
const Opened = v.object({
  summaryLinkId: SummaryLinkId,
  patientId: PatientId,
  content: v.string(),
  pdf: v.nullable(v.string()),
});
const open = statement(
  'summaryLinks.open',
  `update summary_links l set opened = l.opened + 1, last_opened_at = now(), wrong_passcodes = l.wrong_passcodes - 1 where l.manifest_hash = $manifestHash and l.content is not null and ${works}
   returning l.id as "summaryLinkId", l.patient_id as "patientId", l.content, l.pdf`,
  Opened,
);
const addTickets = statement(
  'summaryLinks.addTickets',
  `update summary_links set ticket_hash = $ticketHash, pdf_ticket_hash = $pdfTicketHash, ticket_ends_at = now() + interval '1 hour' where id = $summaryLinkId`,
);
const takeFile = statement(
  'summaryLinks.takeFile',
  `update summary_links set ticket_hash = null
   where manifest_hash = $manifestHash and ticket_hash = $ticketHash and ticket_ends_at > now() and ended_at is null and content is not null
   returning content`,
  v.object({ content: v.string() }),
);
const takePdf = statement(
  'summaryLinks.takePdf',
  `update summary_links set pdf_ticket_hash = null
   where manifest_hash = $manifestHash and pdf_ticket_hash = $ticketHash and ticket_ends_at > now() and ended_at is null and pdf is not null
   returning pdf as content`,
  v.object({ content: v.string() }),
);

/** How often one address may ask for links, so that nobody tries them out. */
const tries = { most: 60, seconds: 15 * 60 };

type LinkCalls = 'shareSummary' | 'listSummaryLinks' | 'endSummaryLink' | 'openSummaryLink' | 'getLinkedSummary';

/** Checks the passcode before anything is counted as opened. */
async function requirePasscode(
  { passwords }: Pick<AccountServices, 'passwords'>,
  { db, body, ip, refuse }: Parameters<Handlers['openSummaryLink']>[0],
  manifestHash: Buffer,
): Promise<void> {
  if (body.passcode === undefined) {
    // Readers first ask without a passcode, to learn that there is one.
    throw (await db.maybe(find, { manifestHash })) === null ? notFound() : refuse('passcode_wrong');
  }
  const counted = orNotFound(await db.maybe(countTry, { manifestHash }));
  if (await passwords.matches(body.passcode, counted.passcodeHash, ip)) return;
  throw refuse('passcode_wrong', { remainingAttempts: linkTries - counted.tries });
}

async function filesOf(tx: Db, path: string, opened: v.InferOutput<typeof Opened>, longest: number) {
  const contentType = 'application/fhir+json' as const;
  const files = [opened.content, ...(opened.pdf === null ? [] : [opened.pdf])].map((content) => ({
    content,
    ticket: content.length <= longest ? null : newSecret(),
  }));
  const [ticketHash = null, pdfTicketHash = null] = files.map(({ ticket }) =>
    ticket === null ? null : hashOf(ticket),
  );
  if (ticketHash !== null || pdfTicketHash !== null)
    await tx.run(addTickets, { summaryLinkId: opened.summaryLinkId, ticketHash, pdfTicketHash });
  return files.map(({ content, ticket }) =>
    ticket === null ? { contentType, embedded: content } : { contentType, location: `${path}/file?ticket=${ticket}` },
  );
}

/** Sharing a summary by a link. The key is in the link and never comes here, so that a stolen database cannot be read with it. */
export const summaryLinkHandlers = (services: Pick<AccountServices, 'passwords'>): Pick<Handlers, LinkCalls> => ({
  async shareSummary({ actor, body, params, tx }) {
    const { recipient, days, openings, content, pdf = null } = body;
    const { patientId } = params;
    const manifestId = newSecret();
    const passcodeHash = await services.passwords.hash(body.passcode);
    const added = await tx(async (within) => {
      const row = await within.one(add, {
        patientId,
        userId: actor.userId,
        manifestHash: hashOf(manifestId),
        passcodeHash,
        recipient,
        content,
        pdf,
        days,
        openings,
      });
      await audit(within, {
        type: 'healthSummary.shared',
        actor,
        patientId,
        detail: { summaryLinkId: row.summaryLinkId, to: recipient, ifSystemId: params.ifSystemId, days, openings },
      });
      return row;
    });
    return {
      link: { ...added, recipient, openings, opened: 0, lastOpenedAt: null, isOpen: true },
      manifestPath: `/api/shl/${manifestId}`,
    };
  },

  listSummaryLinks: ({ actor, db, params }) => db.many(list, { patientId: params.patientId, userId: actor.userId }),

  async endSummaryLink({ actor, params, tx }) {
    const { patientId, summaryLinkId } = params;
    const link = { patientId, summaryLinkId, userId: actor.userId };
    await tx(async (within) => {
      if ((await within.run(end, link)) === 0) {
        // It has ended already: the answer to the first press may have been lost.
        orNotFound(await within.maybe(isOwn, link));
        return;
      }
      await audit(within, { type: 'healthSummary.linkEnded', actor, patientId, detail: { summaryLinkId } });
    });
    return null;
  },

  async openSummaryLink(context) {
    const { body, db, host, ip, origins, params, tx } = context;
    await requireWithinLimit(db, 'summary-link', ip, tries);
    const manifestHash = hashOf(params.manifestId);
    await requirePasscode(services, context, manifestHash);
    const portal = (await facilityOfHost(db, host, origins))?.facility.portalUrl ?? origins.portal;
    return tx(async (within) => {
      const opened = orNotFound(await within.maybe(open, { manifestHash }));
      const files = await filesOf(
        within,
        `${portal}/api/shl/${params.manifestId}`,
        opened,
        body.embeddedLengthMax ?? Infinity,
      );
      const { patientId, summaryLinkId } = opened;
      await audit(within, {
        type: 'healthSummary.linkOpened',
        actor: null,
        patientId,
        detail: { summaryLinkId, to: body.recipient },
      });
      return { files };
    });
  },

  async getLinkedSummary({ db, ip, params, query }) {
    await requireWithinLimit(db, 'summary-link', ip, tries);
    const asked = { manifestHash: hashOf(params.manifestId), ticketHash: hashOf(query.ticket) };
    const found = orNotFound((await db.maybe(takeFile, asked)) ?? (await db.maybe(takePdf, asked)));
    return { bytes: Buffer.from(found.content), fileType: 'jose', fileName: 'health-summary', goesTo: 'disk' };
  },
});
