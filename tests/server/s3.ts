import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { type RequestListener, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** A real S3-compatible server that checks signatures, on a free port of this machine. */
export interface TestS3 {
  /** The settings of a server that uses it. */
  readonly environment: Readonly<Record<'FILES_URL' | 'FILES_ACCESS_KEY' | 'FILES_SECRET_KEY', string>>;
  /** Requests that came, as METHOD and path. */
  readonly requests: string[];
  /** Answers requests in its place from now on, or once so many more were answered; null: it answers again. */
  fail(instead: RequestListener | null, after?: number): void;
  /** Ids of the objects. */
  ids(): Promise<string[]>;
  /** The bytes of an object. */
  read(id: string): Promise<Buffer>;
  write(id: string, bytes: Buffer): Promise<void>;
  remove(id: string): Promise<void>;
  /** Makes an object two days old. */
  age(id: string): Promise<void>;
  stop(): Promise<void>;
}

const suffix = '._S3rver_object';

export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'vestibule-s3-'));
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: 'files' }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const requests: string[] = [];
  let instead: RequestListener | null = null;
  let before = 0;
  const server = createServer((request, response) => {
    requests.push(`${String(request.method)} ${String(request.url)}`);
    const answers = before > 0 ? null : instead;
    before -= 1;
    (answers ?? answer)(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
  const folder = join(directory, 'files', 'portal');
  const fileOf = (id: string): string => join(folder, `${id}${suffix}`);
  return {
    environment: {
      FILES_URL: `http://127.0.0.1:${String(port)}/files/portal`,
      FILES_ACCESS_KEY: 'S3RVER',
      FILES_SECRET_KEY: 'S3RVER',
    },
    requests,
    fail(other, after = 0) {
      [instead, before] = [other, after];
    },
    ids: async () =>
      (await readdir(folder).catch(() => [])).flatMap((name) =>
        name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [],
      ),
    read: (id) => readFile(fileOf(id)),
    write: (id, bytes) => writeFile(fileOf(id), bytes),
    remove: (id) => rm(fileOf(id)),
    async age(id) {
      const then = new Date(Date.now() - 2 * 86_400_000);
      await utimes(fileOf(id), then, then);
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
