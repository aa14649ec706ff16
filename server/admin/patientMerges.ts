import { type Registered, registeredPair } from '../account/registration.ts';
import { CannotMerge, mergePatients, unmergePatients } from '../patientMerges/merge.ts';
import { actor, command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { argument, required } from './parameters.ts';
import { oneFacility } from './people.ts';

/** Runs the work, and says in one line why it is not done. */
async function orSay(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof CannotMerge) throw new CommandFailed(`Nothing was changed: ${error.message}.`);
    throw error;
  }
}

function known(found: Registered | null, mrn: string): Registered {
  if (found === null) throw new CommandFailed(`No patient of the facility has the record number "${mrn}".`);
  return found;
}

const facilityOption = required('NAME|ID', 'whose record numbers they are');

const merge = command({
  name: 'patient merge',
  does: 'Joins two records of one person, as a message of a merge does: everything of the first number is under the second one from then on.',
  more: `Who has a sign-in under the first number alone keeps it. Where both have one, that of the second number stays, and the other one's sign-in
says so. See: patient unmerge`,
  page: 'integrate-hl7.md',
  parameters: {
    from: required('MRN', 'the record number that is given up'),
    into: required('MRN', 'the record number that stays'),
    facility: facilityOption,
  },
  async inTransaction(tx, { from, into, facility }) {
    const { id: facilityId } = await oneFacility(tx, facility);
    const [given, kept] = await registeredPair(tx, facilityId, [from, into]);
    const [one, other] = [known(given, from), known(kept, into)];
    if (one.patientId === other.patientId) return `${from} and ${into} are of one record already.`;
    await orSay(mergePatients(tx, one, other, actor));
    return `The record of ${from} is joined with that of ${into}.`;
  },
});

const unmerge = command({
  name: 'patient unmerge',
  does: 'Parts two records that were joined by mistake: what was moved goes back.',
  more: 'What came under either number since stays with the record that was kept: move it by hand, or have it sent again.',
  page: 'integrate-hl7.md',
  parameters: {
    given: argument('MRN', 'the record number that was given up.'),
    facility: facilityOption,
  },
  async inTransaction(tx, { given, facility }) {
    const { id: facilityId } = await oneFacility(tx, facility);
    await orSay(unmergePatients(tx, given, facilityId, actor));
    return `${given} is a record of its own again.`;
  },
});

export const patientMergeCommands = [merge, unmerge];
