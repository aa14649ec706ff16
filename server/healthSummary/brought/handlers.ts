import * as v from 'valibot';
import { audit } from '../../audit/audit.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Scanner } from '../../files/scanner.ts';
import type { Handlers } from '../../http/handler.ts';
import { requireWithinLimit } from '../../http/limits.ts';
import { type BroughtNote, keepBrought, readBrought } from '../../record/brought.ts';
import { summaryWords } from '../write/words.ts';
import { readCard } from './healthCard.ts';
import { askOtherClinic } from './otherClinic.ts';

export interface BroughtServices {
  readonly scanner: Scanner;
  readonly callAnywhere: boolean;
}

/** How often one account may have links fetched, so that this server is nobody's way to try out passcodes elsewhere. */
const fetches = { most: 30, seconds: 15 * 60 };
const additions = { most: 20, seconds: 24 * 3600 };

const facility = statement(
  'broughtSummaries.facility',
  'select f.name, f.time_zone as "timeZone" from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId',
  v.object({ name: v.string(), timeZone: v.string() }),
);
const birthDay = statement(
  'broughtSummaries.birthDay',
  'select date_of_birth::text as day from patients where id = $patientId',
  v.object({ day: v.string() }),
);

/** The files among the documents, as the scanner sees them; words were made safe by the reading. */
async function scanned({ documents }: BroughtNote, scanner: Scanner): Promise<'clean' | 'infected' | 'unknown'> {
  for (const { contentType, content } of documents) {
    if (contentType === 'text/html' || contentType === 'text/plain') continue;
    const result = await scanner(content);
    if (result !== 'clean') return result;
  }
  return 'clean';
}

type BroughtCalls = 'fetchSummaryLink' | 'readHealthCard' | 'addHealthCard' | 'addBroughtSummary';
type Added = Parameters<Handlers['addBroughtSummary' | 'addHealthCard']>[0];

/** Whether it is about the patient. A year or a month alone says less, and nothing against it. */
async function isAboutPatient({ db, params: { patientId } }: Added, { birthDate }: BroughtNote): Promise<boolean> {
  const { day } = await db.one(birthDay, { patientId });
  return birthDate === null || day.startsWith(birthDate);
}

/** Keeps a note that says who brought it and where it came from; `note` has a place for the host. */
async function keep(
  { actor, body: { language }, params: { patientId }, tx }: Added,
  brought: BroughtNote,
  { host, note }: { readonly host: string; readonly note: string },
): Promise<boolean | 'unreadable'> {
  const { institution, authoredBy } = brought.note;
  const saying = {
    authoredBy: summaryWords[language].broughtBy.replace('{clinic}', () => institution ?? authoredBy ?? host),
    noteToPatient: note.replace('{host}', () => host),
  };
  return tx(async (within) => {
    const isNew = await keepBrought(within, patientId, brought, saying);
    if (isNew === true) await audit(within, { type: 'healthSummary.brought', actor, patientId, detail: { to: host } });
    return isNew;
  });
}

/** A summary of another clinic, by its link: the server fetches what it cannot read, and keeps what the device read. */
export const broughtSummaryHandlers = ({ scanner, callAnywhere }: BroughtServices): Pick<Handlers, BroughtCalls> => ({
  async fetchSummaryLink({ actor, body, db, params, refuse, tx }) {
    const { patientId } = params;
    await requireWithinLimit(db, 'brought-link', String(actor.userId), fetches);
    const { name } = await db.one(facility, { patientId });
    const answer = await askOtherClinic({ ...body, recipient: name }, callAnywhere);
    switch (answer.kind) {
      case 'files':
        await tx((within: Db) =>
          audit(within, {
            type: 'healthSummary.linkFetched',
            actor,
            patientId,
            detail: { to: new URL(body.url).host, files: answer.files.length },
          }),
        );
        return { files: [...answer.files] };
      case 'wrong':
        throw refuse(
          'passcode_wrong',
          answer.remainingAttempts === null ? {} : { remainingAttempts: answer.remainingAttempts },
        );
      case 'gone':
        throw refuse('link_gone');
      case 'unreachable':
        throw refuse('link_unreachable');
    }
  },

  async readHealthCard({ actor, body: { card, language }, db, params: { patientId }, refuse, tx }) {
    await requireWithinLimit(db, 'brought-link', String(actor.userId), fetches);
    const { timeZone } = await db.one(facility, { patientId });
    const answer = await readCard(card, { language, timeZone, anywhere: callAnywhere });
    switch (answer.kind) {
      case 'card': {
        const { host, document } = answer;
        await tx((within) =>
          audit(within, { type: 'healthSummary.linkFetched', actor, patientId, detail: { to: host, files: 1 } }),
        );
        return { host, document };
      }
      case 'unreadable':
        throw refuse('summary_unreadable');
      case 'invalid':
        throw refuse('card_invalid');
      case 'unreachable':
        throw refuse('link_unreachable');
    }
  },

  async addHealthCard(context) {
    const { body, db, params, refuse } = context;
    const { patientId } = params;
    await requireWithinLimit(db, 'brought-summary', String(patientId), additions);
    const { timeZone } = await db.one(facility, { patientId });
    const answer = await readCard(body.card, { language: body.language, timeZone, anywhere: callAnywhere });
    if (answer.kind === 'invalid') throw refuse('card_invalid');
    if (answer.kind === 'unreachable') throw refuse('link_unreachable');
    const brought = answer.kind === 'card' ? readBrought([answer.document]) : null;
    if (answer.kind !== 'card' || brought === null) throw refuse('summary_unreadable');
    if (!(await isAboutPatient(context, brought))) throw refuse('other_person');
    const note = summaryWords[body.language].cardNote;
    const kept = await keep(context, brought, { host: answer.host, note });
    if (kept === 'unreadable') throw refuse('summary_unreadable');
    return { isNew: kept };
  },

  async addBroughtSummary(context) {
    const { body, db, params, refuse } = context;
    const { host, language, files } = body;
    await requireWithinLimit(db, 'brought-summary', String(params.patientId), additions);
    const brought = readBrought(files);
    if (brought === null) throw refuse('summary_unreadable');
    if (!(await isAboutPatient(context, brought))) throw refuse('other_person');
    const scan = await scanned(brought, scanner);
    if (scan !== 'clean') throw refuse(scan === 'infected' ? 'file_infected' : 'file_unchecked');
    const kept = await keep(context, brought, { host, note: summaryWords[language].broughtNote });
    if (kept === 'unreadable') throw refuse('summary_unreadable');
    return { isNew: kept };
  },
});
