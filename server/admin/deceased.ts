import { setDeceased } from '../account/deceased.ts';
import { actor, command } from './command.ts';
import { flag } from './parameters.ts';
import { contactOf, onePatient, patientOptions } from './people.ts';

export const deceasedCommand = command({
  name: 'patient deceased',
  does: 'Notes that a patient has died: the account is closed, and notices and series of questionnaires end.',
  more: 'Who acted for the patient may still read, for as long as settings.afterDeathDays of the facility says.',
  page: 'run.md',
  parameters: { ...patientOptions, undo: flag('takes back what was noted in error') },
  async inTransaction(tx, { undo, ...which }) {
    const { id: patientId, shown } = await onePatient(tx, which);
    const { facilityId } = await contactOf(tx, patientId);
    const isNew = await setDeceased(tx, { patientId, facilityId }, !undo, actor);
    if (undo) return isNew ? `${shown} has not died: everything goes on.` : `Nobody had noted that ${shown} has died.`;
    return isNew ? `${shown} has died.` : `${shown} was noted as deceased already.`;
  },
});
