import { spawn } from 'node:child_process';
import { turns } from '../process/threads.ts';

/** What is known of a file. `unknown`: the scanner did not say. */
export type ScanResult = 'clean' | 'infected' | 'unknown';
/** Asks the facility's scanner about the bytes of a file. */
export type Scanner = (bytes: Uint8Array) => Promise<ScanResult>;

const longestMs = 30_000;
/** Scanners at once, each of which may take much memory; more files wait than can be on their way. */
const inTurn = turns(2, 10_000);

/** Ends a command with all that it has started. */
function endAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    // On Windows there are no groups; the shell alone ends there.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Asks a command that gets the file on its standard input and ends with 0 (clean) or 1 (infected). */
function ask(command: string, bytes: Uint8Array, withinMs: number): Promise<ScanResult> {
  return new Promise((settle) => {
    const child = spawn(command, {
      shell: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: process.platform !== 'win32',
    });
    const timer = setTimeout(() => {
      endAll(child.pid);
      end('unknown');
    }, withinMs);
    const end = (result: ScanResult): void => {
      clearTimeout(timer);
      settle(result);
    };
    child.on('error', () => end('unknown'));
    child.once('exit', (code) => end(code === 0 ? 'clean' : code === 1 ? 'infected' : 'unknown'));
    // A command that knows before the end of the file reads no further.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** The scanner of `ATTACHMENT_SCANNER`; without it every file is clean. */
export const scannerOf =
  (command: string | null, withinMs = longestMs): Scanner =>
  async (bytes) => {
    if (command === null) return 'clean';
    const result = await inTurn(() => ask(command, bytes, withinMs));
    return result === 'busy' ? 'unknown' : result;
  };
