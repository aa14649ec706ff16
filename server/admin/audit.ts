import { parseArgs } from 'node:util';
import { chainOf } from '../db/auditKey.ts';
import { checkAll, checkOne } from '../audit/checkAll.ts';
import { type Finding, findingText } from '../audit/checkChain.ts';
import type { Command } from './command.ts';
import { onePatient } from './people.ts';

const verify: Command = {
  words: ['audit', 'verify'],
  help: `audit verify [--patient MRN|USERNAME] [--facility NAME]

Checks the audit log: every row under its key and after the row before it, every chain up to its head, and what was anchored outside the
database (audit-anchors in DATA_DIR). Each finding is a line that says chain, row and what is wrong; the exit code is then 1. A check that was
interrupted goes on where it was.

  --patient    the rows about one patient alone
  --facility   where two facilities have the same record number`,
  async run(args, io) {
    const { values } = parseArgs({ args, options: { patient: { type: 'string' }, facility: { type: 'string' } } });
    return io.database(async (pool, log) => {
      const checking = {
        pool,
        keys: log.keys,
        anchors: await log.anchors(),
        onFinding: (finding: Finding) => io.err(findingText(finding)),
      };
      const { chains, events, findings } =
        values.patient === undefined
          ? await checkAll(checking)
          : await checkOne(checking, chainOf((await onePatient(pool.db, values.patient, values.facility)).id, null));
      io.out(
        `${chains} chains with ${events} rows checked: ${findings === 0 ? 'nothing found' : `${findings} found`}.`,
      );
      return findings === 0 ? 0 : 1;
    });
  },
};

/** The log of who did what. */
export const auditCommands: readonly Command[] = [verify];
