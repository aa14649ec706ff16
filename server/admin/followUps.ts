import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { audit } from '../audit/audit.ts';
import { PlanFile, planFaults, savePlan } from '../care/followUps.ts';
import { named } from './accounts.ts';
import { bytesOf, patientOptions } from './careOptions.ts';
import { actor, type Command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { onePatient } from './people.ts';

const followUpImport: Command = {
  words: ['follow-up', 'import'],
  help: `follow-up import FILE --patient MRN|USERNAME [--facility NAME] [--dry-run]

Makes a file the patient's follow-up plan; the plan before is archived. The file is JSON:

  {"startDate": "2026-01-31", "memoToPatient": "…",
   "categories": [{"key": "exam", "name": "Physical exam"}, …],          columns of the table, in order
   "templates": [{"name": "…", "effectiveDate": "2025-01-15"}, …],       the guidelines that it follows
   "appointments": [{"label": "Six month visit", "after": {"years": 0, "months": 6},
     "provider": {"firstName": "…", "lastName": "…"}, "targetDate": "2026-07-31",
     "actualDate": "2026-08-03", "actualTime": "09:30", "status": "Pending|Completed|Missed|Cancelled",
     "tasks": [{"category": "exam", "addressed": false, "note": "…"}, …]}, …]}

categories, appointments, and of each of them the label and one of the dates must be there.

${patientOptions}
  --dry-run         only look`,
  async run(args, io) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { patient: { type: 'string' }, facility: { type: 'string' }, 'dry-run': { type: 'boolean' } },
    });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) throw new CommandFailed('follow-up import needs one file.', true);
    const who = named(values.patient, 'patient', 'follow-up import');
    let json: unknown;
    try {
      json = JSON.parse((await bytesOf(file)).toString('utf8').replace(/^\uFEFF/, ''));
    } catch (error) {
      if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${error.message}`);
      throw error;
    }
    const plan = v.safeParse(PlanFile, json);
    const faults = plan.success
      ? planFaults(plan.output)
      : plan.issues.map((issue) => `${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`);
    if (!plan.success || faults.length > 0) {
      io.err(
        `${file}: nothing was imported; ${String(faults.length)} ${faults.length === 1 ? 'place is' : 'places are'} not right:`,
      );
      for (const fault of faults) io.err(`  ${fault}`);
      return 1;
    }
    const count = `${String(plan.output.appointments.length)} ${plan.output.appointments.length === 1 ? 'follow-up' : 'follow-ups'}`;
    return io.database(async (pool) => {
      if (values['dry-run'] === true) {
        const { mrn, facility } = await onePatient(pool.db, who, values.facility);
        io.out(`The plan of ${count} can be imported for ${mrn} (${facility}).`);
        return 0;
      }
      const patient = await pool.tx(async (tx) => {
        const one = await onePatient(tx, who, values.facility);
        await savePlan(tx, one.id, plan.output);
        await audit(tx, {
          type: 'followUpPlan.imported',
          actor,
          patientId: one.id,
          detail: { followUps: plan.output.appointments.length },
        });
        return one;
      });
      io.out(`${patient.mrn} (${patient.facility}) has a plan of ${count}.`);
      return 0;
    });
  },
};

export const followUpCommands: readonly Command[] = [followUpImport];
