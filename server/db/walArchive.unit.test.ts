import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { archiveSettings } from './walArchive.ts';

test.skipIf(process.platform === 'win32')(
  'a file of the log and its name are on the disk before it counts as archived',
  () => {
    const root = mkdtempSync(join(tmpdir(), 'archive-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const [archive, programs, log] = [join(root, "the day's log"), join(root, 'bin'), join(root, 'calls')];
    for (const folder of [archive, programs]) mkdirSync(folder);
    // In place of both programs, so that it is seen in which order they are called.
    for (const name of ['sync', 'mv']) {
      writeFileSync(
        join(programs, name),
        `#!/bin/sh\necho "${name}|$*" >> "$CALLS"\ncase ${name} in mv) exec /bin/mv "$@";; esac\n`,
      );
      chmodSync(join(programs, name), 0o755);
    }
    const segment = join(root, 'segment');
    writeFileSync(segment, 'what was written');
    const command = archiveSettings(archive).find((each) => each.startsWith('archive_command='));
    const name = '000000010000000000000001';
    const text = (command ?? '')
      .slice('archive_command='.length)
      .replaceAll(/%[pf%]/g, (each) => ({ '%p': segment, '%f': name })[each] ?? '%');
    const env = { PATH: `${programs}${delimiter}${process.env['PATH'] ?? ''}`, CALLS: log };
    execFileSync('/bin/sh', ['-c', text], { env });
    const file = join(archive, `${name}.gz`);
    expect(gunzipSync(readFileSync(file)).toString()).toBe('what was written');
    expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
      `sync|${file}.part`,
      `mv|-f ${file}.part ${file}`,
      `sync|${archive}`,
    ]);
  },
);
