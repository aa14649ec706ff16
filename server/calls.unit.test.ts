import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { calls } from '../src/api/calls.ts';
import { scannerOf } from './files/scanner.ts';
import * as rooms from './handlers.ts';
import { BuiltRoutes } from './http/builtRoutes.ts';
import { passwords } from './http/secrets.ts';
import type { Services } from './start/allHandlers.ts';

/** Handlers are only made with these, not called. */
const services: Services = {
  passwords: passwords({ memoryKiB: 8, passes: 1 }),
  accessTokenSeconds: 1,
  addressFailures: 1,
  newBrowserWaitMs: 0,
  serverKey: '',
  serverKeysBefore: [],
  mailer: { wake: () => undefined, sendNow: async () => 'queued', stop: async () => undefined },
  portalUrl: null,
  push: null,
  summaries: { wake: () => undefined },
  scanner: scannerOf(null),
  callAnywhere: false,
  openIdSecrets: new Map(),
  onCompleted: async () => undefined,
  routes: new BuiltRoutes('dist'),
};

test('calls.md lists every call with the room that answers it (npx vitest run --project unit server/calls -u writes it)', async () => {
  const list = await readFile(new URL('./handlers.ts', import.meta.url), 'utf8');
  const byRoom = new Map<string, string[]>();
  for (const [name, handlers] of Object.entries(rooms)) {
    const room = new RegExp(`{ ${name} } from '\\./(\\w+)/`).exec(list)?.[1] ?? 'nowhere';
    const made = typeof handlers === 'function' ? handlers(services) : handlers;
    byRoom.set(room, [...(byRoom.get(room) ?? []), ...Object.keys(made)]);
  }
  const rows = [...byRoom].flatMap(([room, names]) => [
    `\n## ${room}\n`,
    '| call | method and address |\n|---|---|',
    ...names.toSorted().map((name) => {
      const call = Object.values(calls).find((one) => one.name === name);
      return `| \`${name}\` | ${call?.method ?? ''} \`${call?.path ?? ''}\` |`;
    }),
  ]);
  await expect(
    `# Calls by room\n\nWritten by \`calls.unit.test.ts\`; rooms in the order of \`handlers.ts\`.\n${rows.join('\n')}\n`,
  ).toMatchFileSnapshot('calls.md');
});
