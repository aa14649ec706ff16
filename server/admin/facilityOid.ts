import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { choice, flag, option, required } from './parameters.ts';
import { oneFacility } from './people.ts';

const taken = statement(
  'admin.oidTaken',
  'select id, name from facilities where id_root = $oid and id <> $facilityId',
  v.object({ id: FacilityId, name: v.string() }),
);
/** Without an OID it gets a number of its own again, a new one. */
const setRoot = statement(
  'admin.setIdRoot',
  `update facilities set id_root = coalesce($oid::text, gen_random_uuid()::text) where id = $facilityId
     and id_root is distinct from $oid and ($oid::text is not null or id_root ~ '[.]') returning id_root as root`,
  v.object({ root: v.string() }),
);

/** An OID as it is registered: the first number is 0, 1 or 2, and below 0 and 1 the second is at most 39. */
function registeredOid(text: string): string {
  const oid = text.trim().replace(/^urn:oid:/i, '');
  if (oid.length > 64 || !/^(?:[01]\.[1-3]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))+$/.test(oid))
    throw new NotUnderstood(
      `"${oid}" is no OID: it is numbers with points between them, the first of them 0, 1 or 2, as in 2.16.840.1.113883.19.5.`,
    );
  return oid;
}

export const oidCommand = command({
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
  run: ({ facility, way }, io) =>
    io.transaction(async (tx) => {
      const oid = way.by === 'set' ? way.value : null;
      const { id: facilityId } = await oneFacility(tx, facility);
      const other = oid === null ? null : await tx.maybe(taken, { oid, facilityId });
      if (other !== null) throw new CommandFailed(`${other.name} has this OID: it must be one facility's alone.`);
      const now = await tx.maybe(setRoot, { oid, facilityId });
      if (now === null) return 'It is so already.';
      await auditOperator(tx, 'facility.updated', { facilityId }, { idRoot: now.root });
      return `Its health summaries say ${now.root} from now on.`;
    }),
});
