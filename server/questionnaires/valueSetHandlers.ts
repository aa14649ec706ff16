import { RawJson } from '../http/answerText.ts';
import { type Handlers, notFound } from '../http/handler.ts';
import { isStartableAndDue, openAssigned, seesOnlyDue } from './assigned.ts';
import { revisionOf } from './revisions.ts';
import { valueSetKeysOf, valueSetText } from './valueSets.ts';

/** Value sets of the questionnaires that are open for a patient. */
export const valueSetHandlers = {
  async getValueSet({ db, actor, params: { patientId, valueSetKey } }) {
    for (const assigned of await openAssigned(db, patientId)) {
      if (!(seesOnlyDue(actor.role) ? isStartableAndDue(assigned) : assigned.canStart)) continue;
      const { items } = await revisionOf(db, assigned.revisionKey);
      const text = valueSetKeysOf(items).has(valueSetKey) ? await valueSetText(db, valueSetKey) : null;
      if (text !== null) return new RawJson(text);
    }
    throw notFound();
  },
} satisfies Partial<Handlers>;
