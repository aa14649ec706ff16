import { once } from 'node:events';
import { installationOf } from './cells.ts';
import { runAdmin } from './run.ts';

const line = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);

// A reader that closes the pipe early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`The output cannot be written: ${error.message}\n`);
  process.exit(1);
});

try {
  process.exitCode = await runAdmin(process.argv.slice(2), {
    out: line(process.stdout),
    err: line(process.stderr),
    async outAll(lines) {
      for await (const text of lines) if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
    },
    input: () => process.stdin,
    ...installationOf(process.env),
  });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
