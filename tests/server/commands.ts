import { Readable } from 'node:stream';
import { installationOf } from '../../server/admin/cells.ts';
import { testEnvironment } from './facilityServer.ts';
import { runAdmin } from '../../server/admin/run.ts';

/** Runs a command as from the command line. Returns its exit code and its output. */
export async function command(
  args: readonly string[],
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
  input: Uint8Array = new Uint8Array(),
): Promise<{ code: number; out: string; err: string }> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runAdmin(args, {
    out: (line) => out.push(line),
    async outAll(lines) {
      for await (const line of lines) out.push(line);
    },
    err: (line) => err.push(line),
    input: () => Readable.from([input]),
    ...installationOf({ ...testEnvironment, ...environment, DATABASE_URL: databaseUrl }),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}
