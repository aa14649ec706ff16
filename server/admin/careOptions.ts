import { readFile } from 'node:fs/promises';
import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { CommandFailed } from './failure.ts';

/** How a command that is about a patient is told whom. */
export const patientOptions = `  --patient         the patient's record number or username
  --facility        the patient's home facility, where two facilities have the same record number`;

/** A file that the command line names. */
export async function bytesOf(file: string): Promise<Buffer> {
  return readFile(file).catch((error: unknown) => {
    throw new CommandFailed(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  });
}

/** A whole number within bounds; null where the option is left out. */
export function numberOption(name: string, text: string | undefined, least: number, most: number): number | null {
  if (text === undefined) return null;
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most))
    throw new CommandFailed(`--${name} needs a number from ${String(least)} to ${String(most)}, not "${text}".`, true);
  return value;
}

/** The home facility of a patient. */
export const homeOf = statement(
  'admin.homeOf',
  'select home_facility_id as id from patients where id = $patientId',
  v.object({ id: FacilityId }),
);
