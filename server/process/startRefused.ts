/** The server cannot start, for a reason that one line explains. It ends with exit code 1 and without a stack trace. */
export class StartRefused extends Error {}

/** Why a port is not listened on, with the setting to correct. `setting`: the name of that of the port. */
export function portRefused(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
  setting: string,
): StartRefused {
  const why = code ?? message;
  if (/^(EADDRNOTAVAIL|ENOTFOUND|EAI_\w+)$/.test(why))
    return new StartRefused(
      `"${host ?? ''}" is no address of this machine (${why}). Correct ${setting.replace('KIOSK_', '').replace('PORT', 'HOST')}.`,
    );
  const reason =
    code === 'EADDRINUSE'
      ? 'is in use already'
      : code === 'EACCES'
        ? 'may not be used by this user'
        : `cannot be used (${why})`;
  return new StartRefused(`Port ${String(port)} ${reason}. Set ${setting} to another one.`);
}
