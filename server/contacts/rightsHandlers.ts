import { type SectionRight, offeredRights, withRight } from '@portal/api';
import { auditActor } from '../http/auditActor.ts';
import type { Db } from '../db/pool.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { type ContactRow, holdContact, ownContact } from './contactRecords.ts';
import { changeEnd, changeSectionEnd, requirePossibleEnd } from './representationEnds.ts';
import {
  requestedRights,
  chooseRights,
  chosenRights,
  endOwnRepresentation,
  forgetSectionEnds,
  replaceRights,
  representationsOf,
  rightWord,
  rightsOf,
} from './representatives.ts';

async function givenRights(db: Db, contact: ContactRow): Promise<SectionRight[]> {
  if (contact.authorizedRepresentativeUserId !== null)
    return (await rightsOf(db, contact.authorizedRepresentativeUserId, contact.patientId)) ?? [];
  return chosenRights(db, contact.contactId);
}

/** What those who act for a patient may see and do, and until when (specification 2, section 4, and beyond it). */
export const rightsHandlers = {
  async getContactRights({ actor, db, params }) {
    const contact = await ownContact(db, actor, params.patientId, params.contactId);
    return { offered: [...offeredRights], given: await givenRights(db, contact) };
  },

  async setContactRight({ actor, body, params, tx }) {
    const { patientId, contactId } = params;
    const { isGiven, ...one } = body;
    requestedRights([one]);
    return tx(async (within) => {
      // The lock makes sure that the chosen rights also reach an account that is being created at this moment.
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      const contact = await ownContact(within, actor, patientId, contactId);
      const userId = contact.authorizedRepresentativeUserId;
      const before = await givenRights(within, contact);
      const given = withRight(before, one, isGiven);
      await chooseRights(within, contactId, given);
      if (userId !== null) await replaceRights(within, actor, { userId, patientId, contactId }, given);
      else if (given.length !== before.length) {
        await forgetSectionEnds(within, contactId, before, given);
        await auditActor(within, actor, 'contact.rights_chosen', {
          patientId,
          detail: { contactId, chosen: given.map(rightWord).join(' ') },
        });
      }
      return { offered: [...offeredRights], given };
    });
  },

  async setContactEnd({ actor, body: end, params, refuse, tx }) {
    const { patientId, contactId } = params;
    return tx(async (within) => {
      // The lock makes sure that the end also reaches an account that is being created at this moment.
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      await requirePossibleEnd(within, patientId, end.lastDay, refuse);
      const { authorizedRepresentativeUserId: userId } = await ownContact(within, actor, patientId, contactId);
      await changeEnd(within, actor, { userId, patientId, contactId }, end);
      return ownContact(within, actor, patientId, contactId);
    });
  },

  async setSectionEnd({ actor, body: end, params, refuse, tx }) {
    const { patientId, contactId, section } = params;
    return tx(async (within) => {
      if (!(await within.has(holdContact, { contactId, patientId }))) throw notFound();
      await requirePossibleEnd(within, patientId, end.lastDay, refuse);
      const contact = await ownContact(within, actor, patientId, contactId);
      if (!(await givenRights(within, contact)).some((one) => one.section === section)) throw notFound();
      if (end.lastDay !== null && contact.lastDay !== null && end.lastDay > contact.lastDay)
        throw refuse('last_day_after_access');
      const userId = contact.authorizedRepresentativeUserId;
      await changeSectionEnd(within, actor, { userId, patientId, contactId }, section, end);
      return ownContact(within, actor, patientId, contactId);
    });
  },

  async listRepresentations({ db, actor }) {
    return representationsOf(db, actor.userId);
  },

  async giveUpRepresentation({ actor, params: { patientId }, tx }) {
    await tx(async (within) => {
      if (!(await endOwnRepresentation(within, actor, { userId: actor.userId, patientId }))) throw notFound();
    });
    return null;
  },
} satisfies Partial<Handlers>;
