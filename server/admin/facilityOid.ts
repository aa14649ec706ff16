import { parseArgs } from 'node:util';
import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { statement } from '../db/pool.ts';
import { named } from './accounts.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
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
export const isOid = (text: string): boolean =>
  text.length <= 64 && /^(?:[01]\.[1-3]?\d|2\.(?:0|[1-9]\d*))(?:\.(?:0|[1-9]\d*))+$/.test(text);

const oidCommand: Command = {
  words: ['health-summary', 'oid'],
  help: `health-summary oid --facility NAME|ID (--set OID | --none)

Under which number other systems know the facility and its patients, in the health summaries that it makes. From the beginning that is a number of its own, made
at random. Whoever got a summary before sees another facility and another patient number in the next one, so set it before the first.

  --set    the facility's registered OID, for example 2.16.840.1.113883.19.5
  --none   a number of its own again, a new one`,
  run(args, io) {
    const { values } = parseArgs({
      args,
      options: { facility: { type: 'string' }, set: { type: 'string' }, none: { type: 'boolean' } },
    });
    const { set, none = false } = values;
    if ((set === undefined) === !none) throw new CommandFailed('Give one of --set and --none.', true);
    const oid = set === undefined ? null : set.trim().replace(/^urn:oid:/i, '');
    if (oid !== null && !isOid(oid))
      throw new CommandFailed(
        `"${oid}" is no OID: it is numbers with points between them, the first of them 0, 1 or 2, as in 2.16.840.1.113883.19.5.`,
        true,
      );
    return io.database(async (pool) => {
      const { id: facilityId } = await oneFacility(pool.db, named(values.facility, 'facility', 'health-summary oid'));
      const changed = await pool.tx(async (tx) => {
        const other = oid === null ? null : await tx.maybe(taken, { oid, facilityId });
        if (other !== null) throw new CommandFailed(`${other.name} has this OID: it must be one facility's alone.`);
        const now = await tx.maybe(setRoot, { oid, facilityId });
        if (now !== null)
          await audit(tx, {
            type: 'facility.updated',
            actor,
            patientId: null,
            facilityId,
            detail: { idRoot: now.root },
          });
        return now;
      });
      io.out(changed === null ? 'It is so already.' : `Its health summaries say ${changed.root} from now on.`);
      return 0;
    });
  },
};

export const facilityOidCommands: readonly Command[] = [oidCommand];
