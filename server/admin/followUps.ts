import * as v from 'valibot';
import { PlanFile, planFaults, savePlan } from '../care/followUps.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed } from './failure.ts';
import { bytesOf, faultsOf, withoutMark } from './files.ts';
import { argument, flag } from './parameters.ts';
import { onePatient, patientOptions } from './people.ts';
import { counted } from './text.ts';

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandFailed(`${file} is not JSON: ${error.message}`);
    throw error;
  }
}

export const followUpImport = command({
  name: 'follow-up import',
  does: "Makes a file the patient's follow-up plan; the plan before is archived.",
  more: `The file is JSON:

  {"startDate": "2026-01-31", "memoToPatient": "…",
   "categories": [{"key": "exam", "name": "Physical exam"}, …],          columns of the table, in order
   "templates": [{"name": "…", "effectiveDate": "2025-01-15"}, …],       the guidelines that it follows
   "appointments": [{"label": "Six month visit", "after": {"years": 0, "months": 6},
     "provider": {"firstName": "…", "lastName": "…"}, "targetDate": "2026-07-31",
     "actualDate": "2026-08-03", "actualTime": "09:30", "status": "Pending|Completed|Missed|Cancelled",
     "tasks": [{"category": "exam", "addressed": false, "note": "…"}, …]}, …]}

categories, appointments, and of each of them the label and one of the dates must be there.`,
  parameters: { file: argument('FILE', 'one file.'), ...patientOptions, dryRun: flag('only look') },
  async run({ file, dryRun, ...values }, io) {
    const plan = v.safeParse(PlanFile, parseJson(file, withoutMark((await bytesOf(file)).toString('utf8'))));
    const faults = plan.success ? planFaults(plan.output) : faultsOf(plan.issues);
    if (!plan.success || faults.length > 0) {
      io.err(`${file}: nothing was imported; ${counted(faults.length, 'place is', 'places are')} not right:`);
      for (const fault of faults) io.err(`  ${fault}`);
      return 1;
    }
    const followUps = plan.output.appointments.length;
    return io.transaction(async (tx) => {
      const { id: patientId, shown } = await onePatient(tx, values);
      if (dryRun) return `The plan of ${counted(followUps, 'follow-up')} can be imported for ${shown}.`;
      await savePlan(tx, patientId, plan.output);
      await auditOperator(tx, 'followUpPlan.imported', { patientId }, { followUps });
      return `${shown} has a plan of ${counted(followUps, 'follow-up')}.`;
    });
  },
});
