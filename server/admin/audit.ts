import { checkAll, checkOne } from '../audit/checkAll.ts';
import { type Finding, findingText } from '../audit/checkChain.ts';
import { lostText } from '../audit/restores.ts';
import { chainOf } from '../db/auditKey.ts';
import { command } from './command.ts';
import { flag, option } from './parameters.ts';
import { onePatient, patientOptions } from './people.ts';

export const auditVerify = command({
  name: 'audit verify',
  does: 'Checks the audit log: each row under its key, each chain whole, and as it was anchored outside the database.',
  more: `The anchors are audit-anchors in DATA_DIR. Each finding is a line that says chain, row and what is wrong; the exit code is then 1. What
a restore from a backup lost is said and is no finding, if a sealed row tells of that restore. A check that was interrupted goes on where
it was. Rows that a check has verified are read again after 30 days, with --all, with --patient, and while anything is wrong.`,
  inAllCells: true,
  parameters: {
    all: flag('every row and every anchor again'),
    patient: option('MRN|USERNAME', 'the rows about one patient alone'),
    facility: patientOptions.facility,
  },
  run: ({ all, patient, facility }, io) =>
    io.database(async (pool, log) => {
      const checking = {
        pool,
        keys: log.keys,
        anchors: await log.anchors(),
        ofEveryRow: all,
        onFinding: (finding: Finding) => io.err(findingText(finding)),
      };
      const { chains, events, findings, lost, ofEveryRow } =
        patient === null
          ? await checkAll(checking)
          : await checkOne(checking, chainOf((await onePatient(pool.db, { patient, facility })).id, null));
      for (const each of lost) io.out(lostText(each));
      io.out(
        `${chains} chains with ${events} ${ofEveryRow ? '' : 'new '}rows checked: ${findings === 0 ? 'nothing found' : `${findings} found`}.`,
      );
      return findings === 0 ? 0 : 1;
    }),
});
