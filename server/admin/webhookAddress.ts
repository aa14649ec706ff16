import { CommandFailed } from './failure.ts';

/** An address that something of patients is posted to: in clear only within the machine. */
export function webhookAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new CommandFailed(`--webhook must be an address that begins with https://; "${text}" is not.`, true);
  if (url.username !== '' || url.password !== '')
    throw new CommandFailed('--webhook must not contain a name or password: what is posted is signed instead.', true);
  return url.href;
}
