import { parseArgs } from 'node:util';
import { type FacilityId, isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { addToCareTeam, type Photo, saveCareProvider } from '../care/careTeam.ts';
import { type Db, statement } from '../db/pool.ts';
import { safeSvg } from '../facilities/svg.ts';
import { named } from './accounts.ts';
import { bytesOf, homeOf, patientOptions } from './careOptions.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { onePatient } from './people.ts';

/** A picture as its bytes say, whatever its name; drawings without what could run or load. */
function photoOf(file: string, bytes: Buffer): Photo {
  if (bytes.byteLength > 2_000_000) throw new CommandFailed(`${file} is larger than 2 MB.`);
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return { type: 'png', bytes };
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return { type: 'jpg', bytes };
  const svg = safeSvg(bytes.toString('utf8'));
  if (svg === null) throw new CommandFailed(`${file} is no PNG, JPEG or SVG.`);
  return { type: 'svg', bytes: Buffer.from(svg) };
}

const systemCalled = statement(
  'admin.systemCalled',
  'select id from external_systems where facility_id = $facilityId and not is_own and (id::text = $named or lower(display_name) = lower($named)) order by id limit 1',
  v.object({ id: v.number() }),
);

async function systemOf(tx: Db, facilityId: FacilityId, which: string | undefined): Promise<number | null> {
  if (which === undefined) return null;
  const found = await tx.maybe(systemCalled, { facilityId, named: which });
  if (found === null) throw new CommandFailed(`The facility has no external system "${which}".`);
  return found.id;
}

const careTeamAdd: Command = {
  words: ['care-team', 'add'],
  help: `care-team add --patient MRN|USERNAME --first TEXT --last TEXT [--title TEXT] [--profession TEXT] [--suffix TEXT]
    [--email TEXT] [--phone TEXT] [--extension TEXT] [--fax TEXT] [--institution TEXT] [--address LINE]… [--city TEXT]
    [--state TEXT] [--zip TEXT] [--country TEXT] [--photo FILE] [--messages-by SYSTEM] [--facility NAME]

Puts a care provider into a patient's care team. A provider of that name at the facility is brought up to date; what is left out stays.

${patientOptions}
  --title           how they are addressed: Dr.
  --profession      what they are: Oncologist
  --suffix          after the name: MD
  --address         up to three lines
  --photo           PNG, JPEG or SVG; whoever has a photo's address can see it, also without signing in
  --messages-by     name or id of the facility's system that takes secure messages to them; without it they take none`,
  async run(args, io) {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({
      args,
      options: {
        patient: text,
        first: text,
        last: text,
        title: text,
        profession: text,
        suffix: text,
        email: text,
        phone: text,
        extension: text,
        fax: text,
        institution: text,
        address: { type: 'string', multiple: true },
        city: text,
        state: text,
        zip: text,
        country: text,
        photo: text,
        'messages-by': text,
        facility: text,
      },
    });
    const who = named(values.patient, 'patient', 'care-team add');
    const firstName = named(values.first, 'first', 'care-team add');
    const lastName = named(values.last, 'last', 'care-team add');
    const [address1 = null, address2 = null, address3 = null, ...tooMany] = values.address ?? [];
    if (tooMany.length > 0) throw new CommandFailed('--address can be given three times at most.', true);
    if (values.email !== undefined && !isEmailAddress(values.email))
      throw new CommandFailed(`--email is not an email address: "${values.email}".`, true);
    const photo = values.photo === undefined ? null : photoOf(values.photo, await bytesOf(values.photo));
    return io.database(async (pool) => {
      const { isNew, mrn } = await pool.tx(async (tx) => {
        const patient = await onePatient(tx, who, values.facility);
        const { id: facilityId } = await tx.one(homeOf, { patientId: patient.id });
        const systemId = await systemOf(tx, facilityId, values['messages-by']);
        const providerId = await saveCareProvider(tx, facilityId, {
          firstName,
          lastName,
          titleValue: values.title ?? null,
          title: values.profession ?? null,
          suffix: values.suffix ?? null,
          email: values.email ?? null,
          phone: values.phone ?? null,
          phoneExtension: values.extension ?? null,
          fax: values.fax ?? null,
          institution: values.institution ?? null,
          address1,
          address2,
          address3,
          city: values.city ?? null,
          state: values.state ?? null,
          zipCode: values.zip ?? null,
          country: values.country ?? null,
          photo,
          thumbnail: null,
        });
        const member = await addToCareTeam(tx, patient.id, providerId, systemId, systemId !== null);
        await audit(tx, {
          type: member.isNew ? 'careTeam.added' : 'careTeam.updated',
          actor,
          patientId: patient.id,
          detail: { careTeamId: member.id, careProviderId: providerId },
        });
        return { isNew: member.isNew, mrn: `${patient.mrn} (${patient.facility})` };
      });
      io.out(
        isNew
          ? `${firstName} ${lastName} is in the care team of ${mrn}.`
          : `${firstName} ${lastName} is up to date in the care team of ${mrn}.`,
      );
      return 0;
    });
  },
};

export const careTeamCommands: readonly Command[] = [careTeamAdd];
