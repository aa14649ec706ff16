import type { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { addToCareTeam, type Photo, saveCareProvider } from '../care/careTeam.ts';
import { type Db, statement } from '../db/pool.ts';
import { safeSvg } from '../facilities/svg.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { bytesOf } from './files.ts';
import { option, repeated, required } from './parameters.ts';
import { contactOf, onePatient, patientOptions } from './people.ts';
import { emailAddress } from './readers.ts';

/** Reads a picture. Its type is judged by its bytes and not by its name; drawings are sanitized. */
async function photoOf(file: string): Promise<Photo> {
  const bytes = await bytesOf(file);
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

async function systemOf(tx: Db, facilityId: FacilityId, named: string | null): Promise<number | null> {
  if (named === null) return null;
  const found = await tx.maybe(systemCalled, { facilityId, named });
  if (found === null) throw new CommandFailed(`The facility has no external system "${named}".`);
  return found.id;
}

export const careTeamAdd = command({
  name: 'care-team add',
  does: "Puts somebody, with a photo if there is one, into a patient's care team.",
  more: 'A provider of that name at the facility is brought up to date; what is left out stays.',
  parameters: {
    ...patientOptions,
    first: required('TEXT', ''),
    last: required('TEXT', ''),
    title: option('TEXT', 'how they are addressed: Dr.'),
    profession: option('TEXT', 'what they are: Oncologist'),
    suffix: option('TEXT', 'after the name: MD'),
    email: option('TEXT', '', emailAddress),
    phone: option('TEXT', ''),
    extension: option('TEXT', ''),
    fax: option('TEXT', ''),
    institution: option('TEXT', ''),
    address: repeated('LINE', 'up to three lines'),
    city: option('TEXT', ''),
    state: option('TEXT', ''),
    zip: option('TEXT', ''),
    country: option('TEXT', ''),
    photo: option('FILE', "PNG, JPEG or SVG; whoever has a photo's address can see it, also without signing in"),
    messagesBy: option(
      'SYSTEM',
      "name or id of the facility's system that takes secure messages to them; without it they take none",
    ),
  },
  async run({ patient, facility, first: firstName, last: lastName, address, messagesBy, ...values }, io) {
    const [address1 = null, address2 = null, address3 = null, ...tooMany] = address;
    if (tooMany.length > 0) throw new NotUnderstood('--address can be given three times at most.');
    const { title: titleValue, profession: title, extension: phoneExtension, zip: zipCode, photo, ...others } = values;
    const provider = {
      ...others,
      firstName,
      lastName,
      titleValue,
      title,
      phoneExtension,
      address1,
      address2,
      address3,
      zipCode,
      photo: photo === null ? null : await photoOf(photo),
      thumbnail: null,
    };
    return io.transaction(async (tx) => {
      const { id: patientId, shown } = await onePatient(tx, { patient, facility });
      const { facilityId } = await contactOf(tx, patientId);
      const systemId = await systemOf(tx, facilityId, messagesBy);
      const careProviderId = await saveCareProvider(tx, facilityId, provider);
      const { id: careTeamId, isNew } = await addToCareTeam(tx, patientId, careProviderId, systemId, systemId !== null);
      const type = isNew ? 'careTeam.added' : 'careTeam.updated';
      await auditOperator(tx, type, { patientId }, { careTeamId, careProviderId });
      return `${firstName} ${lastName} is ${isNew ? '' : 'up to date '}in the care team of ${shown}.`;
    });
  },
});
