import { spawn } from 'node:child_process';
import { turns } from '../process/threads.ts';

/** The result for a file. `unknown` means that the scanner gave no answer. */
export type ScanResult = 'clean' | 'infected' | 'unknown';
export type Scanner = (bytes: Uint8Array) => Promise<ScanResult>;

const longestMs = 30_000;
/** Two scanners run at once, because each may take much memory. The queue is longer than the number of files that can ever wait. */
const inTurn = turns(2, 10_000);

/** Kills a command and every process that it started. */
function endAll(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    // Windows has no process groups, so only the shell is killed there.
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It had already exited.
  }
}

/** Runs a command that reads the file from its standard input and exits with 0 (clean) or 1 (infected). */
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
    // A command that decides before the end of the file closes its input early.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}

/** The scanner from `ATTACHMENT_SCANNER`. Without that setting every file is clean. */
export const scannerOf =
  (command: string | null, withinMs = longestMs): Scanner =>
  async (bytes) => {
    if (command === null) return 'clean';
    const result = await inTurn(() => ask(command, bytes, withinMs));
    return result === 'busy' ? 'unknown' : result;
  };
