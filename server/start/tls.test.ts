import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer } from '../../tests/server/facilityServer.ts';
import { type Certificate, makeCertificate } from '../../tests/support/certificate.ts';
import { listenForHl7 } from '../hl7/listener.ts';
import { listen } from './listen.ts';
import { type TlsPair, followTls, readTls } from './tlsFiles.ts';

let folder: string;
let authority: Certificate;
let first: Certificate;
let second: Certificate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  authority = await makeCertificate(folder, 'authority', 'authority of a test');
  first = await makeCertificate(folder, 'first', 'first', authority);
  second = await makeCertificate(folder, 'second', 'second', authority);
});
afterAll(() => rm(folder, { recursive: true }));

interface Answer {
  readonly status: number | undefined;
  readonly transport: string | undefined;
  readonly cookies: readonly string[];
}
/** Asks as a proxy does that trusts one authority alone. */
const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((settle, fail) => {
    request(url, { ca: authority.cert, agent: false, headers }, (answer) => {
      answer.resume();
      const { 'strict-transport-security': transport, 'set-cookie': cookies = [] } = answer.headers;
      settle({ status: answer.statusCode, transport, cookies });
    })
      .once('error', fail)
      .end();
  });
/** The name in the certificate that a new connection gets. */
const nameAt = (port: number, maxVersion: 'TLSv1.1' | 'TLSv1.3' = 'TLSv1.3'): Promise<unknown> =>
  new Promise((settle, fail) => {
    const socket = connect({ port, host: '127.0.0.1', ca: authority.cert, maxVersion, minVersion: 'TLSv1' }, () => {
      settle(socket.getPeerCertificate().subject.CN);
      socket.end();
    });
    socket.once('error', fail);
  });

test('both ports speak TLS where the settings say so, and answer as behind https', async () => {
  const server = await startTestServer({ environment: { TLS_CERT: first.certFile, TLS_KEY: first.keyFile } });
  for (const url of [server.portalUrl, server.kioskUrl]) {
    expect(url).toMatch(/^https:/);
    expect(await ask(`${url}/readyz`)).toMatchObject({ status: 200, transport: expect.stringContaining('max-age=') });
    await expect(fetch(url.replace('https:', 'http:'))).rejects.toThrow();
    expect(await nameAt(Number(new URL(url).port))).toBe('first');
    await expect(nameAt(Number(new URL(url).port), 'TLSv1.1')).rejects.toThrow();
  }
  await server.stop();
});

const forHl7 = async (tls: TlsPair) => {
  const receiver = { isKnown: () => Promise.resolve(true), answer: vi.fn(), unreadable: vi.fn() };
  const listener = await listenForHl7({ port: 0, host: '127.0.0.1', tls }, receiver, pino({ level: 'silent' }));
  return { ...listener, close: () => listener.stop() };
};
test.each([
  ['TLS', (pair: TlsPair) => listen(0, '127.0.0.1', 'PORT', true, pair)],
  ['HL7_TLS', forHl7],
] as const)(
  'a renewed certificate of %s_CERT is in use without a restart, and half of a pair is not',
  async (prefix, open) => {
    const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
    await copyFile(first.certFile, files.certFile);
    await copyFile(first.keyFile, files.keyFile);
    const pair = await readTls(prefix, files);
    const listening = await open(pair);
    const log = pino({ level: 'silent' });
    const failed = vi.spyOn(log, 'error');
    const stop = followTls(prefix, files, pair, [listening], log, 10);
    await copyFile(second.certFile, files.certFile);
    await vi.waitFor(() => expect(failed).toHaveBeenCalled());
    expect(await nameAt(listening.port)).toBe('first');
    await copyFile(second.keyFile, files.keyFile);
    await vi.waitFor(async () => expect(await nameAt(listening.port)).toBe('second'), { timeout: 10_000 });
    stop();
    await listening.close(0);
  },
);

test('a certificate and a key that do not belong together, or are none, are refused by their names', async () => {
  const refusal = (certFile: string, keyFile: string) => readTls('TLS', { certFile, keyFile });
  await expect(refusal(first.certFile, second.keyFile)).rejects.toThrow(
    'The files of TLS_CERT and TLS_KEY are no certificate and its key: ',
  );
  await expect(refusal(first.keyFile, first.keyFile)).rejects.toThrow('The files of TLS_CERT and TLS_KEY');
  await expect(refusal(join(folder, 'none'), first.keyFile)).rejects.toThrow('The file of TLS_CERT cannot be read');
});
